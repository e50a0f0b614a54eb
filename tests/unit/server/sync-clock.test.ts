import { afterEach, expect, test, vi } from 'vitest'
import { SyncClock } from '@/server/syncing'

afterEach(() => void vi.useRealTimers())

test('a sync is due after its interval, even if only one of the clocks advances', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  const monotonic = vi.spyOn(performance, 'now').mockReturnValue(5000)
  const clock = new SyncClock(60_000)
  expect(clock.isDue()).toBe(true)
  clock.restart()
  expect(clock.isDue()).toBe(false)
  // A suspended machine stops the monotonic clock.
  vi.setSystemTime(1_700_000_060_000)
  expect(clock.isDue()).toBe(true)
  vi.setSystemTime(1_600_000_000_000)
  expect(clock.isDue()).toBe(false)
  monotonic.mockReturnValue(65_000)
  expect(clock.isDue()).toBe(true)
})
