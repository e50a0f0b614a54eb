import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnlockCookie, takeAttempt } from '@/lib/auth/unlocking'
import { readEnv } from '@/lib/settings/env'
import { createLock } from '@/lib/site/page-locks'
import { createId } from '../../support/records'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const createPageLock = (name: string) => createLock(createId(name), '0'.repeat(32))
const createHeaders = (address: string) => new Headers({ 'x-forwarded-for': address })

test('allows ten attempts per minute and client, and a hundred per minute and page', async () => {
  for (let at = 0; at < 10; at++)
    expect(await takeAttempt(createHeaders('192.0.2.1'), [createPageLock(`Page ${at}`)])).toBe(0)
  expect(await takeAttempt(createHeaders('192.0.2.1'), [createPageLock('Diary')])).toBe(60)
  // Rejected attempts do not count towards the limit of the page.
  for (let at = 0; at < 100; at++)
    expect(await takeAttempt(createHeaders(`198.51.100.${at}`), [createPageLock('Diary')])).toBe(0)
  expect(await takeAttempt(createHeaders('203.0.113.1'), [createPageLock('Diary')])).toBe(60)
  expect(await takeAttempt(createHeaders('203.0.113.1'), [createPageLock('Another')])).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await takeAttempt(createHeaders('192.0.2.1'), [createPageLock('Diary')])).toBe(0)
})

test('counts the attempts of visitors who have unlocked a page before separately', async () => {
  const env = readEnv({ SITE_SECRET: 'one secret for tests' }, '/')
  const locks = [createPageLock('Letters')]
  const take = (address: string, cookie = '') =>
    takeAttempt(new Headers({ 'x-forwarded-for': address, cookie }), locks, env)
  for (let at = 0; at < 100; at++) expect(await take(`198.51.100.${at}`)).toBe(0)
  expect(await take('203.0.113.3')).toBe(60)
  // The password has changed since this cookie was set.
  const cookie = createUnlockCookie(createLock(createId('Letters'), '1'.repeat(32)), env)
  expect(await take('203.0.113.4', cookie)).toBe(0)
  expect(await take('203.0.113.5', createUnlockCookie(createPageLock('Drawer'), env))).toBe(60)
  expect(await take('203.0.113.6', cookie.replace(/\.[\w-]{43};/, `.${'A'.repeat(43)};`))).toBe(60)
  // Their attempts are limited, too.
  for (let at = 1; at < 100; at++) expect(await take(`198.51.101.${at}`, cookie)).toBe(0)
  expect(await take('203.0.113.7', cookie)).toBe(60)
})

test('counts attempts on subpages of a locked page towards the limit of that page', async () => {
  for (let at = 0; at < 100; at++) {
    const locks = [createPageLock(`Chapter ${at}`), createPageLock('Novel')]
    expect(await takeAttempt(createHeaders(`198.51.100.${at}`), locks)).toBe(0)
  }
  expect(
    await takeAttempt(createHeaders('203.0.113.2'), [createPageLock('Last chapter'), createPageLock('Novel')]),
  ).toBe(60)
  expect(await takeAttempt(createHeaders('203.0.113.2'), [createPageLock('Chapter 1')])).toBe(0)
})
