'use client'

import { useAuth } from '@clerk/nextjs'
import { useEffect, useRef } from 'react'
import { showPresence } from './presence'

declare global {
  interface Window {
    /** The service's script waits for this promise before it changes the session or the organization. */
    __internal_onBeforeSetActive?: () => Promise<void>
  }
}

/** How long the session may be unknown before the page is reloaded. */
const OVERDUE_MS = 10_000

/** Completes sign-ins and sign-outs even if a response is lost, and keeps `data-signed-in` of the document up to date. */
export function SessionChanges() {
  const { isSignedIn } = useAuth()
  const known = useRef(false)

  useEffect(() => {
    // The library requests the page here, and would wait forever if that response is lost. It renders the page again afterwards anyway.
    window.__internal_onBeforeSetActive = () => Promise.resolve()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cookie that is read changes with it
  useEffect(() => {
    showPresence()
    return showPresence
  }, [isSignedIn])

  useEffect(() => {
    if (isSignedIn !== undefined) known.current = true
    else if (known.current) {
      // The service removes its menu before it requests the sign-out, and does not restore it if that fails.
      const timer = setTimeout(() => window.location.reload(), OVERDUE_MS)
      return () => clearTimeout(timer)
    }
  }, [isSignedIn])
  return null
}
