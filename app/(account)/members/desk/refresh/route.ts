import { mayUseDashboard } from '@/lib/auth/dashboard'
import { isSameOrigin } from '@/lib/auth/same-origin'
import { getViewer } from '@/lib/auth/viewer'
import { addBasePath } from '@/lib/base-path'
import { requestNewestState, requestSyncAnywhere } from '@/lib/instances/requests'
import { getEnv } from '@/lib/settings/env'
import { getStore } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

/** Handles the button of the dashboard: requests a sync of all changes, or reads the workspace folder again if there is no sync. */
export async function POST(request: Request): Promise<Response> {
  const env = getEnv()
  const headers = { 'cache-control': 'private, no-store' }
  if (!mayUseDashboard(await getViewer(), env)) return new Response('Forbidden', { status: 403, headers })
  if (!isSameOrigin(request, env)) return new Response('The request came from another site', { status: 403, headers })
  if (env.rootPage === undefined) await requestNewestState(env, getStore().dir)
  else await requestSyncAnywhere(env, { all: true })
  return new Response(null, { status: 303, headers: { ...headers, location: addBasePath('/members/desk?requested') } })
}
