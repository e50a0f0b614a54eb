'use client'

import { ClerkProvider } from '@clerk/nextjs'
import dynamic from 'next/dynamic'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import { SessionChanges } from './session-changes'

interface ServiceSettings {
  publishableKey: string
  proxyUrl?: string
  scriptUrl?: string
  screensUrl?: string
  /** Public address of the site. */
  siteUrl: string
  /** BCP 47 tag of the interface's language. */
  locale: string
  /** Whether members can create organizations. */
  allowsCreatingOrganizations: boolean
}

type ProviderProps = ComponentProps<typeof ClerkProvider>

/** Translations of the sign-in screens. Each is a separate script. English is built into the service. */
const PROVIDERS: Partial<Record<string, ComponentType<ProviderProps>>> = {
  'zh-CN': dynamic(() => import('@clerk/localizations/zh-CN').then(({ zhCN }) => createProvider(zhCN))),
  'zh-TW': dynamic(() => import('@clerk/localizations/zh-TW').then(({ zhTW }) => createProvider(zhTW))),
  ja: dynamic(() => import('@clerk/localizations/ja-JP').then(({ jaJP }) => createProvider(jaJP))),
  ar: dynamic(() => import('@clerk/localizations/ar-SA').then(({ arSA }) => createProvider(arSA))),
}

/** A thin border. The service's default is a shadow, which is invisible in the dark theme. */
const EDGE = { border: '1px solid var(--line-strong)', boxShadow: 'none' }

/** The appearance of the site. The variables have values for both themes. */
const APPEARANCE = {
  variables: {
    // The service uses a variable named --accent itself.
    colorPrimary: 'var(--sign-in-accent)',
    colorPrimaryForeground: 'var(--paper)',
    colorBackground: 'var(--paper)',
    colorForeground: 'var(--ink)',
    colorMutedForeground: 'var(--muted)',
    colorMuted: 'var(--surface)',
    colorNeutral: 'var(--ink)',
    colorInput: 'var(--surface)',
    colorInputForeground: 'var(--ink)',
    colorBorder: 'var(--line-strong)',
    // The focus outline of the site is used instead.
    colorRing: 'transparent',
    colorDanger: 'var(--tint-red)',
    fontFamily: 'var(--font-interface)',
    borderRadius: 'var(--radius)',
  },
  elements: {
    cardBox: EDGE,
    menuList: EDGE,
    popoverBox: EDGE,
    // The colors that the service mixes from these have too little contrast.
    formButtonPrimary: {
      border: 0,
      boxShadow: 'none',
      '&::after': { display: 'none' },
      '&:hover, &:focus, &:active': { backgroundColor: 'color-mix(in oklab, var(--sign-in-accent), var(--ink) 15%)' },
    },
    navbarButtonText: { color: 'var(--ink)' },
    // In a wide font, the title “Organization” and the link “Sign in” would break at the service's sizes.
    navbar: { '& h1': { fontSize: '1.25rem' } },
    footerActionLink: { whiteSpace: 'nowrap' },
    badge: { color: 'var(--ink)' },
    avatarBox: { backgroundColor: 'var(--ink)', color: 'var(--paper)' },
  },
} satisfies ProviderProps['appearance']

/** Hides the button to create an organization. Its creator could choose a slug that has access to pages. */
const WITHOUT_CREATING = {
  ...APPEARANCE,
  elements: {
    ...APPEARANCE.elements,
    organizationSwitcherPopoverActionButton__createOrganization: { display: 'none' },
  },
}

/** Loads the script of the sign-in service for its screens and for members pages. Public pages do not contain this component. */
export function SignInService({ settings, children }: { settings: ServiceSettings; children: ReactNode }) {
  const { publishableKey, proxyUrl, scriptUrl, screensUrl, siteUrl, locale, allowsCreatingOrganizations } = settings
  const Provider: ComponentType<ProviderProps> = PROVIDERS[locale] ?? ClerkProvider
  // Without these props, the library would read environment variables, whose values are fixed at build time.
  const scripts = { __internal_clerkJSUrl: scriptUrl, __internal_clerkUIUrl: screensUrl }
  return (
    <Provider
      publishableKey={publishableKey}
      proxyUrl={proxyUrl}
      {...scripts}
      signInUrl={addBasePath('/sign-in')}
      signUpUrl={addBasePath('/sign-up')}
      signInFallbackRedirectUrl={addBasePath('/members')}
      signUpFallbackRedirectUrl={addBasePath('/members')}
      afterSignOutUrl={addBasePath('/')}
      allowedRedirectOrigins={[new URL(siteUrl).origin]}
      allowedRedirectProtocols={[]}
      telemetry={false}
      appearance={allowsCreatingOrganizations ? APPEARANCE : WITHOUT_CREATING}
    >
      <SessionChanges />
      {children}
    </Provider>
  )
}

/** Returns a provider of the sign-in service whose screens have these texts. */
function createProvider(localization: ProviderProps['localization']) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once, when the script of the language is loaded
  return function LocalizedProvider(props: ProviderProps) {
    return <ClerkProvider {...props} localization={localization} />
  }
}
