import type { ErrorStatus } from '@/lib/formats/error-page'
import type { Messages } from '@/lib/messages/messages'
import { Screen } from '../../ui/screen'

interface ErrorScreenProps {
  status: ErrorStatus
  messages: Messages
}

/** The screen of a status, with the way home. */
export function ErrorScreen({ status, messages }: ErrorScreenProps) {
  const { title, hint } = messages.errors[status]
  return (
    <Screen code={status} title={title} hint={hint}>
      {/* A whole load, so that whatever broke is left behind. */}
      <a href="/">{messages.home}</a>
    </Screen>
  )
}
