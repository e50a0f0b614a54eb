/** Interval of the comparisons of the two clocks. */
const INTERVAL_MS = 1000
/** If the difference between the clocks changes by more than this, the wall clock was set. */
const JUMP_MS = 500

/** The wall clock in milliseconds since 1970, which can be set, and a monotonic clock in milliseconds, which cannot. */
export interface Clocks {
  wall(): number
  monotonic(): number
}

const SYSTEM: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

/**
 * Calls `jumped` within a second after the wall clock was set or the machine was suspended, until the signal aborts. Timers do not notice
 * either.
 */
export function watchWallClock(jumped: () => void, signal: AbortSignal, clocks = SYSTEM): void {
  const getDifference = () => clocks.wall() - clocks.monotonic()
  let last = getDifference()
  const timer = setInterval(() => {
    const before = last
    last = getDifference()
    if (Math.abs(last - before) > JUMP_MS) jumped()
  }, INTERVAL_MS).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}
