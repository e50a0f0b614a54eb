import { Suspense } from 'react'
import { metadataOfScreen, openScreen } from '@/app/account-screen'
import { ReturnScreen } from '@/components/account/screens'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = metadataOfScreen

/** Where the sign-in service sends somebody back to who has proven themselves elsewhere. */
export default function AuthPage() {
  return openScreen((siteUrl) => (
    <Suspense>
      <ReturnScreen siteUrl={siteUrl} />
    </Suspense>
  ))
}
