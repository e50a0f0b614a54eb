import { expect, onTestFinished, test, vi } from 'vitest'
import { PauseGuard } from '@/lib/instances/pause-guard'

/** Creates a guard. `ends` contains a function per check that ends it, and `pauseFor` advances a clock. */
function createGuard(withinMs = 60_000) {
  const ends: (() => void)[] = []
  const check = () => new Promise<void>((resolve) => ends.push(resolve))
  const guard = new PauseGuard(check, withinMs)
  const pauseFor = (milliseconds: number, clock: 'monotonic' | 'wall' = 'monotonic') => {
    const [holder, name] = clock === 'wall' ? [Date, 'now' as const] : [performance, 'now' as const]
    const at = holder.now() + milliseconds
    const spy = vi.spyOn(holder as typeof Date, name).mockImplementation(() => at)
    onTestFinished(() => spy.mockRestore())
  }
  return { guard, ends, pauseFor }
}

test('does not delay responses while the process runs', () => {
  const { guard, pauseFor } = createGuard()
  expect(guard.beforeResponse()).toBeUndefined()
  pauseFor(1000)
  expect(guard.beforeResponse()).toBeUndefined()
})

test.each(['monotonic', 'wall'] as const)('checks once for all requests after the %s clock jumped', async (clock) => {
  const { guard, ends, pauseFor } = createGuard()
  pauseFor(60_000, clock)
  const waiting = [guard.beforeResponse(), guard.beforeResponse()]
  expect(waiting).toEqual([expect.any(Promise), expect.any(Promise)])
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await Promise.all(waiting)
  expect(guard.beforeResponse()).toBeUndefined()
})

test('checks again when the process was paused during a check', async () => {
  const { guard, ends, pauseFor } = createGuard()
  pauseFor(60_000)
  const first = guard.beforeResponse()
  pauseFor(60_000)
  const second = guard.beforeResponse()
  ends[0]?.()
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  expect(guard.beforeResponse()).toBeInstanceOf(Promise)
  ends[1]?.()
  await Promise.all([first, second])
  expect(guard.beforeResponse()).toBeUndefined()
})

test('does not delay responses further if a check fails or takes too long', async () => {
  const { guard, pauseFor } = createGuard(1)
  pauseFor(60_000)
  await guard.beforeResponse()
  expect(guard.beforeResponse()).toBeUndefined()
  const failing = new PauseGuard(() => Promise.reject(new Error('no')), 60_000)
  pauseFor(60_000)
  await failing.beforeResponse()
})

test('detects a blocked event loop before the next request', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { guard, ends, pauseFor } = createGuard()
  guard.start()
  onTestFinished(() => guard.stop())
  pauseFor(60_000)
  // The timer of the guard runs first.
  vi.advanceTimersByTime(500)
  expect(ends).toHaveLength(1)
  expect(guard.beforeResponse()).toBeInstanceOf(Promise)
})
