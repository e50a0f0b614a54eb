/** The consecutive failed attempts to fetch a page, a record or a file. `caller.ts` retries single calls. */
export interface FailedAttempts {
  times: number
  /** The last one, in milliseconds since 1970. */
  at: number
}

/** The pause after the first failure. It doubles with each further one, up to a day. */
const FIRST_RETRY_MS = 10_000
const MAX_RETRY_MS = 24 * 3_600_000

/** Whether the pause after the last failure is over. */
export function isDue({ times, at }: FailedAttempts): boolean {
  const elapsed = Date.now() - at
  // After the clock was set back, the time of the last attempt is in the future.
  return elapsed < 0 || elapsed >= Math.min(FIRST_RETRY_MS * 2 ** (times - 1), MAX_RETRY_MS)
}

export const countFailure = (before?: FailedAttempts): FailedAttempts => ({
  times: (before?.times ?? 0) + 1,
  at: Date.now(),
})
