import { Suspense } from 'react'
import { getSignInMetadata, renderSignInScreen } from '@/app/account-screen'
import { SignUpScreen } from '@/components/account/screens'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = getSignInMetadata

/** The sign-up screen of the sign-in service. */
export default function SignUpPage() {
  // The browser reads the address to return to from the query, because this page is static.
  return renderSignInScreen((siteUrl) => (
    <Suspense>
      <SignUpScreen siteUrl={siteUrl} />
    </Suspense>
  ))
}
