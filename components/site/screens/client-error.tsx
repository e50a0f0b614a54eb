'use client'

import { addBasePath } from '@/lib/base-path'
import { Screen } from '../../ui/screen'
import { useDocumentMessages } from '../use-document-messages'

export interface ClientErrorProps {
  retry: () => void
}

/** The screen for an error in the browser. */
export function ClientError({ retry }: ClientErrorProps) {
  const messages = useDocumentMessages()
  const { title, hint } = messages.broken
  return (
    <Screen title={title} hint={hint}>
      <button type="button" onClick={retry}>
        {messages.retry}
      </button>
      <a href={addBasePath('/')}>{messages.home}</a>
    </Screen>
  )
}
