'use client'

import { useDocumentMessages } from '@/components/site/use-document-messages'
import { Screen } from '@/components/ui/screen'

/** For what no page answers. Next sends it with every page, so it is a name there and its words come with the script. */
export default function NotFound() {
  const { missing, home } = useDocumentMessages()
  return (
    <Screen code={404} {...missing}>
      <a href="/">{home}</a>
    </Screen>
  )
}
