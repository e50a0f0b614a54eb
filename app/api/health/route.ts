import { getEnv } from '@/lib/env'
import { sharedRedis } from '@/lib/redis/shared'
import { getRuntime } from '@/lib/runtime'
import { mayRead, PUBLIC } from '@/lib/site/access'
import { getSite, getStore, ifNotReady } from '@/lib/site/get-site'
import { readSyncReport } from '@/lib/snapshot/sync-report'

export const dynamic = 'force-dynamic'

/** When the snapshot was last known to be what the workspace holds. */
let syncedAt = 0

/** What balancers ask: 503 before there is a site to show, and when this one is about to stop. Reasons name no page and no file. */
export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  const site = getRuntime().isStopping ? undefined : await getSite().catch(ifNotReady)
  if (site === undefined) {
    return Response.json({ status: 'live', reasons: [], snapshot: null }, { status: 503, headers })
  }
  const { index } = site
  const manifest = await getStore().manifest()
  const { rootPage, stateDir, redisUrl } = getEnv()
  const report = rootPage === undefined ? undefined : await readSyncReport(stateDir)
  const isBehind = report?.state === 'failed' || report?.state === 'refused' || (report?.failed.length ?? 0) > 0
  syncedAt = Math.max(syncedAt, index.syncedAt, (report?.state === 'done' && report.finishedAt) || 0)
  const isCutOff = redisUrl !== undefined && !(await sharedRedis(redisUrl)).isReady
  const isWhole = manifest !== undefined && manifest.problems.length === 0
  const pictures = getRuntime().pictures?.failure
  const reasons = [
    isWhole ? [] : 'a file of the workspace folder cannot be read',
    isBehind ? 'the last sync failed or left something out' : [],
    isCutOff ? 'Redis cannot be reached' : [],
    pictures === undefined ? [] : `pictures: ${pictures}`,
  ].flat()
  const status = reasons.length === 0 ? 'ready' : 'degraded'
  // How many pages are not public is nobody's business.
  const pages = index.pages.filter((page) => mayRead(page.access, PUBLIC)).length
  const snapshot = { version: index.snapshot, pages, syncedAt: new Date(syncedAt).toISOString() }
  return Response.json({ status, reasons, snapshot }, { headers })
}
