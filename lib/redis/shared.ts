import { getRuntime } from '../runtime'
import type { Redis } from './connection'

declare module '../runtime' {
  interface Runtime {
    redis?: Promise<Redis>
  }
}

/**
 * Returns the connection of a reader's routes and cache, opened by the first caller. The reader's own connection, which loads snapshots and
 * logs whether Redis can be reached, is another one, so that neither waits for the other. A single site never calls this and does not load
 * the client's code.
 */
export function sharedRedis(url: string): Promise<Redis> {
  const runtime = getRuntime()
  runtime.redis ??= import('./connection').then(({ connectToRedis }) => connectToRedis(url, () => {}))
  return runtime.redis
}
