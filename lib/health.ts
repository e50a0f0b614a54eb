import 'server-only'
import { readLatestSyncReport } from './instances/requests'
import { getCurrentReasons, getLateAfterMs } from './problems'
import { isRedisResponding } from './redis/shared'
import { getRuntime } from './runtime'
import type { Env } from './settings/env'
import { getSite, getStore, ignoreNotReady } from './site/get-site'
import type { Site } from './site/site'
import { describeUnwrittenWorkspace, type SyncReport } from './snapshot/sync-report'
import { getWorkers } from './workers/job-queue'

/** What health, metrics and the editor dashboard show. */
export interface Health {
  /** Undefined before the first snapshot. */
  site: Site | undefined
  /** Why the site may show less than the newest state of the workspace. They name no page id, file or secret. */
  reasons: string[]
  /** Undefined for a workspace folder that no sync fills. */
  report: SyncReport | undefined
  /** When the snapshot was last known to be what the workspace holds, in milliseconds since 1970. */
  syncedAt: number
  /** Whether Redis responds; undefined without `REDIS_URL`. */
  isRedisUp: boolean | undefined
}

/** What this process has seen of syncs. */
interface SeenSyncs {
  /** The last report of a sync that ended: a running sync does not know what is missing. */
  ended?: SyncReport
  /** When the last successful sync ended, and when that was last checked, by the monotonic clock in milliseconds. */
  succeededAt: number
  checkedAt: number
  /** When it ended by the wall clock, in milliseconds since 1970. */
  syncedAt: number
}

declare module './runtime' {
  interface Runtime {
    seenSyncs?: SeenSyncs
  }
}

/** The reason until a site has all pages of its first sync, which are prepared after the sync. */
const FIRST_SYNC = 'The first sync has not ended yet'

/** Returns the health of this process, within about a second even if Redis does not respond. */
export async function getHealth(env: Env): Promise<Health> {
  const isRedisUp = env.redisUrl === undefined ? undefined : await isRedisResponding(env.redisUrl)
  const site = await getSite().catch(ignoreNotReady)
  const report = env.rootPage === undefined || isRedisUp === false ? undefined : await readLatestSyncReport(env)
  const seen = recordSync(report)
  const reasons = [
    ...(isRedisUp === false ? ['Redis does not respond'] : []),
    ...(getRuntime().reader?.problems ?? []),
    ...getCurrentReasons(),
    ...findWorkerReasons(),
    ...(site === undefined ? [] : await findSnapshotReasons(site)),
    ...findSyncReasons(env, report, seen),
  ]
  seen.syncedAt = Math.max(seen.syncedAt, site?.index.syncedAt ?? 0)
  return { site, reasons: [...new Set(reasons)], report, syncedAt: seen.syncedAt, isRedisUp }
}

/**
 * Records when a sync last succeeded. If the wall clock was set meanwhile, the sync counts as no older than the previous check,
 * which is measured by the monotonic clock.
 */
function recordSync(report: SyncReport | undefined): SeenSyncs {
  const runtime = getRuntime()
  // A sync counts as late only some time after this process started.
  runtime.seenSyncs ??= { succeededAt: 0, checkedAt: 0, syncedAt: 0 }
  const seen = runtime.seenSyncs
  const now = performance.now()
  if (report?.state === 'done' && report.finishedAt !== undefined && report.finishedAt !== seen.ended?.finishedAt) {
    const ago = Math.max(0, Date.now() - report.finishedAt)
    seen.succeededAt = now - Math.min(ago, now - seen.checkedAt)
    seen.syncedAt = Math.max(seen.syncedAt, report.finishedAt)
  }
  if (report !== undefined && report.state !== 'running') seen.ended = report
  seen.checkedAt = now
  return seen
}

function findSyncReasons(env: Env, report: SyncReport | undefined, { ended, succeededAt }: SeenSyncs): string[] {
  const late = getLateAfterMs(env.syncInterval)
  const checks: [isWrong: boolean, reason: string][] = [
    [ended?.state === 'failed' || ended?.state === 'refused', 'The last sync failed or was refused'],
    [(ended?.failed.length ?? 0) > 0, 'The last sync could not fetch some pages'],
    [(ended?.missingFiles ?? 0) > 0, 'Some files are not downloaded yet, or cannot be downloaded'],
    [report?.state === 'running' && report.mode === 'full', FIRST_SYNC],
    // A site that syncs on request does not sync while it has no visitors.
    [
      !env.syncOnRequest && report !== undefined && performance.now() - succeededAt > late,
      `The last successful sync ended over ${late / 1000} s ago`,
    ],
  ]
  const unwritten = typeof ended?.unwritten === 'string' ? [describeUnwrittenWorkspace(ended.unwritten)] : []
  return [...unwritten, ...checks.flatMap(([isWrong, reason]) => (isWrong ? [reason] : []))]
}

async function findSnapshotReasons({ index }: Site): Promise<string[]> {
  const manifest = await getStore().manifest()
  const isBroken = manifest === undefined || manifest.problems.length > 0
  const areUnavailable = index.unreadable.length > 0 || index.pages.some((page) => !page.readable)
  return [
    ...(index.isFilling ? [FIRST_SYNC] : []),
    ...(isBroken ? ['Some of the snapshot cannot be read'] : []),
    ...(areUnavailable ? ['Some pages respond with 503'] : []),
  ]
}

function findWorkerReasons(): string[] {
  return Object.entries(getWorkers()).flatMap(([kind, worker]) =>
    worker?.failure === undefined ? [] : [`${kind}: ${worker.failure}`],
  )
}
