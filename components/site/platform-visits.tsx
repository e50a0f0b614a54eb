'use client'

import { useEffect } from 'react'

/** Counts visits on Vercel. What counts them is fetched where that is on, and nowhere else. */
export function PlatformVisits() {
  useEffect(() => void import('./count-visits').catch(() => {}), [])
  return null
}
