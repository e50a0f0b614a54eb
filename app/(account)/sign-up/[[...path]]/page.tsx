import { Suspense } from 'react'
import { metadataOfScreen, openScreen } from '@/app/account-screen'
import { SignUpScreen } from '@/components/account/screens'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = metadataOfScreen

/** The sign-in service's screen for signing up. */
export default function SignUpPage() {
  // Where to go back to stands in the address, which only the browser knows.
  return openScreen((siteUrl) => (
    <Suspense>
      <SignUpScreen siteUrl={siteUrl} />
    </Suspense>
  ))
}
