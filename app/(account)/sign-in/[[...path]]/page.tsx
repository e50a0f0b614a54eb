import { Suspense } from 'react'
import { metadataOfScreen, openScreen } from '@/app/account-screen'
import { SignInScreen } from '@/components/account/screens'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = metadataOfScreen

/** The sign-in service's screen for signing in. */
export default function SignInPage() {
  // Where to go back to stands in the address, which only the browser knows.
  return openScreen((siteUrl) => (
    <Suspense>
      <SignInScreen siteUrl={siteUrl} />
    </Suspense>
  ))
}
