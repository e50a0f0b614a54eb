import 'server-only'
import { Gauge, register } from 'prom-client'
import { hasProblem } from '../problems'
import { getRuntime } from '../runtime'
import type { SyncReport } from '../snapshot/sync-report'
import { getWorkers } from '../workers/job-queue'

/** The served snapshot, and the state of the sync. */
export interface ServedSnapshot {
  version: string
  /** The number of public pages. */
  pages: number
  /** Milliseconds since 1970. */
  syncedAt: number
  sync: SyncReport | undefined
  /** Undefined without `REDIS_URL`. */
  generation: number | undefined
  /** Undefined without `REDIS_URL`. */
  isRedisUp: boolean | undefined
}

/**
 * Returns the metrics of this process for Prometheus, with the reasons that `/api/health` returns. Metrics of the snapshot are left out
 * before the first snapshot.
 */
export async function renderMetrics(
  snapshot: ServedSnapshot | undefined,
  reasons: readonly string[],
): Promise<{ text: string; type: string }> {
  if (snapshot !== undefined) {
    const { version, pages, syncedAt, sync, generation, isRedisUp } = snapshot
    const info = getGauge('colophon_snapshot_info', 'The snapshot that is served.', ['version'])
    info.reset()
    info.set({ version }, 1)
    getGauge('colophon_pages', 'Public pages.').set(pages)
    getGauge('colophon_snapshot_age_seconds', 'Time since the snapshot was last known to match the workspace.').set(
      Math.max(0, (Date.now() - syncedAt) / 1000),
    )
    if (generation !== undefined) {
      getGauge('colophon_snapshot_generation', 'The generation of the served shared snapshot.').set(generation)
    }
    if (isRedisUp !== undefined) getGauge('colophon_redis_up', 'Whether Redis can be reached.').set(isRedisUp ? 1 : 0)
    if (sync !== undefined) {
      getGauge('colophon_sync_running', 'Whether a sync is running.').set(sync.state === 'running' ? 1 : 0)
      getGauge('colophon_sync_ok', 'Whether the last sync copied every page.').set(
        sync.state !== 'failed' && sync.state !== 'refused' && sync.failed.length === 0 ? 1 : 0,
      )
      getGauge('colophon_sync_calls', 'Calls to the workspace in the last sync.').set(sync.progress.calls)
    }
  }
  const queued = getGauge('colophon_queued_requests', 'Requests in the queues of clients, by state.', ['state'])
  for (const [state, count] of Object.entries(getRuntime().countQueuedRequests?.() ?? {})) queued.set({ state }, count)
  const running = getGauge('colophon_worker_running', 'Whether the worker for these jobs is running.', ['kind'])
  const ok = getGauge('colophon_worker_ok', 'Whether these jobs can run.', ['kind'])
  for (const [kind, worker] of Object.entries(getWorkers())) {
    running.set({ kind }, worker?.isRunning ? 1 : 0)
    ok.set({ kind }, worker?.failure === undefined ? 1 : 0)
  }
  const works = getGauge('colophon_process_ok', 'Whether the last run of a process succeeded.', ['process'])
  for (const name of ['prepare', 'sync'] as const) works.set({ process: name }, hasProblem(name) ? 0 : 1)
  const degraded = getGauge('colophon_degraded', 'A reason why the site is degraded; none while it is ready.', [
    'reason',
  ])
  degraded.reset()
  for (const reason of reasons) degraded.set({ reason }, 1)
  return { text: await register.metrics(), type: register.contentType }
}

function getGauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
  const known = register.getSingleMetric(name) as Gauge<Label> | undefined
  return known ?? new Gauge({ name, help, labelNames })
}
