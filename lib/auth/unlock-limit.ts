import 'server-only'
import { type ClientLimit, createSharedLimit, readClientKey, takeFrom } from '../client-limit'
import { getEnv } from '../env'
import { getRuntime } from '../runtime'
import { getLockedPage } from '../site/page-locks'

/** Attempts of one client, on all pages. */
const OF_CLIENT = { name: 'unlock', points: 10, seconds: 60 }
/** Attempts on one page, of all clients. */
const ON_PAGE = { name: 'unlock-page', points: 100, seconds: 60 }

declare module '../runtime' {
  interface Runtime {
    unlockLimits?: { ofClient: ClientLimit; onPage: ClientLimit }
  }
}

/**
 * Counts an attempt at the passwords of these locks. Every page below a locked one has its lock, so attempts count on the page that a lock
 * belongs to. Returns 0, or the seconds after which the next one is possible.
 */
export async function takeAttempt(headers: Headers, locks: readonly string[]): Promise<number> {
  const env = getEnv()
  const runtime = getRuntime()
  runtime.unlockLimits ??= {
    ofClient: await createSharedLimit(OF_CLIENT, env),
    onPage: await createSharedLimit(ON_PAGE, env),
  }
  const { ofClient, onPage } = runtime.unlockLimits
  // A refused client uses up no attempts of others.
  let wait = await takeFrom(ofClient, readClientKey(headers, env))
  for (const lock of locks) wait ||= await takeFrom(onPage, getLockedPage(lock))
  return wait
}
