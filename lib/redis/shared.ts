import { getRuntime } from '../runtime'
import type { Redis } from './connection'

declare module '../runtime' {
  interface Runtime {
    redis?: Promise<Redis>
  }
}

/**
 * Returns the one connection of a serving process, opened by the first caller. A single instance never calls it, so its start does not
 * load the client's code. The server logs whether Redis can be reached.
 */
export function sharedRedis(url: string): Promise<Redis> {
  const runtime = getRuntime()
  runtime.redis ??= import('./connection').then(({ connectToRedis }) => connectToRedis(url, () => {}))
  return runtime.redis
}
