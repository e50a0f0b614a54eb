import { useSyncExternalStore } from 'react'
import type { ScreenMessages } from '@/lib/messages/messages'
import { getScreenMessages } from '@/lib/messages/parts/screens'

const neverChanges = () => () => {}

/** Returns the texts of error screens in the document's language, for client components that get no messages as props. */
export function useDocumentMessages(): ScreenMessages {
  const locale = useSyncExternalStore(
    neverChanges,
    () => document.documentElement.lang,
    () => 'en',
  )
  return getScreenMessages(locale)
}
