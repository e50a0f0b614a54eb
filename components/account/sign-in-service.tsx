'use client'

import { ClerkProvider } from '@clerk/nextjs'
import dynamic from 'next/dynamic'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { SessionChanges } from './session-changes'

interface ServiceSettings {
  publishableKey: string
  proxyUrl?: string
  scriptUrl?: string
  screensUrl?: string
  /** Public origin of the site. */
  siteUrl: string
  /** BCP 47 tag of the interface's language. */
  locale: string
  /** Whether members are offered to create organizations. */
  allowsCreatingOrganizations: boolean
}

type ProviderProps = ComponentProps<typeof ClerkProvider>

/** The service speaks English by itself; another language comes with its own script. */
const PROVIDERS: Partial<Record<string, ComponentType<ProviderProps>>> = {
  'zh-CN': dynamic(() => import('./chinese-provider').then(({ ChineseProvider }) => ChineseProvider)),
}

/** A hairline in place of a shadow, which by night is none. */
const EDGE = { border: '1px solid var(--line-strong)', boxShadow: 'none' }

/** As the site looks, by day and by night. */
const APPEARANCE = {
  variables: {
    // The service has a variable of the name --accent itself.
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
    // The site's own outline shows the focus.
    colorRing: 'transparent',
    colorDanger: 'var(--tint-red)',
    fontFamily: 'var(--font-interface)',
    borderRadius: 'var(--radius)',
  },
  elements: {
    cardBox: EDGE,
    popoverBox: EDGE,
    // What is mixed of these colours is too pale to read.
    formButtonPrimary: {
      border: 0,
      boxShadow: 'none',
      '&::after': { display: 'none' },
      '&:hover, &:focus, &:active': { backgroundColor: 'color-mix(in oklab, var(--sign-in-accent), var(--ink) 15%)' },
    },
    navbarButtonText: { color: 'var(--ink)' },
    badge: { color: 'var(--ink)' },
    avatarBox: { backgroundColor: 'var(--ink)', color: 'var(--paper)' },
  },
} satisfies ProviderProps['appearance']

/** Without the button that creates an organization: its creator would choose the slug, which may open pages. */
const WITHOUT_CREATING = {
  ...APPEARANCE,
  elements: {
    ...APPEARANCE.elements,
    organizationSwitcherPopoverActionButton__createOrganization: { display: 'none' },
  },
}

/** What the sign-in service's screens stand in; loads its script. Only around members' pages and the screens themselves. */
export function SignInService({ settings, children }: { settings: ServiceSettings; children: ReactNode }) {
  const { publishableKey, proxyUrl, scriptUrl, screensUrl, siteUrl, locale, allowsCreatingOrganizations } = settings
  const Provider: ComponentType<ProviderProps> = PROVIDERS[locale] ?? ClerkProvider
  // The library reads these two from its own environment, which is fixed when the site is built.
  const scripts = { __internal_clerkJSUrl: scriptUrl, __internal_clerkUIUrl: screensUrl }
  return (
    <Provider
      publishableKey={publishableKey}
      proxyUrl={proxyUrl}
      {...scripts}
      signInUrl="/sign-in"
      signUpUrl="/sign-up"
      signInFallbackRedirectUrl="/members"
      signUpFallbackRedirectUrl="/members"
      afterSignOutUrl="/"
      allowedRedirectOrigins={[siteUrl]}
      allowedRedirectProtocols={[]}
      telemetry={false}
      appearance={allowsCreatingOrganizations ? APPEARANCE : WITHOUT_CREATING}
    >
      <SessionChanges />
      {children}
    </Provider>
  )
}
