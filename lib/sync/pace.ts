import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'

/** Calls under way at once, at most; those that nobody waits for leave room for those that somebody does. */
const AT_ONCE = 24
const NORMAL_AT_ONCE = 8
/** The rate that is reported is that of the last seconds. */
const WINDOW_MS = 10_000

/** What goes first when calls wait: pages that somebody is waiting for. */
export type Priority = 'urgent' | 'normal'

/** Spaces out calls: at most so many a second, urgent ones first, and none while the workspace wants to be left alone. */
export class Pace {
  readonly #queue: PQueue
  readonly #normal = new PQueue({ concurrency: NORMAL_AT_ONCE })
  readonly #recent: number[] = []
  #calls = 0
  #quietUntil = 0

  /** `rate`: calls a second, at most. */
  constructor(
    rate: number,
    readonly signal: AbortSignal,
  ) {
    this.#queue = new PQueue({ concurrency: AT_ONCE, interval: 1000 / rate, intervalCap: 1 })
  }

  /** Runs a call when its turn comes. */
  run<Answer>(call: () => Promise<Answer>, priority: Priority): Promise<Answer> {
    const turn = async () => {
      this.#calls++
      this.#recent.push(Date.now())
      return await call()
    }
    const { signal } = this
    if (priority === 'urgent') return this.#queue.add(turn, { priority: 1, signal })
    return this.#normal.add(() => this.#queue.add(turn, { signal }), { signal })
  }

  /** Starts no call for so many milliseconds. */
  async beQuiet(milliseconds: number): Promise<void> {
    this.#quietUntil = Math.max(this.#quietUntil, Date.now() + milliseconds)
    this.#queue.pause()
    for (let left = milliseconds; left > 0; left = this.#quietUntil - Date.now()) {
      await pause(left, undefined, { signal: this.signal })
    }
    this.#queue.start()
  }

  get calls(): number {
    return this.#calls
  }

  /** Calls a second lately. */
  get rate(): number {
    const since = Date.now() - WINDOW_MS
    while ((this.#recent[0] ?? since) < since) this.#recent.shift()
    const [first] = this.#recent
    if (first === undefined || this.#recent.length < 2) return 0
    return (this.#recent.length * 1000) / Math.max(1000, Date.now() - first)
  }
}
