import 'server-only'
import { type ClientLimit, createSharedLimit, readClientKey, takeFrom } from '../client-limit'
import { getRuntime } from '../runtime'
import { type Env, getEnv } from '../settings/env'
import { getLockedPage } from '../site/page-locks'
import { readUnlocked } from './unlocking'

/** The maximum number of attempts of one client, on all pages together. */
const PER_CLIENT = { name: 'unlock', points: 10, seconds: 60 }
/** The maximum number of attempts on one page, by all clients together. */
const PER_PAGE = { name: 'unlock-page', points: 100, seconds: 60 }
/** The same for visitors who have unlocked the page before, for example with its former password. Others cannot use these up. */
const PER_PAGE_AGAIN = { ...PER_PAGE, name: 'unlock-page-again' }

declare module '../runtime' {
  interface Runtime {
    unlockLimits?: { perClient: ClientLimit; perPage: ClientLimit; perPageAgain: ClientLimit }
  }
}

/**
 * Counts an attempt at the passwords of these locks, for the client and for the page that each lock belongs to: pages below that page have
 * the same lock. Returns 0, or the seconds until the next attempt is possible.
 */
export async function takeAttempt(headers: Headers, locks: readonly string[], env: Env = getEnv()): Promise<number> {
  const runtime = getRuntime()
  runtime.unlockLimits ??= {
    perClient: await createSharedLimit(PER_CLIENT, env),
    perPage: await createSharedLimit(PER_PAGE, env),
    perPageAgain: await createSharedLimit(PER_PAGE_AGAIN, env),
  }
  const { perClient, perPage, perPageAgain } = runtime.unlockLimits
  const unlockedPages = new Set(readUnlocked(headers.get('cookie'), env).map(getLockedPage))
  // The attempts of a client over its limit do not count on the page, so that it cannot lock others out.
  let wait = await takeFrom(perClient, readClientKey(headers, env))
  for (const page of locks.map(getLockedPage)) {
    wait ||= await takeFrom(unlockedPages.has(page) ? perPageAgain : perPage, page)
  }
  return wait
}
