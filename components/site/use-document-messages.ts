import { useSyncExternalStore } from 'react'
import type { Messages } from '@/lib/messages/en'
import { messagesFor } from '@/lib/messages/messages'

const neverChanges = () => () => {}

/** The interface's texts in the document's language, for screens that nobody hands their texts to. */
export function useDocumentMessages(): Messages {
  const locale = useSyncExternalStore(
    neverChanges,
    () => document.documentElement.lang,
    () => 'en',
  )
  return messagesFor(locale)
}
