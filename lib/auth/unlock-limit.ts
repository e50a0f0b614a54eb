import 'server-only'
import { type ClientLimit, createSharedLimit, readClientKey, takeFrom } from '../client-limit'
import { getEnv } from '../env'
import { getRuntime } from '../runtime'
import { getLockedPage } from '../site/page-locks'

/** The most attempts of one client, on all pages together. */
const OF_CLIENT = { name: 'unlock', points: 10, seconds: 60 }
/** The most attempts on one page, by all clients together. */
const ON_PAGE = { name: 'unlock-page', points: 100, seconds: 60 }

declare module '../runtime' {
  interface Runtime {
    unlockLimits?: { ofClient: ClientLimit; onPage: ClientLimit }
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
    ofClient: await createSharedLimit(OF_CLIENT, env),
    onPage: await createSharedLimit(ON_PAGE, env),
  }
  const { ofClient, onPage } = runtime.unlockLimits
  // The attempts of a client over its limit do not count on the page, so that it cannot lock others out.
  let wait = await takeFrom(ofClient, readClientKey(headers, env))
  for (const lock of locks) wait ||= await takeFrom(onPage, getLockedPage(lock))
  return wait
}
