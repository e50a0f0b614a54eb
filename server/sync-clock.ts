/** Determines when the next sync is due. The interval is from start to start, so that no change waits longer. */
export class SyncClock {
  #monotonic = 0
  /** Both clocks are needed: the monotonic one stops while a virtual machine is suspended, and the wall clock may be set back. */
  #wall = 0

  constructor(readonly intervalMs: number) {}

  isDue(): boolean {
    return this.remainingMs === 0
  }

  /** The time until the next sync is due, in milliseconds. */
  get remainingMs(): number {
    return Math.max(0, Math.min(this.#monotonic - performance.now(), this.#wall - Date.now()))
  }

  restart(): void {
    this.#monotonic = performance.now() + this.intervalMs
    this.#wall = Date.now() + this.intervalMs
  }
}
