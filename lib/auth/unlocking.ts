import 'server-only'
import { createHmac } from 'node:crypto'
import { getBasePath } from '../base-path'
import { type ClientLimit, createSharedLimit, readClientKey, takeFrom } from '../client-limit'
import { getRuntime } from '../runtime'
import { type Env, getEnv } from '../settings/env'
import { hasLock } from '../site/access'
import { createLockFor, getLockedPage } from '../site/page-locks'
import type { SitePage, Viewer } from '../site/site-index'
import { isSameSecret } from './secrets'

/** Prefix of the cookie for one page. The page's whole id follows, because ids of a workspace may share most digits. */
const COOKIE_PREFIX = 'colophon-unlock-'
/** Lifetime of the cookie in seconds. The cookies of members are those of the sign-in service. */
const LIFETIME_S = 7 * 24 * 3600
/** The maximum number of locks that are read from a request. */
const MAX_LOCKS = 20
/** The maximum number of cookies of a request that are verified. Headers of the allowed size contain fewer valid cookies. */
const MAX_VERIFIED = 200

/** `<page id>:<seal>.<expiry in seconds since 1970>.<signature>`, see `createLock`. */
const VALUE = /^([0-9a-f-]{36}:[0-9a-f]{32})\.(\d{10,12})\.([\w-]{43})$/

/**
 * Returns the cookie that proves that a visitor knows the password of a lock. It names the lock, so that it is worthless for other pages
 * and after a change of the password.
 */
export function createUnlockCookie(lock: string, env: Env = getEnv(), now = Date.now()): string {
  const expires = Math.floor(now / 1000) + LIFETIME_S
  const name = COOKIE_PREFIX + getLockedPage(lock)
  const value = `${lock}.${expires}.${sign(`${lock}.${expires}`, env)}`
  const secure = env.siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=${getBasePath()}/; Max-Age=${LIFETIME_S}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Returns the locks whose passwords a visitor has given, sorted. Ignores forged and expired cookies. If there are more than `MAX_LOCKS`,
 * returns those that expire last.
 */
export function readUnlocked(cookies: string | null, env: Env = getEnv(), now = Date.now()): string[] {
  if (env.siteSecret === undefined || cookies === null) return []
  const own = cookies.split(';').flatMap((each) => {
    const [name = '', value = ''] = each.trim().split('=', 2)
    const [, lock = '', expires = '', signature = ''] = VALUE.exec(value.replaceAll('%3A', ':')) ?? []
    return name === COOKIE_PREFIX + getLockedPage(lock) ? [{ lock, expires, signature }] : []
  })
  const valid = own.slice(-MAX_VERIFIED).filter(({ lock, expires, signature }) => {
    return Number(expires) * 1000 > now && isSameSecret(signature, sign(`${lock}.${expires}`, env))
  })
  // Browsers send older cookies first, so of equal expiry the later one is newer.
  const newest = valid.reverse().sort((a, b) => Number(b.expires) - Number(a.expires))
  return [...new Set(newest.map(({ lock }) => lock))].slice(0, MAX_LOCKS).sort()
}

/** Adds the locks that the valid cookies of a request open to a viewer. */
export function addUnlocked(viewer: Viewer, headers: Headers, env: Env = getEnv()): Viewer {
  const unlocked = readUnlocked(headers.get('cookie'), env)
  return unlocked.length === 0 ? viewer : { ...viewer, unlocked }
}

/** Returns the locks of a page that the viewer has not opened. */
export const findClosedLocks = ({ access }: SitePage, viewer: Viewer): string[] =>
  access.kind === 'locked' ? access.locks.filter((lock) => !hasLock(viewer, lock)) : []

/** Returns those of a page's locks that a password opens. */
export function findOpenedLocks(locks: readonly string[], password: string, env: Env = getEnv()): string[] {
  return locks.filter((lock) => {
    const given = createLockFor(getLockedPage(lock), password, env)
    return given !== undefined && isSameSecret(given, lock)
  })
}

/** Signs with a different key than the seals of passwords, see `getSealing`. */
function sign(text: string, { siteSecret = '' }: Env): string {
  const key = createHmac('sha256', siteSecret).update('cookies of pages with a password').digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}

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
