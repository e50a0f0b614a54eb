import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'

/** A process that did not run for this long was paused. */
const PAUSED_MS = 3000
const CHECK_INTERVAL_MS = 500

/**
 * Detects that this process did not run for a while, because it was stopped, its machine slept, or its event loop was blocked. A clock that
 * was set looks the same. Pages may have been withdrawn meanwhile, so the process checks for newer content before it responds.
 */
export class PauseGuard {
  /** The last time the process ran, by both clocks, because one of them stops while the machine sleeps. */
  #monotonic = performance.now()
  #wall = Date.now()
  #checking: Promise<void> | undefined
  #isPausedAgain = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    /** Loads newer content, if there is any. */
    readonly check: () => Promise<unknown>,
    /** How long a response waits for the check. Afterwards it shows the current content. */
    readonly withinMs: number,
  ) {}

  start(): void {
    this.#notePause()
    this.#timer = setInterval(() => void this.beforeResponse(), CHECK_INTERVAL_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Resolves when a response may begin; undefined if it may begin at once. */
  beforeResponse(): Promise<void> | undefined {
    if (this.#notePause()) {
      // A check that began before the pause does not cover the time since.
      this.#isPausedAgain = this.#checking !== undefined
      this.#checking ??= this.#run()
    }
    return this.#checking
  }

  async #run(): Promise<void> {
    const work = async () => {
      do {
        this.#isPausedAgain = false
        await this.check()
      } while (this.#isPausedAgain)
    }
    await Promise.race([work().catch(() => {}), pause(this.withinMs, undefined, { ref: false })])
    this.#checking = undefined
  }

  #notePause(): boolean {
    const monotonic = performance.now()
    const wall = Date.now()
    const isPaused = isGap(monotonic - this.#monotonic) || isGap(wall - this.#wall)
    this.#monotonic = monotonic
    this.#wall = wall
    return isPaused
  }
}

const isGap = (ms: number) => Math.abs(ms) > PAUSED_MS
