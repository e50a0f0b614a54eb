import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import type { Viewer } from '../site/site-index'
import { readSession } from './session'

/**
 * Returns the viewer of the current request, verified by the token of the request. Every page and handler for members calls this
 * instead of relying on the middleware.
 */
export const getViewer = cache(async (): Promise<Viewer> => {
  const session = await readSession({ method: 'HEAD', path: '/members', headers: await headers() })
  return session.viewer
})
