'use client'

import { useAuth } from '@clerk/nextjs'
import { useEffect } from 'react'
import { showPresence } from '../site/presence'

/** Keeps the document's word about who is signed in, which public pages read after a soft way there. */
export function Presence() {
  const { isSignedIn } = useAuth()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read changes with it
  useEffect(() => {
    showPresence()
    return showPresence
  }, [isSignedIn])
  return null
}
