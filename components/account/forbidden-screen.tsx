import { addBasePath } from '@/lib/base-path'
import type { Messages } from '@/messages/languages'
import { Screen } from '../ui/screen'
import { OrganizationSwitch } from './screens'

/** The screen for forbidden and missing members pages alike. It names no page, and offers to switch the organization. */
export function ForbiddenScreen({ messages }: { messages: Messages }) {
  const { title, hint } = messages.errors[403]
  return (
    <Screen code={403} title={title} hint={`${hint} ${messages.switchOrganization}`}>
      <OrganizationSwitch />
      <a href={addBasePath('/members')}>{messages.membersSite}</a>
    </Screen>
  )
}
