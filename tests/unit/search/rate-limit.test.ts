import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimit, takeFrom } from '@/lib/client-limit'
import { getSearchLimit } from '@/lib/search/rate-limit'
import { readEnv } from '@/lib/settings/env'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('takeFrom limits the searches of a client per minute, and returns the seconds until the next minute', async () => {
  const env = readEnv({ SEARCH_RATE: '2' }, '/')
  const limit = createLimit(getSearchLimit(env), env)
  expect([await takeFrom(limit, 'a'), await takeFrom(limit, 'a'), await takeFrom(limit, 'a')]).toEqual([0, 0, 60])
  expect(await takeFrom(limit, 'b')).toBe(0)
  vi.advanceTimersByTime(59_500)
  expect(await takeFrom(limit, 'a')).toBe(1)
  vi.advanceTimersByTime(500)
  expect([await takeFrom(limit, 'a'), await takeFrom(limit, 'a'), await takeFrom(limit, 'a')]).toEqual([0, 0, 60])
})
