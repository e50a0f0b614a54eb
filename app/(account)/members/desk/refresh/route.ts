import { findDashboardRefusal } from '@/lib/auth/dashboard'
import { getViewer } from '@/lib/auth/viewer'
import { addBasePath } from '@/lib/base-path'
import { recordForViewer } from '@/lib/http/record-read'
import { requestNewestState, requestSyncAnywhere } from '@/lib/instances/requests'
import { getEnv } from '@/lib/settings/env'
import { getStore } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

/** Handles the button of the dashboard: requests a sync of all changes, or reads the workspace folder again if there is no sync. */
export async function POST(request: Request): Promise<Response> {
  const env = getEnv()
  const headers = { 'cache-control': 'private, no-store' }
  const viewer = await getViewer()
  const refusal = findDashboardRefusal(request, viewer, env)
  await recordForViewer({ action: 'sync', decision: refusal === undefined ? 'allowed' : 'denied', viewer })
  if (refusal !== undefined) return new Response(refusal, { status: 403, headers })
  if (env.rootPage === undefined) await requestNewestState(env, getStore().dir)
  else await requestSyncAnywhere(env, { all: true })
  return new Response(null, { status: 303, headers: { ...headers, location: addBasePath('/members/desk?requested') } })
}
