'use client'

import { Analytics } from '@vercel/analytics/next'

/** Counts visits on Vercel, but for readers whose browser asks not to be counted. */
export function PlatformVisits() {
  return <Analytics beforeSend={(event) => (asksNotTo() ? null : event)} />
}

const asksNotTo = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true
