import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeAttempt } from '@/lib/auth/unlock-limit'
import { createLock } from '@/lib/site/page-locks'
import { idOf } from '../../support/records'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lockOf = (name: string) => createLock(idOf(name), '0'.repeat(32))
const from = (address: string) => new Headers({ 'x-forwarded-for': address })

test('a client has ten attempts a minute on all pages, and a page a hundred of all clients', async () => {
  for (let at = 0; at < 10; at++) expect(await takeAttempt(from('192.0.2.1'), [lockOf(`Page ${at}`)])).toBe(0)
  expect(await takeAttempt(from('192.0.2.1'), [lockOf('Diary')])).toBe(60)
  // Refused attempts use up none of the page's.
  for (let at = 0; at < 100; at++) expect(await takeAttempt(from(`198.51.100.${at}`), [lockOf('Diary')])).toBe(0)
  expect(await takeAttempt(from('203.0.113.1'), [lockOf('Diary')])).toBe(60)
  expect(await takeAttempt(from('203.0.113.1'), [lockOf('Another')])).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await takeAttempt(from('192.0.2.1'), [lockOf('Diary')])).toBe(0)
})

test('attempts on pages below a locked one count on that one', async () => {
  for (let at = 0; at < 100; at++) {
    const locks = [lockOf(`Chapter ${at}`), lockOf('Novel')]
    expect(await takeAttempt(from(`198.51.100.${at}`), locks)).toBe(0)
  }
  expect(await takeAttempt(from('203.0.113.2'), [lockOf('Last chapter'), lockOf('Novel')])).toBe(60)
  expect(await takeAttempt(from('203.0.113.2'), [lockOf('Chapter 1')])).toBe(0)
})
