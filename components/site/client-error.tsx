'use client'

import { useEffect } from 'react'
import { messagesFor } from '@/lib/messages/messages'
import { Screen } from '../ui/screen'

export interface ClientErrorProps {
  error: unknown
  retry: () => void
}

/** What is shown when a page breaks in the browser. */
export function ClientError({ error, retry }: ClientErrorProps) {
  useEffect(() => console.error(error), [error])
  const messages = messagesFor(typeof document === 'undefined' ? '' : document.documentElement.lang)
  const { title, hint } = messages.errors.client
  return (
    <Screen title={title} hint={hint}>
      <button type="button" onClick={retry}>
        {messages.retry}
      </button>
      <a href="/">{messages.home}</a>
    </Screen>
  )
}
