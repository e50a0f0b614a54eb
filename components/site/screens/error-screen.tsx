import { addBasePath } from '@/lib/base-path'
import type { ErrorStatus } from '@/lib/formats/error-page'
import { getScreenMessages, type Messages } from '@/messages/languages'
import { Screen } from '../../ui/screen'

interface ErrorScreenProps {
  status: ErrorStatus
  messages: Messages
}

/** The screen for an HTTP error, with a link to the home page, and one to try again if the page may come back. */
export function ErrorScreen({ status, messages }: ErrorScreenProps) {
  const { title, hint } = messages.errors[status]
  return (
    <Screen code={status} title={title} hint={hint}>
      {status === 503 && (
        // biome-ignore lint/a11y/useValidAnchor: the empty address is that of this page
        <a href="">{getScreenMessages(messages.locale).retry}</a>
      )}
      {/* Loads a whole document, which discards the broken state. */}
      <a href={addBasePath('/')}>{messages.home}</a>
    </Screen>
  )
}
