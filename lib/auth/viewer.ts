import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { PUBLIC } from '../site/access'
import type { Viewer } from '../site/site-index'
import { readSession } from './session'
import { addUnlocked } from './unlocking'

/**
 * Returns the viewer of the current request, verified by the token of the request. Every page and handler for members calls this
 * instead of relying on the middleware.
 */
export const getViewer = cache(async (): Promise<Viewer> => {
  const session = await readSession({ method: 'HEAD', path: '/members', headers: await headers() })
  return session.viewer
})

/** Returns the viewer of a page below `/unlock`: one who is not signed in, with the passwords that were given. */
export const getUnlockedViewer = cache(async (): Promise<Viewer> => addUnlocked(PUBLIC, await headers()))
