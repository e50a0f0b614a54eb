import { mayUseDashboard } from '@/lib/auth/dashboard'
import { getViewer } from '@/lib/auth/viewer'
import { respondWithStatistics } from '@/lib/screens/dashboard'
import { getEnv } from '@/lib/settings/env'

export const dynamic = 'force-dynamic'

/** Sends the statistics of the site to editors, as CSV. */
export async function GET(): Promise<Response> {
  if (mayUseDashboard(await getViewer(), getEnv())) return respondWithStatistics()
  return new Response('Forbidden', { status: 403, headers: { 'cache-control': 'private, no-store' } })
}
