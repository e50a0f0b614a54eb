import 'server-only'
import { ListScreen } from '@/components/site/screens/list-screen'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/parts/site'
import { openList } from '@/lib/page/routes/list-address'
import { notShown } from './not-shown'

/** The screen of the list at a path whose segments are still encoded. */
export async function showList(path: string) {
  const address = await openList(path)
  if (address.kind !== 'list') return notShown(address)
  return <ListScreen chrome={address.chrome} view={address.view} messages={messagesFor(getEnv().locale)} />
}
