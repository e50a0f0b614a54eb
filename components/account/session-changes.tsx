'use client'

import { useAuth } from '@clerk/nextjs'
import { useEffect, useRef } from 'react'
import { showPresence } from './presence'

declare global {
  interface Window {
    /** What the service's script waits for before somebody comes, goes or speaks for another organization. */
    __internal_onBeforeSetActive?: () => Promise<void>
  }
}

/** How long nobody knows who is here, at most, before the page is loaded anew and says it. */
const OVERDUE_MS = 10_000

/** Sees that who signs in or out has done so, whatever is lost on the way, and that the document knows it. */
export function SessionChanges() {
  const { isSignedIn } = useAuth()
  const known = useRef(false)

  useEffect(() => {
    // The library calls the page itself here, and waits for ever when that answer is lost; it makes the page again afterwards anyway.
    window.__internal_onBeforeSetActive = () => Promise.resolve()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read changes with it
  useEffect(() => {
    showPresence()
    return showPresence
  }, [isSignedIn])

  useEffect(() => {
    if (isSignedIn !== undefined) known.current = true
    else if (known.current) {
      // The service takes its menu away before it asks to sign out, and leaves it so when that fails.
      const timer = setTimeout(() => window.location.reload(), OVERDUE_MS)
      return () => clearTimeout(timer)
    }
  }, [isSignedIn])
  return null
}
