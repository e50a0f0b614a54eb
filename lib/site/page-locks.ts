import 'server-only'
import { createHmac } from 'node:crypto'
import { UNLOCK } from '../routes'
import type { Env } from '../settings/env'
import type { Sealing } from '../snapshot/source'
import { normalizePassword } from '../workspace/clean/passwords'
import type { Id } from '../workspace/record-map'

/**
 * The lock of a page is its id and the seal of its password: an HMAC with a key that only `SITE_SECRET` gives. Locks are in the index
 * and in cookies. They change with the password, and do not reveal it.
 */
export const createLock = (page: Id, seal: string): string => `${page}:${seal}`

/** Returns how passwords are sealed; undefined without `SITE_SECRET`, because visitors are then not asked for passwords. */
export function getSealing({ siteSecret }: Pick<Env, 'siteSecret'>): Sealing | undefined {
  if (siteSecret === undefined) return undefined
  const key = sign(siteSecret, 'passwords of pages')
  return {
    key: sign(key, 'name').slice(0, 12),
    seal: (page, password) => sign(key, JSON.stringify([page, password])).slice(0, 32),
  }
}

/** Returns the lock that a password opens on a page; undefined if no page can have this password. */
export function createLockFor(page: Id, text: string, env: Pick<Env, 'siteSecret'>): string | undefined {
  const password = normalizePassword(text)
  const sealing = getSealing(env)
  return password === undefined || sealing === undefined ? undefined : createLock(page, sealing.seal(page, password))
}

/** The home page is below `/unlock` under the name that its Markdown copy has. */
const HOME = 'index'

/** Returns the path of a page from what follows `/unlock/`. */
export const toPagePath = (path: string): string => (path === HOME ? '' : path)

/** Returns the address below `/unlock` of a page, by its public address. */
export const toUnlockAddress = (address: string): string => `/${UNLOCK}${address === '/' ? `/${HOME}` : address}`

/** Returns the page that a lock belongs to. */
export const getLockedPage = (lock: string): Id => lock.split(':', 1)[0] ?? ''

const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
