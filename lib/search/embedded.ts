import 'server-only'
import { getRuntime, type ReaderState } from '../runtime'
import type { Viewer } from '../site/site-index'
import { isWorkerNotReady } from '../workers/errors'
import { JobQueue } from '../workers/job-queue'
import { createThreadStarter } from '../workers/thread'
import { type Found, type Question, type SearchIndex, SearchNotReadyError } from './index-contract'

/** A question to the thread that holds the index. */
export interface Ask {
  question: Question
  viewer: Viewer
  /** What the serving process hides, for the thread, which has a runtime of its own. */
  reader?: ReaderState
}

/** Thrown when a question could not be answered; the message is for the log. */
class SearchFailedError extends Error {
  override name = 'SearchFailedError'
}

/** Compiled from `server/workers/search.ts`. */
const THREAD = 'dist/search.mjs'
/** A visitor waits no longer than this. */
const ANSWERS_WITHIN_MS = 10_000
/** A thread that takes longer hangs: it makes the first index of a large site in half of that time. */
const DEADLINE_MS = 60_000
const FIRST_PAUSE_MS = 1000
/** The most questions at a time: about as many as the index of a large site answers within the limit for visitors. */
const MOST_QUESTIONS = 200
/** How many of them the thread has at a time: each waits for the disk. The others can still be dropped. */
const AT_ONCE = 4

declare module '../runtime' {
  interface Runtime {
    searchIndex?: EmbeddedIndex
  }
}

/** The index in a thread of its own, so that a slow question never delays a page. */
export class EmbeddedIndex extends JobQueue implements SearchIndex {
  readonly throttle = 150

  /** `file` is the script of the thread, relative to the project. */
  constructor(file = THREAD) {
    super({
      kind: 'search',
      job: 'search',
      name: 'search thread',
      start: createThreadStarter(file),
      deadlineMs: DEADLINE_MS,
      firstPauseMs: FIRST_PAUSE_MS,
      mostAtOnce: AT_ONCE,
      mostJobs: MOST_QUESTIONS,
    })
  }

  async search(question: Question, viewer: Viewer, signal?: AbortSignal): Promise<Found> {
    const ask: Ask = { question, viewer, reader: getRuntime().reader }
    // Questions are confidential, so the log names none.
    const found = (await inTime(this.add('search', ask, '', signal))) as Found | null
    if (found === null) throw new SearchNotReadyError()
    return found
  }
}

/** Rejects if the question is not answered in time; the thread goes on with it. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new SearchFailedError(`The search index did not answer within ${ANSWERS_WITHIN_MS / 1000} s`)
    timer = setTimeout(() => reject(error), ANSWERS_WITHIN_MS)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    throw isWorkerNotReady(error) ? new SearchNotReadyError() : error
  } finally {
    clearTimeout(timer)
  }
}

/** The index that this site is searched with. */
export function getSearchIndex(): EmbeddedIndex {
  const runtime = getRuntime()
  runtime.searchIndex ??= new EmbeddedIndex()
  return runtime.searchIndex
}
