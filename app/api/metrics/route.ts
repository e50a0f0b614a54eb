import { isBearer } from '@/lib/auth/secrets'
import { getEnv } from '@/lib/env'
import { answerJson } from '@/lib/http/request-body'
import { latestSyncReport } from '@/lib/instances/ask-writer'
import { servedGeneration } from '@/lib/metrics/counts'
import { figures } from '@/lib/metrics/snapshot'
import { sharedRedis } from '@/lib/redis/shared'
import { mayRead, PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

/** Figures for operators; `npm run site` counts the requests. */
export async function GET(request: Request): Promise<Response> {
  const { metricsToken, redisUrl, rootPage } = getEnv()
  if (metricsToken === undefined) return answerJson(404, { error: 'This is off: set METRICS_TOKEN' })
  if (!isBearer(request.headers.get('authorization'), metricsToken)) {
    return answerJson(401, { error: 'The bearer token is not METRICS_TOKEN' }, { 'www-authenticate': 'Bearer' })
  }
  const index = (await getSite().catch(ifNotReady))?.index
  const sync = rootPage === undefined ? undefined : await latestSyncReport(getEnv())
  const { text, type } = await figures(
    index && {
      version: index.snapshot,
      pages: index.pages.filter((page) => mayRead(page.access, PUBLIC)).length,
      syncedAt: Math.max(index.syncedAt, (sync?.state === 'done' && sync.finishedAt) || 0),
      sync,
      generation: servedGeneration(),
      isRedisThere: redisUrl === undefined ? undefined : (await sharedRedis(redisUrl)).isReady,
    },
  )
  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
}
