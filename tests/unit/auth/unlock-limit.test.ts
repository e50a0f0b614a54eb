import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeAttempt } from '@/lib/auth/unlock-limit'
import { idOf } from '../../support/records'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const from = (address: string) => new Headers({ 'x-forwarded-for': address })

test('a client has ten attempts a minute on all pages, and a page a hundred of all clients', async () => {
  for (let at = 0; at < 10; at++) expect(await takeAttempt(from('192.0.2.1'), idOf(`Page ${at}`))).toBe(0)
  expect(await takeAttempt(from('192.0.2.1'), idOf('Diary'))).toBe(60)
  // Refused attempts use up none of the page's.
  for (let at = 0; at < 100; at++) expect(await takeAttempt(from(`198.51.100.${at}`), idOf('Diary'))).toBe(0)
  expect(await takeAttempt(from('203.0.113.1'), idOf('Diary'))).toBe(60)
  expect(await takeAttempt(from('203.0.113.1'), idOf('Another'))).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await takeAttempt(from('192.0.2.1'), idOf('Diary'))).toBe(0)
})
