'use client'

import { lazy, Suspense } from 'react'

const Missing = lazy(() => import('@/components/site/screens/missing').then((module) => ({ default: module.Missing })))

/** For what no page answers. Next names this screen in every page, so it is a name there, and is fetched when it is shown. */
export default function NotFound() {
  return (
    <Suspense>
      <Missing />
    </Suspense>
  )
}
