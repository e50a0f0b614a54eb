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

/** Compiled from `server/workers/search.ts`. */
const THREAD = 'dist/search.mjs'
const ANSWERS_WITHIN_MS = 10_000
/** The most questions at a time: about as many as the index of a large site answers in half of that time. */
const MOST_PENDING = 200
/** How many of them the thread has at a time: each waits for the disk. The others can still be dropped. */
const AT_ONCE = 4
/** A thread that ran this long had started well. */
const STEADY_MS = 60_000

interface Waiting {
  resolve(found: Found): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

declare module '../runtime' {
  interface Runtime {
    searchIndex?: EmbeddedIndex
  }
}

/** The index in a thread of its own, so that a slow question never delays a page. Started by the first question. */
export class EmbeddedIndex implements SearchIndex {
  readonly throttle = 150
  readonly #waiting = new Map<number, Waiting>()
  /** Questions without a reply, including those whose caller gave up. */
  #pending = 0
  #thread: Worker | undefined
  #startedAt = Number.NEGATIVE_INFINITY
  readonly #backoff = new Backoff()
  #asked = 0
  readonly #queue = new PQueue({ concurrency: AT_ONCE })

  /** `file` is the script of the thread, relative to the project. */
  constructor(readonly file = THREAD) {}

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
    this.#pending++
    const ask = ++this.#asked
    return new Promise<Found>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(ask)
        reject(new SearchFailedError(`The search index did not answer within ${ANSWERS_WITHIN_MS / 1000} s`))
      }, ANSWERS_WITHIN_MS)
      this.#waiting.set(ask, { resolve, reject, timer })
      thread.postMessage({ ask, question, viewer, reader: getRuntime().reader } satisfies Ask)
    })
  }

  warmUp(): void {
    this.#running()
  }

  /** Returns the thread, started now if there is none. Undefined during the pause after one that ended. */
  #running(): Worker | undefined {
    if (this.#thread !== undefined) return this.#thread
    if (this.#backoff.remainingMs > 0) return undefined
    this.#startedAt = performance.now()
    const thread = new Worker(/*turbopackIgnore: true*/ path.resolve(this.file), { execArgv: [] })
    this.#thread = thread
    // It must not keep a process alive that is shutting down.
    thread.unref()
    thread.on('message', (reply: Reply) => {
      this.#pending--
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

  #end(thread: Worker, why: string): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    this.#pending = 0
    if (performance.now() - this.#startedAt > STEADY_MS) this.#backoff.succeed()
    const pause = this.#backoff.fail()
    console.error(`The search thread ended (${why}) and may be started again in ${pause / 1000} s`)
    for (const ask of this.#waiting.keys()) this.#settle({ ask, failed: 'The thread of the search index ended' })
  }
}

/** The index that this site is searched with. */
export function getSearchIndex(): EmbeddedIndex {
  const runtime = getRuntime()
  runtime.searchIndex ??= new EmbeddedIndex()
  return runtime.searchIndex
}
