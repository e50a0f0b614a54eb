import 'server-only'
import { getRuntime, type Withheld } from '../runtime'
import type { Viewer } from '../site/site-index'
import { isWorkerNotReady, JobQueue } from '../workers/job-queue'
import { createThreadStarter } from '../workers/thread'
import { type IndexResult, type SearchIndex, SearchNotReadyError, type SearchQuery } from './search-query'

/** A query for the thread that has the index. */
export interface SearchJob {
  searchQuery: SearchQuery
  viewer: Viewer
  /** What the serving process hides. The thread has a runtime of its own, which does not contain it. */
  withheld?: Withheld
}

/** Thrown if a search failed. The message is for the log. */
class SearchFailedError extends Error {
  override name = 'SearchFailedError'
}

/** Compiled from `server/workers/search.ts`. */
const THREAD = 'dist/search.mjs'
/** The maximum time that a visitor waits for results. */
const RESULT_WITHIN_MS = 10_000
/** A thread that takes longer is stuck: building the first index of a large site takes half of this time. */
const DEADLINE_MS = 60_000
const FIRST_PAUSE_MS = 1000
/**
 * The thread ends after this time without searches, several times what building the first index of a large site takes. Opening the search
 * dialog starts it again. Also in architecture.md and operating.md.
 */
const IDLE_MS = 300_000
/** The maximum number of searches in progress and waiting: about as many as the index of a large site completes before visitors' searches time out. */
const MAX_SEARCHES = 200
/** The maximum number of searches that the thread works on concurrently, because each waits for the disk. Waiting searches can be dropped. */
const MAX_CONCURRENT_SEARCHES = 4

declare module '../runtime' {
  interface Runtime {
    searchIndex?: EmbeddedIndex
  }
}

/** The search index in its own thread, so that a slow search does not delay pages. */
export class EmbeddedIndex extends JobQueue implements SearchIndex {
  readonly throttle = 150

  /** `file` is the script of the thread, relative to the project. */
  constructor(file = THREAD, idleMs = IDLE_MS) {
    super({
      kind: 'search',
      job: 'search',
      name: 'search thread',
      start: createThreadStarter(file),
      deadlineMs: DEADLINE_MS,
      idleMs,
      firstPauseMs: FIRST_PAUSE_MS,
      maxConcurrentJobs: MAX_CONCURRENT_SEARCHES,
      maxJobs: MAX_SEARCHES,
    })
  }

  async search(searchQuery: SearchQuery, viewer: Viewer, signal?: AbortSignal): Promise<IndexResult> {
    const job: SearchJob = { searchQuery, viewer, withheld: getRuntime().withheld }
    // Queries are confidential, so they are not logged.
    const found = (await waitForResult(this.add('search', job, '', signal))) as IndexResult | null
    if (found === null) throw new SearchNotReadyError()
    return found
  }
}

/** Rejects if a search takes too long. The thread still completes it. */
async function waitForResult<Result>(result: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new SearchFailedError(`The search index returned no result within ${RESULT_WITHIN_MS / 1000} s`)
    timer = setTimeout(() => reject(error), RESULT_WITHIN_MS)
  })
  try {
    return await Promise.race([result, late])
  } catch (error) {
    throw isWorkerNotReady(error) ? new SearchNotReadyError() : error
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the search index of this site. */
export function getSearchIndex(): EmbeddedIndex {
  const runtime = getRuntime()
  runtime.searchIndex ??= new EmbeddedIndex()
  return runtime.searchIndex
}
