import { getHealth } from '@/lib/health'
import { getRuntime } from '@/lib/runtime'
import { getEnv } from '@/lib/settings/env'
import { mayRead, PUBLIC } from '@/lib/site/access'

export const dynamic = 'force-dynamic'

/** Health for load balancers: 503 before the first snapshot and during shutdown. */
export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  const { isStopping } = getRuntime()
  const { site, reasons, syncedAt } = await getHealth(getEnv())
  if (isStopping || site === undefined) {
    const first = isStopping ? 'The site is shutting down' : 'There is no snapshot yet'
    return Response.json({ status: 'live', reasons: [first, ...reasons], snapshot: null }, { status: 503, headers })
  }
  const { index } = site
  const status = reasons.length === 0 ? 'ready' : 'degraded'
  // The number of pages that are not public is confidential.
  const pages = index.pages.filter((page) => mayRead(page.access, PUBLIC)).length
  const snapshot = { version: index.snapshot, pages, syncedAt: new Date(syncedAt).toISOString() }
  return Response.json({ status, reasons, snapshot }, { headers })
}
