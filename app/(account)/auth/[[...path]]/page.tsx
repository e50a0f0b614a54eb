import { Suspense } from 'react'
import { getSignInMetadata, renderSignInScreen } from '@/app/account-screen'
import { ReturnScreen } from '@/components/account/screens'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = getSignInMetadata

/** The callback screen of the sign-in service, e.g. after sign-in with an external account. */
export default function AuthPage() {
  return renderSignInScreen((siteUrl) => (
    <Suspense>
      <ReturnScreen siteUrl={siteUrl} />
    </Suspense>
  ))
}
