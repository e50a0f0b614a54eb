/** How often the wall clock is compared with the monotonic one, and by how much they may differ from one look to the next. */
const LOOK_MS = 1000
const JUMP_MS = 500

/** Both in milliseconds: the wall clock since 1970, which can be set, and one that never is. */
export interface Clocks {
  wall(): number
  monotonic(): number
}

const SYSTEM: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Calls `jumped` within a second after the wall clock was set or the machine was suspended, which no timer notices, until the signal aborts. */
export function watchWallClock(jumped: () => void, signal: AbortSignal, clocks = SYSTEM): void {
  const difference = () => clocks.wall() - clocks.monotonic()
  let last = difference()
  const timer = setInterval(() => {
    const before = last
    last = difference()
    if (Math.abs(last - before) > JUMP_MS) jumped()
  }, LOOK_MS).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}
