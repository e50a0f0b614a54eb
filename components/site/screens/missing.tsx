import { addBasePath } from '@/lib/base-path'
import { Screen } from '../../ui/screen'
import { useDocumentMessages } from '../use-document-messages'

/** The screen for an unknown path. Its texts are part of the script. */
export function Missing() {
  const { missing, home } = useDocumentMessages()
  return (
    <Screen code={404} {...missing}>
      <a href={addBasePath('/')}>{home}</a>
    </Screen>
  )
}
