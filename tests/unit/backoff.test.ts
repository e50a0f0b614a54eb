import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Backoff } from '@/lib/backoff'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('doubles the pause up to five minutes and resets it after a success', () => {
  const backoff = new Backoff(100_000)
  expect([backoff.fail(), backoff.fail(), backoff.fail(), backoff.fail()]).toEqual([100_000, 200_000, 300_000, 300_000])
  backoff.succeed()
  expect(backoff.fail()).toBe(100_000)
})

test('returns the remaining pause', () => {
  const backoff = new Backoff()
  expect(backoff.remainingMs).toBe(0)
  backoff.fail()
  vi.advanceTimersByTime(4000)
  expect(backoff.remainingMs).toBe(1000)
  vi.advanceTimersByTime(2000)
  expect(backoff.remainingMs).toBe(0)
})
