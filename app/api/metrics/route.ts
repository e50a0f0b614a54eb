import { getHealth } from '@/lib/health'
import { refuseWithoutToken } from '@/lib/http/bearer-token'
import { getServedGeneration } from '@/lib/metrics/requests'
import { renderMetrics } from '@/lib/metrics/snapshot'
import { getEnv } from '@/lib/settings/env'
import { mayRead, PUBLIC } from '@/lib/site/access'

export const dynamic = 'force-dynamic'

/** Metrics for Prometheus. The server counts the requests. */
export async function GET(request: Request): Promise<Response> {
  const env = getEnv()
  const refusal = refuseWithoutToken(request, 'METRICS_TOKEN', env.metricsToken)
  if (refusal !== undefined) return refusal
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
