import 'server-only'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { writeWhole } from '../snapshot/write-whole'
import { objectIn } from '../workspace/values'

/** Calls under way at once, at most; those that nobody waits for leave room for those that somebody does. */
const AT_ONCE = 24
const NORMAL_AT_ONCE = 8
/** The rate that is reported is that of the last seconds. */
const WINDOW_MS = 10_000
/** A saved time that is further away than this was saved by another clock. */
const LONGEST_QUIET_MS = 150_000

/** What goes first when calls wait: pages that somebody is waiting for. */
export type Priority = 'urgent' | 'normal'

/**
 * Spaces out calls: at most so many a second, urgent ones first, and none while the workspace wants to be left alone. Each sync is a
 * process of its own, so the time of the next call is kept in a file.
 */
export class Pace {
  readonly #queue: PQueue
  readonly #spacing: number
  readonly #normal = new PQueue({ concurrency: NORMAL_AT_ONCE })
  readonly #recent: number[] = []
  #calls = 0
  #quietUntil = 0
  #calledAt = 0

  /** `rate`: calls a second, at most. `file`: where {@link save} keeps when the next call may be made. */
  constructor(
    rate: number,
    readonly signal: AbortSignal,
    readonly file: string,
  ) {
    this.#spacing = 1000 / rate
    this.#queue = new PQueue({ concurrency: AT_ONCE, interval: this.#spacing, intervalCap: 1 })
  }

  /** Runs a call when its turn comes. */
  run<Answer>(call: () => Promise<Answer>, priority: Priority): Promise<Answer> {
    const turn = async () => {
      this.#calls++
      this.#calledAt = Date.now()
      this.#recent.push(this.#calledAt)
      return await call()
    }
    const { signal } = this
    if (priority === 'urgent') return this.#queue.add(turn, { priority: 1, signal })
    return this.#normal.add(() => this.#queue.add(turn, { signal }), { signal })
  }

  /** Waits as the process before this one would have. */
  async resume(): Promise<void> {
    const { nextCallAt } = objectIn(await readFile(this.file, 'utf8').catch(() => ''))
    const left = typeof nextCallAt === 'number' ? nextCallAt - Date.now() : 0
    if (left > 0) this.#quiet(Math.min(left, LONGEST_QUIET_MS)).catch(() => {})
  }

  /** Keeps when the next process may call. If that cannot be written, it may call at once. */
  async save(): Promise<void> {
    const nextCallAt = Math.max(this.#quietUntil, this.#calledAt + this.#spacing)
    await writeWhole(this.file, JSON.stringify({ nextCallAt }), { flush: 'nothing' }).catch(() => {})
  }

  /** Starts no call for so many milliseconds, in the next process neither. */
  async beQuiet(milliseconds: number): Promise<void> {
    const isOver = this.#quiet(milliseconds)
    await Promise.all([isOver, this.save()])
  }

  async #quiet(milliseconds: number): Promise<void> {
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
