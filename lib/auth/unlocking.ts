import 'server-only'
import { createHmac } from 'node:crypto'
import { getBasePath } from '../base-path'
import { type Env, getEnv } from '../env'
import { hasLock } from '../site/access'
import { createLockFor, getLockedPage } from '../site/page-locks'
import type { SitePage, Viewer } from '../site/site-index'
import { isSameSecret } from './secrets'

/** The name of the cookie for one page is this and the page's id: the ids of a workspace may have most digits in common. */
const COOKIE = 'colophon-unlock-'
/** Seconds after which a visitor is asked again. */
const LASTS_S = 7 * 24 * 3600
/** The most locks of a request that count. */
const MOST_LOCKS = 20
/** The most cookies of a request that are verified. Headers of the allowed size hold fewer valid cookies. */
const MOST_VERIFIED = 200

/** `<page id>:<seal>.<expiry in seconds since 1970>.<signature>`, see `createLock`. */
const VALUE = /^([0-9a-f-]{36}:[0-9a-f]{32})\.(\d{10,12})\.([\w-]{43})$/

/**
 * Returns the cookie that proves that a visitor knows the password of a lock. It names the lock, so that it is worthless for other pages
 * and after a change of the password.
 */
export function createUnlockCookie(lock: string, env: Env = getEnv(), now = Date.now()): string {
  const expires = Math.floor(now / 1000) + LASTS_S
  const name = COOKIE + getLockedPage(lock)
  const value = `${lock}.${expires}.${sign(`${lock}.${expires}`, env)}`
  const secure = env.siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=${getBasePath()}/; Max-Age=${LASTS_S}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Returns the locks whose passwords a visitor has given, sorted. Forged and expired cookies count for nothing. Of too many, the newest
 * count: browsers send older cookies first, and keep the place of one that is renewed.
 */
export function readUnlocked(cookies: string | null, env: Env = getEnv(), now = Date.now()): string[] {
  if (env.siteSecret === undefined || cookies === null) return []
  const own = cookies.split(';').flatMap((each) => {
    const [name = '', value = ''] = each.trim().split('=', 2)
    const [, lock = '', expires = '', signature = ''] = VALUE.exec(value.replaceAll('%3A', ':')) ?? []
    return name === COOKIE + getLockedPage(lock) ? [{ lock, expires, signature }] : []
  })
  const valid = own.slice(-MOST_VERIFIED).filter(({ lock, expires, signature }) => {
    return Number(expires) * 1000 > now && isSameSecret(signature, sign(`${lock}.${expires}`, env))
  })
  const newest = valid.reverse().sort((a, b) => Number(b.expires) - Number(a.expires))
  return [...new Set(newest.map(({ lock }) => lock))].slice(0, MOST_LOCKS).sort()
}

/** Returns a viewer who has also given the passwords that the cookies of a request prove. */
export function addUnlocked(viewer: Viewer, headers: Headers, env: Env = getEnv()): Viewer {
  const unlocked = readUnlocked(headers.get('cookie'), env)
  return unlocked.length === 0 ? viewer : { ...viewer, unlocked }
}

/** Returns the locks of a page that the viewer has not opened. */
export const findMissingLocks = ({ access }: SitePage, viewer: Viewer): string[] =>
  access.kind === 'locked' ? access.locks.filter((lock) => !hasLock(viewer, lock)) : []

/** Returns those of a page's locks that a password opens. */
export function findOpenedLocks(locks: readonly string[], password: string, env: Env = getEnv()): string[] {
  return locks.filter((lock) => {
    const given = createLockFor(getLockedPage(lock), password, env)
    return given !== undefined && isSameSecret(given, lock)
  })
}

/** The key is another one than that of the passwords, see `getSealing`. */
function sign(text: string, { siteSecret = '' }: Env): string {
  const key = createHmac('sha256', siteSecret).update('cookies of pages with a password').digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}
