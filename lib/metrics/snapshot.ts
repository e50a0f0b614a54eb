import 'server-only'
import { Gauge, register } from 'prom-client'
import { hasProblem } from '../problems'
import type { SyncReport } from '../snapshot/sync-report'
import { getWorkers } from '../workers/workers'

/** What the site shows now. */
export interface Shown {
  version: string
  /** Public ones. */
  pages: number
  /** Milliseconds since 1970. */
  syncedAt: number
  sync: SyncReport | undefined
  /** Both undefined for a single site. */
  generation: number | undefined
  isRedisThere: boolean | undefined
}

/**
 * Returns the metrics of this process for Prometheus, with the reasons that `/api/health` gives. Without a site yet, they are those of
 * requests and of the process.
 */
export async function figures(
  shown: Shown | undefined,
  reasons: readonly string[],
): Promise<{ text: string; type: string }> {
  if (shown !== undefined) {
    const { version, pages, syncedAt, sync, generation, isRedisThere } = shown
    const info = gauge('colophon_snapshot_info', 'The snapshot that is served.', ['version'])
    info.reset()
    info.set({ version }, 1)
    gauge('colophon_pages', 'Public pages.').set(pages)
    gauge('colophon_snapshot_age_seconds', 'Since the snapshot was known to be what the workspace holds.').set(
      Math.max(0, (Date.now() - syncedAt) / 1000),
    )
    if (generation !== undefined) {
      gauge(
        'colophon_snapshot_generation',
        'The shared snapshot that is served: the same on readers that show the same.',
      ).set(generation)
    }
    if (isRedisThere !== undefined) gauge('colophon_redis_up', 'Whether Redis answers.').set(isRedisThere ? 1 : 0)
    if (sync !== undefined) {
      gauge('colophon_sync_running', 'Whether a sync is at work.').set(sync.state === 'running' ? 1 : 0)
      gauge('colophon_sync_ok', 'Whether the last sync left nothing out.').set(
        sync.state !== 'failed' && sync.state !== 'refused' && sync.failed.length === 0 ? 1 : 0,
      )
      gauge('colophon_sync_calls', 'Calls to the workspace in the last sync.').set(sync.progress.calls)
    }
  }
  const running = gauge('colophon_worker_running', 'Whether there is a worker for these jobs.', ['kind'])
  const ok = gauge('colophon_worker_ok', 'Whether these jobs can be done.', ['kind'])
  for (const [kind, worker] of Object.entries(getWorkers())) {
    running.set({ kind }, worker?.isRunning ? 1 : 0)
    ok.set({ kind }, worker?.failure === undefined ? 1 : 0)
  }
  const works = gauge('colophon_process_ok', 'Whether the last run of a process ended well.', ['process'])
  for (const name of ['prepare', 'sync'] as const) works.set({ process: name }, hasProblem(name) ? 0 : 1)
  const degraded = gauge('colophon_degraded', 'A reason why the site is degraded; none while it is ready.', ['reason'])
  degraded.reset()
  for (const reason of reasons) degraded.set({ reason }, 1)
  return { text: await register.metrics(), type: register.contentType }
}

function gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
  const known = register.getSingleMetric(name) as Gauge<Label> | undefined
  return known ?? new Gauge({ name, help, labelNames })
}
