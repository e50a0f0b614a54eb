'use client'

import { useEffect } from 'react'

/** Counts visits with Vercel's analytics. Its script is loaded only if that is configured. */
export function PlatformVisits() {
  useEffect(() => void import('./count-visits').catch(() => {}), [])
  return null
}
