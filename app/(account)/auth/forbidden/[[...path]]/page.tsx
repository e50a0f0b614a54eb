import { getForbiddenMetadata } from '@/app/account-screen'
import { ForbiddenScreen } from '@/components/account/forbidden-screen'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { reportPage } from '@/lib/cache/rendered-page'
import { getEnv } from '@/lib/settings/env'
import { hasOwnScreens } from '@/lib/settings/sign-in'
import { getSiteMessages } from '@/messages/languages'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = getForbiddenMetadata

/** The response of `middleware.ts` for forbidden and missing members pages, the same for all visitors. */
export default function ForbiddenPage() {
  const { signIn, locale } = getEnv()
  const messages = getSiteMessages(locale)
  reportPage(signIn === undefined ? { status: 404 } : { status: 403, signIn: signIn.origins })
  return signIn === undefined ? (
    <ErrorScreen status={404} messages={messages} />
  ) : (
    <ForbiddenScreen messages={messages} canSwitch={!hasOwnScreens(signIn)} />
  )
}
