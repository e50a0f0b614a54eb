import 'server-only'
import { ListScreen } from '@/components/site/screens/list-screen'
import { getEnv } from '@/lib/env'
import { getSiteMessages } from '@/lib/messages/parts/site'
import { openList } from '@/lib/page/routes/list-address'
import { renderError } from './error-response'

/** Renders the list at a path whose segments are still encoded. */
export async function renderList(path: string) {
  const address = await openList(path)
  if (address.kind !== 'list') return renderError(address)
  return <ListScreen chrome={address.chrome} view={address.view} messages={getSiteMessages(getEnv().locale)} />
}
