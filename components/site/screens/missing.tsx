import { Screen } from '../../ui/screen'
import { useDocumentMessages } from '../use-document-messages'

/** What is shown of an address that no page answers, in words that come with the script. */
export function Missing() {
  const { missing, home } = useDocumentMessages()
  return (
    <Screen code={404} {...missing}>
      <a href="/">{home}</a>
    </Screen>
  )
}
