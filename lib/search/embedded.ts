import 'server-only'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import { Backoff } from '../backoff'
import { getRuntime, type ReaderState } from '../runtime'
import type { Viewer } from '../site/types'
import { type Found, type Question, type SearchIndex, SearchNotReadyError } from './index-contract'

/** A question to the thread that holds the index, and its reply. */
export interface Ask {
  ask: number
  question: Question
  viewer: Viewer
  /** What the serving process hides, for the thread, which has a runtime of its own. */
  reader?: ReaderState
}
export type Reply = { ask: number } & ({ found: Found } | { notReady: true } | { failed: string })

/** Thrown when a question could not be answered; the message is for the log. */
class SearchFailedError extends Error {
  override name = 'SearchFailedError'
}

/** The most questions at a time: about as many as the index of a large site answers in half of that time. */
const MOST_PENDING = 200
/** How many of them the thread has at a time: each waits for the disk. The others can still be dropped. */
const AT_ONCE = 4
/** A thread that ran this long had started well. */
const STEADY_MS = 60_000

/** A thread that sent nothing for so many deadlines, though it was asked, is terminated. */
const SILENT_DEADLINES = 2
/** A question waits no longer than this for the thread to be started again. */
const LONGEST_WAIT_MS = 5000
/** The thread counts as failing for this long after it ended, unless it replies. */
const FAILING_MS = 60_000

const OPTIONS = {
  /** Compiled from `server/workers/search.ts`, relative to the project. */
  file: 'dist/search.mjs',
  deadlineMs: 10_000,
  firstPauseMs: 1000,
}

interface Waiting {
  question: Question
  viewer: Viewer
  wasRetried: boolean
  resolve(found: Found): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

declare module '../runtime' {
  interface Runtime {
    searchIndex?: EmbeddedIndex
  }
}

/**
 * The index in a thread of its own, so that a slow question never delays a page. Started by the first question. If the thread ends, or
 * is terminated because it hangs, the oldest question fails, and the others are asked once more.
 */
export class EmbeddedIndex implements SearchIndex {
  readonly throttle = 150
  readonly #options: typeof OPTIONS
  readonly #backoff: Backoff
  readonly #waiting = new Map<number, Waiting>()
  /** Questions without a reply, including those whose caller gave up. */
  #pending = 0
  #thread: Worker | undefined
  #startedAt = Number.NEGATIVE_INFINITY
  /** Since when the thread owes a reply without having sent one. */
  #silentSince = Number.NEGATIVE_INFINITY
  #failure: { reason: string; until: number } | undefined
  #asked = 0
  readonly #queue = new PQueue({ concurrency: AT_ONCE })

  constructor(options: Partial<typeof OPTIONS> = {}) {
    this.#options = { ...OPTIONS, ...options }
    this.#backoff = new Backoff(this.#options.firstPauseMs)
  }

  search(question: Question, viewer: Viewer, signal?: AbortSignal): Promise<Found> {
    const isFull = this.#pending + this.#queue.size >= MOST_PENDING
    if (isFull || this.#running() === undefined) return Promise.reject(new SearchNotReadyError())
    return this.#queue.add(() => {
      signal?.throwIfAborted()
      return this.#ask(question, viewer)
    })
  }

  #ask(question: Question, viewer: Viewer): Promise<Found> {
    const thread = this.#running()
    if (thread === undefined) return Promise.reject(new SearchNotReadyError())
    const ask = ++this.#asked
    return new Promise<Found>((resolve, reject) => {
      const timer = setTimeout(() => this.#exceed(ask), this.#options.deadlineMs)
      this.#waiting.set(ask, { question, viewer, wasRetried: false, resolve, reject, timer })
      this.#send(thread, ask)
    })
  }

  warmUp(): void {
    this.#running()
  }

  /** Why searches may fail at the moment; undefined if they do not. */
  get failure(): string | undefined {
    const { reason, until = 0 } = this.#failure ?? {}
    return this.#backoff.remainingMs > 0 || performance.now() < until ? reason : undefined
  }

