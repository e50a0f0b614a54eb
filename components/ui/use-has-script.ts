import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** Returns false in server-rendered HTML, where only links respond to clicks, and true after hydration. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
