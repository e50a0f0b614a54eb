import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { readTextOrEmpty } from '../snapshot/regular-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { parseObject } from '../workspace/values'

/** The maximum numbers of concurrent calls. Calls of normal priority leave some of them to urgent ones. */
const MAX_CALLS = 24
export const MAX_NORMAL_CALLS = 8
/** The rate that is reported is that of the last seconds. */
const WINDOW_MS = 10_000
/** A stored time later than this was written before a restart of the machine, and is ignored. */
const MAX_PAUSE_MS = 150_000

/** Urgent calls go first: a request waits for their pages. */
export type Priority = 'urgent' | 'normal'

/** Milliseconds by the monotonic clock that all processes of a machine share. */
function getMonotonicTime(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1_000_000
}

/**
 * Spaces out calls: at most `rate` per second, urgent ones first, and none during the pause that the workspace asked for. Each sync is a
 * process of its own, so the time of the next call is kept in a file. It is monotonic time, because the wall clock may be set.
 */
export class Pace {
  readonly #queue = new PQueue({ concurrency: MAX_CALLS })
  readonly #spacing: number
  readonly #normal = new PQueue({ concurrency: MAX_NORMAL_CALLS })
  readonly #recent: number[] = []
  #timer: NodeJS.Timeout | undefined
  #calls = 0
  #nextCallAt = 0

  /** `rate`: the most calls per second. `file`: where {@link save} stores the time of the next call. */
  constructor(
    rate: number,
    readonly signal: AbortSignal,
    readonly file: string,
  ) {
    this.#spacing = 1000 / rate
    signal.addEventListener('abort', () => clearTimeout(this.#timer))
  }

  /** Runs a call when its turn comes. */
  run<Result>(call: () => Promise<Result>, priority: Priority): Promise<Result> {
    const turn = () => {
      this.#calls++
      this.#recent.push(getMonotonicTime())
      // The queue calls this before it starts another.
      this.#delayNextCall(this.#spacing)
      return call()
    }
    const { signal } = this
    if (priority === 'urgent') return this.#queue.add(turn, { priority: 1, signal })
    return this.#normal.add(() => this.#queue.add(turn, { signal }), { signal })
  }

  /** Waits until the previous process would have made its next call. */
  async resume(): Promise<void> {
    const { nextCallAt } = parseObject(await readTextOrEmpty(this.file))
    const left = typeof nextCallAt === 'number' ? nextCallAt - getMonotonicTime() : 0
    if (left > 0 && left <= MAX_PAUSE_MS) this.#delayNextCall(left)
  }

  /** Stores the time of the next call for the next process, which calls at once if it cannot be written. */
  async save(): Promise<void> {
    await writeFileAtomically(this.file, JSON.stringify({ nextCallAt: this.#nextCallAt }), { flush: 'nothing' }).catch(
      () => {},
    )
  }

  /** Starts no call for a time in milliseconds, in this process and in the next one. */
  async pauseCalls(milliseconds: number): Promise<void> {
    this.#delayNextCall(milliseconds)
    await Promise.all([this.#untilOver(), this.save()])
  }

  async #untilOver(): Promise<void> {
    for (let left = this.#nextCallAt - getMonotonicTime(); left > 0; left = this.#nextCallAt - getMonotonicTime()) {
      await pause(left, undefined, { signal: this.signal })
    }
  }

  #delayNextCall(milliseconds: number): void {
    this.#nextCallAt = Math.max(this.#nextCallAt, getMonotonicTime() + milliseconds)
    this.#resumeQueue()
  }

  /** Resumes the queue when the next call may be made. */
  #resumeQueue(): void {
    clearTimeout(this.#timer)
    const left = this.#nextCallAt - getMonotonicTime()
    if (left <= 0) {
      this.#queue.start()
      return
    }
    this.#queue.pause()
    this.#timer = setTimeout(() => this.#resumeQueue(), left)
  }

  get calls(): number {
    return this.#calls
  }

  /** Calls per second in the last seconds. */
  get rate(): number {
    const since = getMonotonicTime() - WINDOW_MS
    while ((this.#recent[0] ?? since) < since) this.#recent.shift()
    const [first] = this.#recent
    if (first === undefined || this.#recent.length < 2) return 0
    return (this.#recent.length * 1000) / Math.max(1000, getMonotonicTime() - first)
  }
}
