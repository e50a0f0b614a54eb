import { getEnv } from '@/lib/env'
import { latestSyncReport } from '@/lib/instances/ask-writer'
import { sharedRedis } from '@/lib/redis/shared'
import { getRuntime } from '@/lib/runtime'
import { mayRead, PUBLIC } from '@/lib/site/access'
import { getSite, getStore, ifNotReady } from '@/lib/site/get-site'
import { getWorkers } from '@/lib/workers/workers'

export const dynamic = 'force-dynamic'

/** When the snapshot was last known to be what the workspace holds. */
let syncedAt = 0

/**
 * The health that balancers ask for: 503 before there is a site to show, and when the process is about to stop. Reasons name no page
 * and no file.
 */
export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  const { childFailures, isStopping, reader } = getRuntime()
  const env = getEnv()
  const isCutOff = env.redisUrl !== undefined && !(await sharedRedis(env.redisUrl)).isReady
  const reasons = [...(isCutOff ? ['Redis does not respond'] : []), ...(reader?.problems ?? [])]
  const workers = Object.entries(getWorkers()).map(([kind, worker]) => [kind, worker?.failure])
  for (const [name, failure] of [...Object.entries(childFailures ?? {}), ...workers]) {
    if (failure !== undefined) reasons.push(`${name}: ${failure}`)
  }
  const site = isStopping ? undefined : await getSite().catch(ifNotReady)
  if (site === undefined) {
    reasons.unshift(isStopping ? 'It is about to stop' : 'There is no snapshot yet')
    return Response.json({ status: 'live', reasons, snapshot: null }, { status: 503, headers })
  }
  const { index } = site
  const manifest = await getStore().manifest()
  const report = env.rootPage === undefined ? undefined : await latestSyncReport(env)
  syncedAt = Math.max(syncedAt, index.syncedAt, (report?.state === 'done' && report.finishedAt) || 0)
  if (report?.state === 'failed' || report?.state === 'refused') reasons.push('The last sync did not end well')
  if ((report?.failed.length ?? 0) > 0) reasons.push('The last sync could not fetch some pages')
  if (manifest === undefined || manifest.problems.length > 0) reasons.push('Some of the snapshot cannot be read')
  const status = reasons.length === 0 ? 'ready' : 'degraded'
  // How many pages are not public is confidential.
  const pages = index.pages.filter((page) => mayRead(page.access, PUBLIC)).length
  const snapshot = { version: index.snapshot, pages, syncedAt: new Date(syncedAt).toISOString() }
  return Response.json({ status, reasons, snapshot }, { headers })
}
