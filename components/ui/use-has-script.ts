import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in what the server sends: there, nothing answers a click but a link. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
