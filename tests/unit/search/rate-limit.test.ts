import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimit, takeFrom } from '@/lib/client-limit'
import { readEnv } from '@/lib/env'
import { getSearchLimit } from '@/lib/search/rate-limit'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a client has its searches each minute, and learns after how many seconds the next ones begin', async () => {
  const env = readEnv({ SEARCH_RATE: '2' }, '/')
  const limit = createLimit(getSearchLimit(env), env)
  expect([await takeFrom(limit, 'a'), await takeFrom(limit, 'a'), await takeFrom(limit, 'a')]).toEqual([0, 0, 60])
  expect(await takeFrom(limit, 'b')).toBe(0)
  vi.advanceTimersByTime(59_500)
  expect(await takeFrom(limit, 'a')).toBe(1)
  vi.advanceTimersByTime(500)
  expect([await takeFrom(limit, 'a'), await takeFrom(limit, 'a'), await takeFrom(limit, 'a')]).toEqual([0, 0, 60])
})
