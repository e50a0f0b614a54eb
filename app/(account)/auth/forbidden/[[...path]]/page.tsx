import { metadataOfForbidden } from '@/app/account-screen'
import { ForbiddenScreen } from '@/components/account/forbidden-screen'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { reportPage } from '@/lib/cache/rendered-page'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/parts/site'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export const generateMetadata = metadataOfForbidden

/** What `middleware.ts` answers with for what one may not read and for what there is not: the same for everybody. */
export default function ForbiddenPage() {
  const { signIn, locale } = getEnv()
  const messages = messagesFor(locale)
  reportPage(signIn === undefined ? { status: 404 } : { status: 403, signIn: signIn.origins })
  return signIn === undefined ? (
    <ErrorScreen status={404} messages={messages} />
  ) : (
    <ForbiddenScreen messages={messages} />
  )
}
