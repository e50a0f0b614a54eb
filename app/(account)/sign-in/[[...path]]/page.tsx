import { Suspense } from 'react'
import { getSignInMetadata, renderSignInScreen } from '@/app/account-screen'
import { SignInScreen } from '@/components/account/screens'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = getSignInMetadata

/** The sign-in screen of the sign-in service. */
export default function SignInPage() {
  // The browser reads the address to return to from the query, because this page is static.
  return renderSignInScreen((siteUrl) => (
    <Suspense>
      <SignInScreen siteUrl={siteUrl} />
    </Suspense>
  ))
}
