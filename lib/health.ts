import 'server-only'
import type { Env } from './env'
import { readLatestSyncReport } from './instances/writer-client'
import { getCurrentReasons, getLateAfterMs } from './problems'
import { isRedisResponding } from './redis/shared'
import { getRuntime } from './runtime'
import { getSite, getStore, ifNotReady } from './site/get-site'
import type { Site } from './site/site'
import type { SyncReport } from './snapshot/sync-report'
import { getWorkers } from './workers/workers'

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
  /** Undefined for a single site. */
  isRedisThere: boolean | undefined
}

/** What this process knows of earlier syncs. */
interface SeenSyncs {
  /** The last report of a sync that ended: a running sync does not know what is missing. */
  ended?: SyncReport
  /** When the last good sync ended, and when it was last looked for, by the monotonic clock. */
  goodAt: number
  lookedAt: number
  /** By the wall clock. */
  syncedAt: number
}

declare module './runtime' {
  interface Runtime {
    seenSyncs?: SeenSyncs
  }
}

/** Returns the health of this process, within about a second even if Redis does not respond. */
export async function getHealth(env: Env): Promise<Health> {
  const isRedisThere = env.redisUrl === undefined ? undefined : await isRedisResponding(env.redisUrl)
  const site = await getSite().catch(ifNotReady)
  const report = env.rootPage === undefined || isRedisThere === false ? undefined : await readLatestSyncReport(env)
  const seen = noteSync(report)
  const reasons = [
    ...(isRedisThere === false ? ['Redis does not respond'] : []),
    ...(getRuntime().reader?.problems ?? []),
    ...getCurrentReasons(),
    ...workerReasons(),
    ...(site === undefined ? [] : await snapshotReasons(site)),
    ...syncReasons(env, report, seen),
  ]
  seen.syncedAt = Math.max(seen.syncedAt, site?.index.syncedAt ?? 0)
  return { site, reasons: [...new Set(reasons)], report, syncedAt: seen.syncedAt, isRedisThere }
}

/** Notes when a sync last ended well. A clock that was set does not count: not more time has passed than since the last look. */
function noteSync(report: SyncReport | undefined): SeenSyncs {
  const runtime = getRuntime()
  // A process that has just started gives the sync its time.
  runtime.seenSyncs ??= { goodAt: 0, lookedAt: 0, syncedAt: 0 }
  const seen = runtime.seenSyncs
  const now = performance.now()
  if (report?.state === 'done' && report.finishedAt !== undefined && report.finishedAt !== seen.ended?.finishedAt) {
    const ago = Math.max(0, Date.now() - report.finishedAt)
    seen.goodAt = now - Math.min(ago, now - seen.lookedAt)
    seen.syncedAt = Math.max(seen.syncedAt, report.finishedAt)
  }
  if (report !== undefined && report.state !== 'running') seen.ended = report
  seen.lookedAt = now
  return seen
}

function syncReasons(env: Env, report: SyncReport | undefined, { ended, goodAt }: SeenSyncs): string[] {
  const late = getLateAfterMs(env.syncInterval)
  const checks: [isWrong: boolean, reason: string][] = [
    [ended?.state === 'failed' || ended?.state === 'refused', 'The last sync did not end well'],
    [(ended?.failed.length ?? 0) > 0, 'The last sync could not fetch some pages'],
    [(ended?.missingFiles ?? 0) > 0, 'Some files are not downloaded yet, or cannot be downloaded'],
    [report?.state === 'running' && report.mode === 'full', 'The first sync has not ended yet'],
    // A site that syncs on request does not sync while it has no visitors.
    [
      !env.syncOnRequest && report !== undefined && performance.now() - goodAt > late,
      `The last good sync ended over ${late / 1000} s ago`,
    ],
  ]
  return checks.flatMap(([isWrong, reason]) => (isWrong ? [reason] : []))
}

async function snapshotReasons({ index }: Site): Promise<string[]> {
  const manifest = await getStore().manifest()
  const isBroken = manifest === undefined || manifest.problems.length > 0
  const areUnavailable = index.unreadable.length > 0 || index.pages.some((page) => !page.readable)
  return [
    ...(isBroken ? ['Some of the snapshot cannot be read'] : []),
    ...(areUnavailable ? ['Some pages respond with 503'] : []),
  ]
}

function workerReasons(): string[] {
  return Object.entries(getWorkers()).flatMap(([kind, worker]) =>
    worker?.failure === undefined ? [] : [`${kind}: ${worker.failure}`],
  )
}
