import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import type { Viewer } from '../site/types'
import { readSession } from './session'

/**
 * Who asks for the page or handler that runs now, from the request's own token. Does not rely on what ran before it: every page
 * and handler for members asks by itself.
 */
export const getViewer = cache(async (): Promise<Viewer> => {
  const session = await readSession({ method: 'HEAD', path: '/members', headers: await headers() })
  return session.viewer
})
