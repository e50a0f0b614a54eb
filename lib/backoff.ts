/** The pause before something that failed is started again, in milliseconds: at first, and at most, doubling between. */
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 300_000

/** Exponential backoff: each failure doubles the pause before the next start, a success resets it. */
export class Backoff {
  #next: number
  #until = Number.NEGATIVE_INFINITY

  constructor(readonly firstPauseMs = FIRST_PAUSE_MS) {
    this.#next = firstPauseMs
  }

  /** The rest of the current pause in milliseconds; 0 if there is none. */
  get remainingMs(): number {
    return Math.max(0, this.#until - performance.now())
  }

  /** Begins a pause and returns its length in milliseconds. */
  fail(): number {
    const pause = this.#next
    this.#until = performance.now() + pause
    this.#next = Math.min(pause * 2, MAX_PAUSE_MS)
    return pause
  }

  /** Makes the next pause the shortest one again. */
  succeed(): void {
    this.#next = this.firstPauseMs
    this.#until = Number.NEGATIVE_INFINITY
  }
}
