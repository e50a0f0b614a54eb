import { getRuntime } from './runtime'

interface Problem {
  reason: string
  /** By the monotonic clock, in milliseconds. */
  until: number
}

declare module './runtime' {
  interface Runtime {
    /** By cause. */
    problems?: Map<string, Problem>
  }
}

/**
 * Adds a reason to `/api/health`, until {@link clearProblem} is called with the same cause, or for `forMs`. Anyone can read it, so it must
 * not name a page id, a file or a secret. In threads and child processes this has no effect: they must report to the serving process.
 */
export function reportProblem(cause: string, reason: string, forMs = Number.POSITIVE_INFINITY): void {
  const runtime = getRuntime()
  runtime.problems ??= new Map()
  runtime.problems.set(cause, { reason, until: performance.now() + forMs })
}

export function clearProblem(cause: string): void {
  getRuntime().problems?.delete(cause)
}

/** Whether a problem of this cause is current. */
export function hasProblem(cause: string): boolean {
  const problem = getRuntime().problems?.get(cause)
  return problem !== undefined && performance.now() < problem.until
}

/** Returns the reasons of all current problems, each once. */
export function getCurrentReasons(): string[] {
  const problems = [...(getRuntime().problems ?? [])]
  return [...new Set(problems.filter(([cause]) => hasProblem(cause)).map(([, { reason }]) => reason))]
}

/** A sync or preparation is late after this number of sync intervals. */
const LATE_INTERVALS = 3
/** It is never late before this time. */
const MIN_LATE_MS = 30_000

/** Returns after how many milliseconds the last good sync or preparation is too old. `syncInterval` is in seconds. */
export const getLateAfterMs = (syncInterval: number): number =>
  Math.max(LATE_INTERVALS * syncInterval * 1000, MIN_LATE_MS)
