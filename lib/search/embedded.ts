import 'server-only'
import { type ChildProcess, fork } from 'node:child_process'
import type { Viewer } from '../site/types'
import { type Found, type Question, type SearchIndex, SearchNotReadyError } from './index-contract'

/** A question on its way to the process that holds the index, and what comes back. */
export interface Ask {
  ask: number
  question: Question
  viewer: Viewer
}
export type Reply = { ask: number } & ({ found: Found } | { notReady: true } | { failed: string })

/** Thrown when a question could not be answered; the message is for the log. */
class SearchFailedError extends Error {
  override name = 'SearchFailedError'
}

const ANSWERS_WITHIN_MS = 10_000
/** Questions that wait for their turn, at most: about as many as the index of a large site answers in half that time. */
const MOST_UNDER_WAY = 200
/** A process that ends is not started again more often than this. */
const RESTARTS_AFTER_MS = 5000

interface Waiting {
  resolve(found: Found): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** The index in a process of its own, so that a question, however long it takes, never makes a page wait. Started when it is first asked. */
class EmbeddedIndex implements SearchIndex {
  readonly throttle = 150
  readonly #waiting = new Map<number, Waiting>()
  /** Asked and not answered, be it that nobody waits for the answer any more. */
  #underWay = 0
  #child: ChildProcess | undefined
  #started = Number.NEGATIVE_INFINITY
  #asked = 0

  search(question: Question, viewer: Viewer): Promise<Found> {
    const child = this.#process()
    if (child === undefined || this.#underWay >= MOST_UNDER_WAY) return Promise.reject(new SearchNotReadyError())
    this.#underWay++
    const ask = ++this.#asked
    return new Promise<Found>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(ask)
        reject(new SearchFailedError(`The search index did not answer within ${ANSWERS_WITHIN_MS / 1000} s`))
      }, ANSWERS_WITHIN_MS)
      this.#waiting.set(ask, { resolve, reject, timer })
      child.send({ ask, question, viewer } satisfies Ask)
    })
  }

  warmUp(): void {
    this.#process()
  }

  #process(): ChildProcess | undefined {
    if (this.#child !== undefined) return this.#child
    if (performance.now() - this.#started < RESTARTS_AFTER_MS) return undefined
    this.#started = performance.now()
    const child = fork(/*turbopackIgnore: true*/ 'tools/run.mjs', ['search'], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child = child
    // It must not keep a process that is stopping.
    child.unref()
    child.channel?.unref()
    child.on('message', (reply: Reply) => {
      this.#underWay--
      this.#settle(reply)
    })
    // Each question that does not reach it any more is an error of its own.
    child.on('error', () => this.#end(child))
    child.once('exit', () => this.#end(child))
    return child
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.ask)
    if (waiting === undefined) return
    this.#waiting.delete(reply.ask)
    clearTimeout(waiting.timer)
    if ('found' in reply) waiting.resolve(reply.found)
    else waiting.reject('notReady' in reply ? new SearchNotReadyError() : new SearchFailedError(reply.failed))
  }

  #end(child: ChildProcess): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#underWay = 0
    for (const ask of this.#waiting.keys()) this.#settle({ ask, failed: 'The process of the search index ended' })
  }
}

// Every bundle of the process asks the same one.
const INDEX = Symbol.for('colophon.search')
const shared = globalThis as { [INDEX]?: EmbeddedIndex }

/** The index that this site is searched with. */
export function getSearchIndex(): EmbeddedIndex {
  shared[INDEX] ??= new EmbeddedIndex()
  return shared[INDEX]
}
