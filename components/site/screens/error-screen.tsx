import { addBasePath } from '@/lib/base-path'
import type { ErrorStatus } from '@/lib/formats/error-page'
import type { Messages } from '@/messages/languages'
import { Screen } from '../../ui/screen'

interface ErrorScreenProps {
  status: ErrorStatus
  messages: Messages
}

/** The screen for an HTTP error, with a link to the home page. */
export function ErrorScreen({ status, messages }: ErrorScreenProps) {
  const { title, hint } = messages.errors[status]
  return (
    <Screen code={status} title={title} hint={hint}>
      {/* Loads a whole document, which discards the broken state. */}
      <a href={addBasePath('/')}>{messages.home}</a>
    </Screen>
  )
}
