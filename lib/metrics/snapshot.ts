import 'server-only'
import { Gauge, register } from 'prom-client'
import { getRuntime } from '../runtime'
import type { SyncReport } from '../snapshot/sync-report'

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

/** All figures of this process as Prometheus reads them; without a site yet, those of requests and of the process. */
export async function figures(shown: Shown | undefined): Promise<{ text: string; type: string }> {
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
  const { childFailures, pictures, searchIndex } = getRuntime()
  gauge('colophon_picture_process_running', 'Whether there is a picture process; it ends when idle.').set(
    pictures?.isRunning ? 1 : 0,
  )
  gauge('colophon_picture_process_ok', 'Whether pictures can be made.').set(pictures?.failure === undefined ? 1 : 0)
  const works = gauge('colophon_process_ok', 'Whether the last run of a process or thread ended well.', ['process'])
  const failures = { prepare: childFailures?.prepare, sync: childFailures?.sync, search: searchIndex?.failure }
  for (const [process, failure] of Object.entries(failures)) works.set({ process }, failure === undefined ? 1 : 0)
  return { text: await register.metrics(), type: register.contentType }
}

function gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
  const known = register.getSingleMetric(name) as Gauge<Label> | undefined
  return known ?? new Gauge({ name, help, labelNames })
}
