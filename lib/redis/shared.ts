import { setTimeout as pause } from 'node:timers/promises'
import { getRuntime } from '../runtime'
import type { Redis } from './connection'

/** Redis counts as unavailable if it does not respond within this time. */
export const REDIS_DEADLINES = { respondsMs: 1000 }

declare module '../runtime' {
  interface Runtime {
    redis?: Promise<Redis>
    /** The pending check of whether Redis responds. */
    redisPing?: Promise<boolean>
  }
}

/**
 * Returns the connection of a reader's routes and cache, opened by the first caller. A second connection of the reader loads snapshots and
 * logs whether Redis can be reached. Neither waits for the other. A site without `REDIS_URL` never calls this, and does not load the code
 * of the client.
 */
export function getSharedRedis(url: string): Promise<Redis> {
  const runtime = getRuntime()
  runtime.redis ??= import('./connection').then(({ connectToRedis }) => connectToRedis(url, () => {}))
  return runtime.redis
}

/** Returns whether Redis responds within a second. A frozen process keeps its connections open, so an open connection proves nothing. */
export async function isRedisResponding(url: string): Promise<boolean> {
  const redis = await getSharedRedis(url)
  if (!redis.isReady) return false
  const runtime = getRuntime()
  // All callers share one command, so that no queue of them grows while Redis is frozen.
  runtime.redisPing ??= redis
    .ping()
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      runtime.redisPing = undefined
    })
  return Promise.race([runtime.redisPing, pause(REDIS_DEADLINES.respondsMs, false, { ref: false })])
}

/** Waits for the connection of a command, which has just been opened. Returns whether Redis responds within `limitMs`. */
export async function waitForRedis(url: string, limitMs: number): Promise<boolean> {
  const redis = await getSharedRedis(url)
  for (const ends = Date.now() + limitMs; !redis.isReady && Date.now() < ends; ) await pause(50)
  return redis.isReady
}
