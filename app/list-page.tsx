import 'server-only'
import { permanentRedirect } from 'next/navigation'
import { ErrorScreen } from '@/components/site/error-screen'
import { ListScreen } from '@/components/site/list-screen'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/parts/site'
import { openList } from './list-address'

/** The screen of the list at a path whose segments are still encoded. */
export async function showList(path: string) {
  const address = await openList(path)
  const messages = messagesFor(getEnv().locale)
  switch (address.kind) {
    case 'list':
      return <ListScreen chrome={address.chrome} view={address.view} messages={messages} />
    case 'redirect':
      return permanentRedirect(encodeURI(`/${address.path}`))
    case 'error':
      return <ErrorScreen status={address.status} messages={messages} />
  }
}
