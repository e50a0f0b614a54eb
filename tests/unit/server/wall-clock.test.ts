import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchWallClock } from '@/server/wall-clock'

afterEach(() => void vi.useRealTimers())

test('notices within a second that the clock was set or the machine was suspended, and nothing else', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  let monotonic = 0
  let set = 1_700_000_000_000
  const jumped = vi.fn()
  watchWallClock(jumped, stop.signal, { wall: () => set + monotonic, monotonic: () => monotonic })
  const pass = (milliseconds: number) => {
    monotonic += milliseconds
    vi.advanceTimersByTime(milliseconds)
  }
  pass(60_000)
  expect(jumped).toHaveBeenCalledTimes(0)
  for (const [jumps, by] of [-7_200_000, 3_600_000, 2000].entries()) {
    set += by
    pass(1000)
    expect(jumped).toHaveBeenCalledTimes(jumps + 1)
    pass(5000)
    expect(jumped).toHaveBeenCalledTimes(jumps + 1)
  }
  // What the network's time corrects bit by bit is no jump.
  set += 10
  pass(1000)
  expect(jumped).toHaveBeenCalledTimes(3)
})