  #send(thread: Worker, ask: number): void {
    const { question, viewer } = this.#waiting.get(ask) as Waiting
    if (this.#pending++ === 0) this.#silentSince = performance.now()
    thread.postMessage({ ask, question, viewer, reader: getRuntime().reader } satisfies Ask)
  }

  /** Returns the thread, started now if there is none. Undefined during the pause after one that ended. */
  #running(): Worker | undefined {
    if (this.#thread !== undefined) return this.#thread
    if (this.#backoff.remainingMs > 0) return undefined
    this.#startedAt = performance.now()
    const thread = new Worker(/*turbopackIgnore: true*/ path.resolve(this.#options.file), { execArgv: [] })
    this.#thread = thread
    // It must not keep a process alive that is shutting down.
    thread.unref()
    thread.on('message', (reply: Reply) => {
      if (this.#thread !== thread) return
      this.#pending--
      this.#silentSince = performance.now()
      this.#failure = undefined
      this.#settle(reply)
    })
    thread.on('error', (error) => this.#end(thread, error instanceof Error ? error.message : String(error)))
    thread.once('exit', (code) => this.#end(thread, `exit code ${code}`))
    return thread
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.ask)
    if (waiting === undefined) return
    this.#waiting.delete(reply.ask)
    clearTimeout(waiting.timer)
    if ('found' in reply) waiting.resolve(reply.found)
    else waiting.reject('notReady' in reply ? new SearchNotReadyError() : new SearchFailedError(reply.failed))
  }

  #exceed(ask: number): void {
    const { deadlineMs } = this.#options
    this.#settle({ ask, failed: `The search index did not reply within ${deadlineMs / 1000} s` })
    const thread = this.#thread
    // A thread that replies to others, or that only just fell silent, is busy, and a restart would take longer.
    if (thread === undefined || performance.now() - this.#silentSince < SILENT_DEADLINES * deadlineMs) return
    this.#end(thread, 'it did not reply', 'deadline')
    void thread.terminate()
  }

  #end(thread: Worker, why: string, outcome: 'crashed' | 'deadline' = 'crashed'): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    this.#pending = 0
    const now = performance.now()
    if (now - this.#startedAt > STEADY_MS) this.#backoff.succeed()
    const pause = this.#backoff.fail()
    const reason = outcome === 'deadline' ? 'the thread exceeded its deadline' : 'the thread ended'
    this.#failure = { reason, until: now + FAILING_MS }
    getRuntime().metrics?.childRun('search', outcome)
    console.error(`The search thread ended (${why}) and may be started again in ${pause / 1000} s`)
    const asks = [...this.#waiting.keys()]
    // The thread takes one question after the other, so the oldest one may be the reason; one that exceeded its deadline has failed.
    const failed = outcome === 'crashed' ? asks.slice(0, 1) : []
    for (const ask of asks) {
      const waiting = this.#waiting.get(ask)
      if (failed.includes(ask) || waiting?.wasRetried) this.#settle({ ask, failed: 'The search thread ended' })
      else if (pause > LONGEST_WAIT_MS) this.#settle({ ask, notReady: true })
      else if (waiting !== undefined) waiting.wasRetried = true
    }
    if (this.#waiting.size > 0) this.#askAgain()
  }

  /** Asks the thread that is started now what the one that ended left. */
  #askAgain(): void {
    const pause = this.#backoff.remainingMs
    if (pause > 0 && this.#thread === undefined) {
      setTimeout(() => this.#askAgain(), pause)
      return
    }
    const thread = this.#running()
    for (const [ask, waiting] of this.#waiting) {
      if (thread === undefined) this.#settle({ ask, notReady: true })
      else {
        waiting.timer.refresh()
        this.#send(thread, ask)
      }
    }
  }
}

/** The index that this site is searched with. */
export function getSearchIndex(): EmbeddedIndex {
  const runtime = getRuntime()
  runtime.searchIndex ??= new EmbeddedIndex()
  return runtime.searchIndex
}
