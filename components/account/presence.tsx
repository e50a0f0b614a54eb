'use client'

import { useAuth } from '@clerk/nextjs'
import { useEffect } from 'react'
import { showPresence } from '../site/presence'

/** Keeps the document's word about who is signed in, which public pages read after a soft way there. */
export function Presence() {
  const { isLoaded, isSignedIn } = useAuth()
  useEffect(() => {
    if (isLoaded) showPresence(isSignedIn)
  }, [isLoaded, isSignedIn])
  return null
}
