import 'server-only'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { getRuntime } from '../runtime'
import type { Viewer } from '../site/site-index'

declare module '../runtime' {
  interface Runtime {
    /** Viewers by a digest of their verified credentials. */
    verifiedViewers?: LRUCache<string, { viewer: Viewer; until: number }>
  }
}

const MAX_VIEWERS = 1000

/** Returns the viewer of exactly the same credentials if they were verified before and have not expired. */
export function getVerifiedViewer(credentials: string): Viewer | undefined {
  const verified = getRuntime().verifiedViewers?.get(getDigest(credentials))
  return verified !== undefined && Date.now() < verified.until ? verified.viewer : undefined
}

/** Caches the viewer of verified credentials until they expire (`expires`, in seconds since 1970). Stores only a digest of them. */
export function cacheVerifiedViewer(credentials: string, viewer: Viewer, expires: number): void {
  const runtime = getRuntime()
  runtime.verifiedViewers ??= new LRUCache({ max: MAX_VIEWERS })
  runtime.verifiedViewers.set(getDigest(credentials), { viewer, until: expires * 1000 })
}

const getDigest = (credentials: string) => createHash('sha256').update(credentials).digest('base64')
