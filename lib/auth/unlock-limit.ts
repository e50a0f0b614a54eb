import 'server-only'
import { type ClientLimit, createSharedLimit, readClientKey, takeFrom } from '../client-limit'
import { getEnv } from '../env'
import { getRuntime } from '../runtime'
import { getLockedPage } from '../site/page-locks'

/** The maximum number of attempts of one client, on all pages together. */
const PER_CLIENT = { name: 'unlock', points: 10, seconds: 60 }
/** The maximum number of attempts on one page, by all clients together. */
const PER_PAGE = { name: 'unlock-page', points: 100, seconds: 60 }

declare module '../runtime' {
  interface Runtime {
    unlockLimits?: { perClient: ClientLimit; perPage: ClientLimit }
  }
}

/**
 * Counts an attempt at the passwords of these locks, for the client and for the page that each lock belongs to: pages below that page have
 * the same lock. Returns 0, or the seconds until the next attempt is possible.
 */
export async function takeAttempt(headers: Headers, locks: readonly string[]): Promise<number> {
  const env = getEnv()
  const runtime = getRuntime()
  runtime.unlockLimits ??= {
    perClient: await createSharedLimit(PER_CLIENT, env),
    perPage: await createSharedLimit(PER_PAGE, env),
  }
  const { perClient, perPage } = runtime.unlockLimits
  // The attempts of a client over its limit do not count on the page, so that it cannot lock others out.
  let wait = await takeFrom(perClient, readClientKey(headers, env))
  for (const lock of locks) wait ||= await takeFrom(perPage, getLockedPage(lock))
  return wait
}
