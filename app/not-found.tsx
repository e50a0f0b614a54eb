'use client'

import { lazy, Suspense } from 'react'

const Missing = lazy(() => import('@/components/site/screens/missing').then((module) => ({ default: module.Missing })))

/** The screen of missing pages. Loaded lazily, because Next.js adds this file to the scripts of every page. */
export default function NotFound() {
  return (
    <Suspense>
      <Missing />
    </Suspense>
  )
}
