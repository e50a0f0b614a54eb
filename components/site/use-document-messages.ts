import { useSyncExternalStore } from 'react'
import { getScreenMessages, type ScreenMessages } from '@/messages/languages'

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
