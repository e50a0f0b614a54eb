'use client'

import { lazy, Suspense } from 'react'
import type { ClientErrorProps } from '@/components/site/screens/client-error'

const ClientError = lazy(() =>
  import('@/components/site/screens/client-error').then((module) => ({ default: module.ClientError })),
)

/** Loaded lazily: Next.js adds this file to the scripts of every page, and the screen is needed only after an error. */
export default function BrokenPage(props: ClientErrorProps) {
  return (
    <Suspense>
      <ClientError {...props} />
    </Suspense>
  )
}
