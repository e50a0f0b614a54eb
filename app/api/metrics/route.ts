import { isBearer } from '@/lib/auth/secrets'
import { getHealth } from '@/lib/health'
import { respondWithJson } from '@/lib/http/text-response'
import { getServedGeneration } from '@/lib/metrics/requests'
import { renderMetrics } from '@/lib/metrics/snapshot'
import { getEnv } from '@/lib/settings/env'
import { mayRead, PUBLIC } from '@/lib/site/access'

export const dynamic = 'force-dynamic'

/** Metrics for Prometheus. The server counts the requests. */
export async function GET(request: Request): Promise<Response> {
  const env = getEnv()
  const { metricsToken } = env
  if (metricsToken === undefined) return respondWithJson(404, { error: 'Metrics are off: set METRICS_TOKEN' })
  if (!isBearer(request.headers.get('authorization'), metricsToken)) {
    return respondWithJson(401, { error: 'The bearer token is not METRICS_TOKEN' }, { 'www-authenticate': 'Bearer' })
  }
  const { site, reasons, report, syncedAt, isRedisUp } = await getHealth(env)
  const { text, type } = await renderMetrics(
    site && {
      version: site.index.snapshot,
      pages: site.index.pages.filter((page) => mayRead(page.access, PUBLIC)).length,
      syncedAt,
      sync: report,
      generation: getServedGeneration(),
      isRedisUp,
    },
    reasons,
  )
  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
}
