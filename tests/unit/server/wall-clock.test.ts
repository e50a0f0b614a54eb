import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchWallClock } from '@/server/wall-clock'

afterEach(() => void vi.useRealTimers())

test('detects within a second that the clock was set or the machine was suspended', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  let monotonic = 0
  let set = 1_700_000_000_000
  const onJump = vi.fn()
  watchWallClock(onJump, stop.signal, { wall: () => set + monotonic, monotonic: () => monotonic })
  const pass = (milliseconds: number) => {
    monotonic += milliseconds
    vi.advanceTimersByTime(milliseconds)
  }
  pass(60_000)
  expect(onJump).toHaveBeenCalledTimes(0)
  for (const [jumps, by] of [-7_200_000, 3_600_000, 2000].entries()) {
    set += by
    pass(1000)
    expect(onJump).toHaveBeenCalledTimes(jumps + 1)
    pass(5000)
    expect(onJump).toHaveBeenCalledTimes(jumps + 1)
  }
  // Small corrections by a time server are not jumps.
  set += 10
  pass(1000)
  expect(onJump).toHaveBeenCalledTimes(3)
})
