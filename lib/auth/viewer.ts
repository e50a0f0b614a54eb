import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import type { Viewer } from '../site/site-index'
import { findPreview, type OpenPreview } from './previews'
import type { Person } from './provider'
import { readSession } from './session'
import { addUnlocked } from './unlocking'

/**
 * Returns the viewer of the current request, verified by the token of the request. Every page and handler for members calls this
 * instead of relying on the middleware.
 */
export const getViewer = cache(async (): Promise<Viewer> => (await readRequestSession()).viewer)

/**
 * Returns the user who is signed in, verified like {@link getViewer}. For texts and records only: the viewer decides about access.
 */
export const getPerson = cache(async (): Promise<Person | undefined> => (await readRequestSession()).person)

/** Returns when the sign-in service last confirmed the session, in milliseconds since 1970; undefined if with this request. */
export const getCheckedAt = cache(async (): Promise<number | undefined> => (await readRequestSession()).checked)

const readRequestSession = cache(async () =>
  readSession({ method: 'HEAD', path: '/members', headers: await headers() }),
)

/** Returns the viewer of a page below `/unlock`: one who is not signed in, with the passwords that were given. */
export const getUnlockedViewer = cache(async (): Promise<Viewer> => addUnlocked(PUBLIC, await headers()))

/** Returns what the token of a preview link shows; undefined if the link is not valid, or no longer. */
export const getOpenPreview = cache((token: string): Promise<OpenPreview | undefined> => findPreview(token, getEnv()))

/** Returns the viewer of a draft below `/preview`, and of its files: the holder of the link. Undefined if it is not valid. */
export const getPreviewViewer = async (token: string): Promise<Viewer | undefined> =>
  (await getOpenPreview(token))?.viewer
