'use client'

import { useEffect } from 'react'

/** Counts visits with Vercel's analytics. Imports their code when rendered, so that other sites do not load it. */
export function PlatformVisits() {
  useEffect(() => void import('./count-visits').catch(() => {}), [])
  return null
}
