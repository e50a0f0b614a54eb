import 'server-only'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { getRuntime } from '../runtime'
import type { Viewer } from '../site/types'

declare module '../runtime' {
  interface Runtime {
    /** Viewers by a digest of the credentials that proved them. */
    verifiedViewers?: LRUCache<string, { viewer: Viewer; until: number }>
  }
}

const MOST_PROOFS = 1000

/** Whom the very same credentials, to the letter, have proven before; undefined once their token has run out. */
export function rememberedProof(credentials: string): Viewer | undefined {
  const proof = getRuntime().verifiedViewers?.get(keyOf(credentials))
  return proof !== undefined && Date.now() < proof.until ? proof.viewer : undefined
}

/** Remembers what was proven, until the token's own end in seconds since 1970; of the credentials only a digest is kept. */
export function rememberProof(credentials: string, viewer: Viewer, expires: number): void {
  const runtime = getRuntime()
  runtime.verifiedViewers ??= new LRUCache({ max: MOST_PROOFS })
  runtime.verifiedViewers.set(keyOf(credentials), { viewer, until: expires * 1000 })
}

const keyOf = (credentials: string) => createHash('sha256').update(credentials).digest('base64')
