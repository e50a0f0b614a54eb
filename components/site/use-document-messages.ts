import { useSyncExternalStore } from 'react'
import type { ScreenMessages } from '@/lib/messages/messages'
import { getScreenMessages } from '@/lib/messages/parts/screens'

const neverChanges = () => () => {}

/** The words of a browser's own screens in the document's language, for screens that nobody hands their texts to. */
export function useDocumentMessages(): ScreenMessages {
  const locale = useSyncExternalStore(
    neverChanges,
    () => document.documentElement.lang,
    () => 'en',
  )
  return getScreenMessages(locale)
}
