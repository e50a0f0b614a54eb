'use client'

import { Analytics } from '@vercel/analytics/next'
import { usePathname } from 'next/navigation'

/** Counts visits on its own platform, and never those of members. */
export function Visits() {
  const isPublic = !/^\/(?:members|account|organization|sign-in|sign-up)(?:\/|$)/.test(usePathname() ?? '')
  return isPublic ? <Analytics /> : null
}
