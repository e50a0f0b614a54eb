import { addBasePath } from '@/lib/base-path'
import type { Messages } from '@/messages/languages'
import { Screen } from '../ui/screen'
import { LazyOrganizationSwitch } from './lazy'

interface ForbiddenScreenProps {
  messages: Messages
  /** Whether a session has one active organization of several. */
  canSwitch: boolean
}

/** The screen for forbidden and missing members pages alike. It names no page, and may offer to switch the organization. */
export function ForbiddenScreen({ messages, canSwitch }: ForbiddenScreenProps) {
  const { title, hint } = messages.errors[403]
  const links = <a href={addBasePath('/members')}>{messages.membersSite}</a>
  if (!canSwitch) {
    return (
      <Screen code={403} title={title} hint={hint}>
        {links}
      </Screen>
    )
  }
  return (
    <Screen code={403} title={title} hint={`${hint} ${messages.switchOrganization}`}>
      <LazyOrganizationSwitch />
      {links}
    </Screen>
  )
}
