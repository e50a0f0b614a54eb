'use client'

import { ErrorScreen } from '@/components/site/error-screen'
import { useDocumentMessages } from '@/components/site/use-document-messages'

/** For what no page answers. Next sends it with every page, so it is a name there and its words come with the script. */
export default function NotFound() {
  return <ErrorScreen status={404} messages={useDocumentMessages()} />
}
