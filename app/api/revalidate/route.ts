import { isBearer } from '@/lib/auth/secrets'
import { MAX_BODY_BYTES, parseJson, readBody } from '@/lib/http/request-body'
import { respondWithJson } from '@/lib/http/text-response'
import { requestNewestState } from '@/lib/instances/writer-client'
import { getEnv } from '@/lib/settings/env'
import { getSite, getStore, ignoreNotReady, reloadSite } from '@/lib/site/get-site'
import { getRefreshedPaths, type RefreshRequest } from '@/lib/site/refreshed-paths'
import { toUuid } from '@/lib/workspace/ids'
import { isObject } from '@/lib/workspace/values'

export const dynamic = 'force-dynamic'

/**
 * Publishes the current content of the workspace folder, and responds when the next visit shows it on every reader. Returns 202 if that
 * takes longer than 10 seconds.
 */
export async function POST(request: Request): Promise<Response> {
  const secret = getEnv().revalidateSecret
  if (secret === undefined) return respondWithJson(404, { error: 'This route is off: set REVALIDATE_SECRET' })
  if (!isBearer(request.headers.get('authorization'), secret)) {
    return respondWithJson(
      401,
      { error: 'The bearer token is not REVALIDATE_SECRET' },
      { 'www-authenticate': 'Bearer' },
    )
  }
  const body = await readBody(request)
  if (body === undefined) return respondWithJson(413, { error: `The body is longer than ${MAX_BODY_BYTES} bytes` })
  const wanted = parseRefreshRequest(parseJson(body))
  if (wanted === undefined)
    return respondWithJson(400, { error: 'The body must be {"pages": [id, …]} or {"all": true}' })

  const before = await getSite().catch(ignoreNotReady)
  const outcome = await requestNewestState(getEnv(), getStore().dir)
  if (outcome === 'pending') return respondWithJson(202, { pending: true })
  const after = outcome === 'done' ? await reloadSite().catch(ignoreNotReady) : undefined
  if (after === undefined) {
    return respondWithJson(
      503,
      { error: 'The snapshot cannot be read now. The site still serves the previous content' },
      { 'retry-after': '5' },
    )
  }
  return respondWithJson(200, { refreshed: getRefreshedPaths(wanted, after, before) })
}

function parseRefreshRequest(value: unknown): RefreshRequest | undefined {
  if (!isObject(value)) return undefined
  if (value.all === true && value.pages === undefined) return { all: true }
  if (!Array.isArray(value.pages) || value.all !== undefined) return undefined
  const pages = value.pages.map(toUuid).filter((id) => id !== undefined)
  return pages.length === value.pages.length ? { pages } : undefined
}
