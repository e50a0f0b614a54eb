import { describe, expect, test } from 'vitest'
import { createUnlockCookie, findClosedLocks, findOpenedLocks, readUnlocked } from '@/lib/auth/unlocking'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { createLock, createLockFor, getSealing } from '@/lib/site/page-locks'
import type { Access, SitePage } from '@/lib/site/site-index'
import { createId } from '../../support/records'

const NOW = Date.UTC(2026, 0, 1)
const WEEK_MS = 7 * 24 * 3_600_000
const env = readEnv({ SITE_SECRET: 'one secret for tests', SITE_URL: 'https://site.example' }, '/')
const other = readEnv({ SITE_SECRET: 'two secrets for tests', SITE_URL: 'https://site.example' }, '/')
const createPageLock = (name: string, password: string) => createLockFor(createId(name), password, env) ?? ''
const lock = createPageLock('Diary', 'open sesame')
const cookie = createUnlockCookie(lock, env, NOW)
const [pair = ''] = cookie.split(';')
const createLockedPage = (...locks: string[]) => ({ access: { kind: 'locked', locks } satisfies Access }) as SitePage

test('a cookie is restricted to this site, not accessible to scripts, and expires after a week', () => {
  expect(cookie).toMatch(
    /^colophon-unlock-[0-9a-f-]{36}=[^;\s]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
  )
  const local = readEnv({ SITE_SECRET: 'one secret for tests' }, '/')
  expect(createUnlockCookie(lock, local, NOW)).not.toContain('Secure')
})

test('pages whose ids differ in the last digit have different cookies', () => {
  const [one, two] = ['1', '2'].map((digit) =>
    createLock(`1a2b3c4d-5e6f-8a7b-9c8d-00000000000${digit}`, '0'.repeat(32)),
  )
  const names = [one, two].map((each = '') => createUnlockCookie(each, env, NOW).split('=')[0])
  expect(new Set(names).size).toBe(2)
})

test('a cookie is valid among others until it expires', () => {
  expect(readUnlocked(`theme=dark; ${pair}; a=b`, env, NOW)).toEqual([lock])
  expect(readUnlocked(pair, env, NOW + WEEK_MS - 1000)).toEqual([lock])
  expect(readUnlocked(pair, env, NOW + WEEK_MS)).toEqual([])
})

test('rejects a cookie that is forged, changed or signed with another secret, and all without a secret', () => {
  const later = pair.replace(/\.(\d{10})\./, (_, seconds: string) => `.${Number(seconds) + 1}.`)
  const others = pair.replace(`=${createId('Diary')}`, `=${createId('Other')}`)
  expect(later).not.toBe(pair)
  expect(others).not.toBe(pair)
  const forged = [later, others, pair.slice(0, -1), `${pair}0`, 'colophon-unlock-1=', 'colophon-unlock-1=%00.1.x']
  for (const each of forged) expect(readUnlocked(each, env, NOW), each).toEqual([])
  expect(readUnlocked(pair, other, NOW)).toEqual([])
  expect(readUnlocked(pair, readEnv({}, '/'), NOW)).toEqual([])
  expect(readUnlocked(null, env, NOW)).toEqual([])
})

describe('readUnlocked with many cookies', () => {
  const locks = Array.from({ length: 30 }, (_, at) => createPageLock(`Page ${at}`, 'open sesame'))
  const createPair = (each: string, time: number) => createUnlockCookie(each, env, time).split(';')[0]

  test('accepts the last twenty valid ones, so that a correct password always opens a page', () => {
    const forged = Array.from({ length: 30 }, (_, at) => `${pair.slice(0, -2)}${at + 10}`)
    const cookies = [...forged, ...locks.map((each) => createPair(each, NOW)), ...forged]
    expect(readUnlocked(cookies.join('; '), env, NOW)).toEqual(locks.slice(-20).sort())
  })

  test('accepts a renewed cookie, although browsers keep its position', () => {
    const cookies = locks.map((each, at) => createPair(each, at === 0 ? NOW + 60_000 : NOW))
    expect(readUnlocked(cookies.join('; '), env, NOW)).toContain(locks[0])
  })

  test('verifies a limited number', () => {
    const forged = Array.from({ length: 200 }, () => `${pair.slice(0, -1)}0`)
    expect(readUnlocked([pair, ...forged].join('; '), env, NOW)).toEqual([])
  })
})

test('a password opens only pages with this password', () => {
  expect(findOpenedLocks([lock], 'open sesame', env)).toEqual([lock])
  const wrong = ['', ' ', 'open', 'Open sesame', 'open sesame2', 'x'.repeat(10_000), '\u200b']
  for (const each of wrong) expect(findOpenedLocks([lock], each, env), each.slice(0, 20)).toEqual([])
  expect(findOpenedLocks([createPageLock('Other', 'another')], 'open sesame', env)).toEqual([])
  expect(findOpenedLocks([lock], 'open sesame', other)).toEqual([])
})

test('ignores spaces around a password and its Unicode normalization form', () => {
  const cafe = createPageLock('Diary', 'caf\u00e9')
  expect(findOpenedLocks([cafe], '  cafe\u0301\n', env)).toEqual([cafe])
})

test('a page below another locked page requires both passwords, and one password opens all locks that use it', () => {
  const below = createPageLock('Below', 'second')
  expect(findOpenedLocks([lock, below], 'second', env)).toEqual([below])
  const same = createPageLock('Below', 'open sesame')
  expect(findOpenedLocks([lock, same], 'open sesame', env)).toEqual([lock, same])
})

test('findClosedLocks returns the locks of a page that the viewer has not opened', () => {
  const below = createPageLock('Below', 'second')
  expect(findClosedLocks(createLockedPage(lock, below), PUBLIC)).toEqual([lock, below])
  expect(findClosedLocks(createLockedPage(lock, below), { ...PUBLIC, unlocked: [below] })).toEqual([lock])
  expect(findClosedLocks({ access: { kind: 'public' } } as SitePage, PUBLIC)).toEqual([])
})

test('a lock depends on page, password and secret, and contains no password', () => {
  const seal = (secret: string, name: string, password: string) =>
    getSealing({ siteSecret: secret })?.seal(createId(name), password)
  const seals = [seal('one', 'A', 'p'), seal('one', 'B', 'p'), seal('one', 'A', 'q'), seal('two', 'A', 'p')]
  expect(new Set(seals).size).toBe(4)
  expect(createLock(createId('A'), seals[0] ?? '')).toMatch(/^[0-9a-f-]{36}:[0-9a-f]{32}$/)
  expect(getSealing({})).toBeUndefined()
})
