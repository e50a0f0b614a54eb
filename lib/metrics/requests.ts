import { findRoute, hasExtension } from '../find-route'
import { type ChildName, getRuntime } from '../runtime'
import type { JobOutcome, WorkerKind } from '../workers/job-queue'

/** In seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Returns the kind of a request for a path with or without a query. Metrics are labeled by kind: paths would make as many labels as
 * there are pages, and reveal what members read.
 */
export function getRouteKind(path: string): string {
  const [pathname = ''] = path.split('?', 1)
  const { kind, audience } = findRoute(pathname)
  if (kind === 'account') return kind
  if (audience === 'member' || audience === 'editor') return 'members'
  if (kind === 'page' || kind === 'copy') return hasExtension(pathname) ? 'document' : 'page'
  return kind
}

/** The metrics of one process. Durations are in seconds. */
export interface RequestMetrics {
  countRequest(kind: string, status: number, seconds: number): void
  /** Counts a requested page by whether it had been rendered already. */
  countPage(outcome: 'hit' | 'miss'): void
  /** Counts a page that another reader had rendered and that came from Redis. */
  countSharedPage(): void
  countSearch(seconds: number): void
  /** Counts a job of a worker. */
  countJob(kind: WorkerKind, outcome: JobOutcome): void
  /** Counts a run of a child process that prepares or syncs. */
  countChildRun(name: ChildName, outcome: JobOutcome): void
}

declare module '../runtime' {
  interface Runtime {
    /** Set by the server if metrics are enabled. */
    metrics?: RequestMetrics
    /** Counts the requests that are handled, and those that wait for their client's turn. Set by the server. */
    countQueuedRequests?: () => { handled: number; waiting: number }
  }
}

/** Starts the metrics of this process. Their code is loaded only here, because most sites have none. */
export async function startMetrics(): Promise<RequestMetrics> {
  const { Counter, collectDefaultMetrics, Histogram } = await import('prom-client')
  collectDefaultMetrics()
  const requests = new Counter({
    name: 'colophon_requests_total',
    help: 'Requests, by kind and status of the response.',
    labelNames: ['kind', 'status'],
  })
  const durations = new Histogram({
    name: 'colophon_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['kind'],
    buckets: BUCKETS,
  })
  const pages = new Counter({
    name: 'colophon_page_cache_total',
    help: 'Requested pages, and whether they had been rendered already.',
    labelNames: ['outcome'],
  })
  const sharedPages = new Counter({
    name: 'colophon_shared_pages_total',
    help: 'Pages that another reader had rendered.',
  })
  const searches = new Histogram({
    name: 'colophon_search_duration_seconds',
    help: 'Time that the index takes for a search.',
    buckets: BUCKETS,
  })
  const jobs = new Counter({
    name: 'colophon_jobs_total',
    help: 'Jobs of the workers that prepare pages, make pictures and search, by how they ended.',
    labelNames: ['kind', 'outcome'],
  })
  const childRuns = new Counter({
    name: 'colophon_process_runs_total',
    help: 'Runs of child processes that prepare or sync, by how they ended.',
    labelNames: ['process', 'outcome'],
  })
  return {
    countRequest(kind, status, seconds) {
      requests.inc({ kind, status })
      durations.observe({ kind }, seconds)
    },
    countPage: (outcome) => pages.inc({ outcome }),
    countSharedPage: () => sharedPages.inc(),
    countSearch: (seconds) => searches.observe(seconds),
    countJob: (kind, outcome) => jobs.inc({ kind, outcome }),
    countChildRun: (name, outcome) => childRuns.inc({ process: name, outcome }),
  }
}

/** Returns the generation of the served shared snapshot; undefined without `REDIS_URL` and before the first snapshot. */
export const getServedGeneration = (): number | undefined => getRuntime().reader?.generation || undefined

/** Runs a search, and records its duration if metrics are enabled. */
export async function timeSearch<Result>(search: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await search()
  getRuntime().metrics?.countSearch((performance.now() - started) / 1000)
  return result
}
