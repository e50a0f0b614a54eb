import '@/styles/account.css'
import type { ReactNode } from 'react'
import { SignInService } from '@/components/account/sign-in-service'
import { getEnv } from '@/lib/env'

/** Loads the script of the sign-in service, for members pages and sign-in screens only. Contains no data. */
export default function AccountLayout({ children }: { children: ReactNode }) {
  const { signIn, siteUrl, locale, allowsCreatingOrganizations } = getEnv()
  if (signIn === undefined) return children
  const { publishableKey, proxyUrl, scriptUrl, screensUrl } = signIn
  return (
    <SignInService
      settings={{ publishableKey, proxyUrl, scriptUrl, screensUrl, siteUrl, locale, allowsCreatingOrganizations }}
    >
      {children}
    </SignInService>
  )
}
