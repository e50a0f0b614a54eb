import 'server-only'
import { requestNewestState } from '../instances/requests'
import { getEnv } from '../settings/env'
import { getSite, getStore, ignoreNotReady, reloadSite } from '../site/get-site'
import { getRefreshedPaths, type RefreshRequest } from '../site/refreshed-paths'
import { toUuid } from '../workspace/ids'
import { isObject } from '../workspace/values'
import { refuseWithoutToken } from './bearer-token'
import { MAX_BODY_BYTES, parseJson, readBody } from './request-body'
import { respondWithJson } from './text-response'

/**
 * Publishes the current content of the workspace folder, and responds when the next visit shows it on every reader. Returns 202 if that
 * takes longer than 10 seconds.
 */
export async function respondToRefresh(request: Request): Promise<Response> {
  const refusal = refuseWithoutToken(request, 'REVALIDATE_SECRET', getEnv().revalidateSecret)
  if (refusal !== undefined) return refusal
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
