'use client'

import { lazy, Suspense } from 'react'
import type { ClientErrorProps } from '@/components/site/screens/client-error'

const ClientError = lazy(() =>
  import('@/components/site/screens/client-error').then((module) => ({ default: module.ClientError })),
)

/** Next names this screen in every page, so it is a name there, and is fetched when a page breaks. */
export default function BrokenPage(props: ClientErrorProps) {
  return (
    <Suspense>
      <ClientError {...props} />
    </Suspense>
  )
}
