import type { Messages } from '@/lib/messages/messages'
import { Screen } from '../ui/screen'
import { OrganizationSwitch } from './screens'

/** The same for what one may not read and for what does not exist: names nothing, and offers another organization. */
export function ForbiddenScreen({ messages }: { messages: Messages }) {
  const { title, hint } = messages.errors[403]
  return (
    <Screen code={403} title={title} hint={`${hint} ${messages.switchOrganization}`}>
      <OrganizationSwitch />
      <a href="/members">{messages.membersSite}</a>
    </Screen>
  )
}
