import { isBearer } from '@/lib/auth/secrets'
import { getEnv } from '@/lib/env'
import { getHealth } from '@/lib/health'
import { answerJson } from '@/lib/http/request-body'
import { servedGeneration } from '@/lib/metrics/counts'
import { figures } from '@/lib/metrics/snapshot'
import { mayRead, PUBLIC } from '@/lib/site/access'

export const dynamic = 'force-dynamic'

/** Figures for operators; `npm run site` counts the requests. */
export async function GET(request: Request): Promise<Response> {
  const env = getEnv()
  const { metricsToken } = env
  if (metricsToken === undefined) return answerJson(404, { error: 'This is off: set METRICS_TOKEN' })
  if (!isBearer(request.headers.get('authorization'), metricsToken)) {
    return answerJson(401, { error: 'The bearer token is not METRICS_TOKEN' }, { 'www-authenticate': 'Bearer' })
  }
  const { site, reasons, report, syncedAt, isRedisThere } = await getHealth(env)
  const { text, type } = await figures(
    site && {
      version: site.index.snapshot,
      pages: site.index.pages.filter((page) => mayRead(page.access, PUBLIC)).length,
      syncedAt,
      sync: report,
      generation: servedGeneration(),
      isRedisThere,
    },
    reasons,
  )
  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
}
