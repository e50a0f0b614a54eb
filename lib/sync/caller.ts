import { setTimeout as pause } from 'node:timers/promises'
import { rejectOnAbort } from '../reject-on-abort'
import { CallError } from './errors'
import type { Pace, Priority } from './pace'

/** Timeout and retries of a call. Times are in milliseconds. */
export interface CallLimits {
  timeout: number
  attempts: number
  /** The pause before the nth retry is random, up to `baseBackoff * 2 ** n` and `maxBackoff`. */
  baseBackoff: number
  maxBackoff: number
  /** The pause of all calls after a response 429 without `Retry-After`. */
  cooldown: number
  /** The rows that the first query of a view requests. */
  rows: number
}

export const CALL_LIMITS: CallLimits = {
  timeout: 30_000,
  attempts: 4,
  baseBackoff: 1000,
  maxBackoff: 60_000,
  cooldown: 60_000,
  // The default limit of the workspace.
  rows: 999,
}

/** Malformed responses before a call fails. The workspace also responds like this for a page that does not exist. */
const MAX_BROKEN = 3
const MAX_WAIT_MS = 120_000

/** Makes calls to a workspace: each is rate-limited, has a timeout, and is retried if that can help. */
export class Caller {
  constructor(
    readonly pace: Pace,
    readonly limits: CallLimits,
  ) {}

  /**
   * Sends a request and reads the response. `read` may throw a {@link CallError}, too. Throws {@link CallError} when all attempts failed.
   * `most`: the most attempts.
   */
  async call<Result>(
    priority: Priority,
    request: (options: { signal: AbortSignal }) => Promise<unknown>,
    read: (response: unknown) => Result,
    most = this.limits.attempts,
  ): Promise<Result> {
    const { timeout, cooldown } = this.limits
    for (let attempt = 1; ; attempt++) {
      try {
        return read(await this.pace.run(() => this.#requestInTime(request), priority))
      } catch (error) {
        this.pace.signal.throwIfAborted()
        const failure = toCallError(error, timeout)
        const pauseOfAll = failure.kind === 'busy' && this.pace.pauseCalls(withJitter(failure.retryAfter ?? cooldown))
        if (pauseOfAll) pauseOfAll.catch(() => {})
        if (failure.kind === 'refused' || attempt >= most) throw failure
        if (failure.kind === 'broken' && attempt >= MAX_BROKEN) throw failure
        if (pauseOfAll) await pauseOfAll
        else
          await pause(failure.retryAfter ?? this.#getBackoff(failure, attempt), undefined, { signal: this.pace.signal })
      }
    }
  }

  /** Rejects at the timeout. The client's own timeout ends when the headers arrive, but a body can hang, too. */
  async #requestInTime(request: (options: { signal: AbortSignal }) => Promise<unknown>): Promise<unknown> {
    // Node.js may free a signal of AbortSignal.timeout() to which only AbortSignal.any() refers, and it never aborts then.
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new DOMException('The call timed out', 'TimeoutError')),
      this.limits.timeout,
    )
    const signal = AbortSignal.any([this.pace.signal, late.signal])
    try {
      return await rejectOnAbort(request({ signal }), signal)
    } finally {
      clearTimeout(timer)
    }
  }

  #getBackoff({ kind }: CallError, attempt: number): number {
    const { baseBackoff, maxBackoff } = this.limits
    // A truncated response is not overload, so the pause does not grow.
    if (kind === 'broken') return jitter(baseBackoff)
    return jitter(Math.min(baseBackoff * 2 ** attempt, maxBackoff))
  }
}

const jitter = (most: number) => Math.random() * most
/** Adds up to a quarter, so that not all clients retry at once. */
const withJitter = (least: number) => least + jitter(least / 4)

function toCallError(error: unknown, timeout: number): CallError {
  if (error instanceof CallError) return error
  const { status, response, cause, name } = error as {
    status?: number
    response?: Response
    cause?: unknown
    name?: string
  }
  if (status !== undefined && status >= 300) {
    const retryAfter = readRetryAfter(response?.headers.get('retry-after'))
    const message = `the workspace responded with ${status}`
    if (status === 429 || status === 529) return new CallError('busy', message, status, retryAfter)
    if (status === 408 || status >= 500) return new CallError('unreachable', message, status, retryAfter)
    return new CallError('refused', message, status)
  }
  if (status !== undefined || name === 'SyntaxError' || cause instanceof SyntaxError) {
    return new CallError('broken', 'the workspace responded with something that is not JSON')
  }
  const root = findCause(error)
  if (root.name === 'TimeoutError') return new CallError('unreachable', `no response within ${timeout / 1000} seconds`)
  return new CallError('unreachable', `no connection (${root.code ?? root.name})`)
}

/** Returns the milliseconds of a `Retry-After` header, which contains seconds or a date. */
export function readRetryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_WAIT_MS)
}

/** Returns the last error of a chain of causes. */
function findCause(error: unknown): { name: string; code?: string } {
  let at = error
  for (let level = 0; level < 5 && at instanceof Error && at.cause instanceof Error; level++) at = at.cause
  if (!(at instanceof Error)) return { name: 'unknown' }
  return { name: at.name, code: 'code' in at && typeof at.code === 'string' ? at.code : undefined }
}

/** The maximum number of ids in one call, and of items that are processed at a time. */
export const GROUP_SIZE = 100

export function splitIntoGroups<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / GROUP_SIZE)
  return Array.from({ length: count }, (_, index) => items.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE))
}
