import '@/styles/account.css'
import type { ReactNode } from 'react'
import { LazySignInService } from '@/components/account/lazy'
import { getDocumentLanguage } from '@/lib/cache/rendered-page'
import { getEnv } from '@/lib/settings/env'
import { hasOwnScreens } from '@/lib/settings/sign-in'
import { chooseLocale } from '@/messages/languages'

/**
 * Loads the script of the sign-in service, for members pages and sign-in screens only. Contains no data. The service's texts are in the
 * language of the first page that the browser opens, because client-side navigations do not render this layout again.
 */
export default function AccountLayout({ children }: { children: ReactNode }) {
  const { signIn, siteUrl, locale, allowsCreatingOrganizations } = getEnv()
  if (signIn === undefined || hasOwnScreens(signIn)) return children
  const language = getDocumentLanguage()?.tag ?? locale
  const { publishableKey, proxyUrl, scriptUrl, screensUrl } = signIn
  return (
    <LazySignInService
      settings={{
        ...{ publishableKey, proxyUrl, scriptUrl, screensUrl, siteUrl, allowsCreatingOrganizations },
        locale: chooseLocale(language, locale),
      }}
    >
      {children}
    </LazySignInService>
  )
}
