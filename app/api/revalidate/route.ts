import { isBearer } from '@/lib/auth/secrets'
import { getEnv } from '@/lib/env'
import { answerJson, bodyOf, jsonIn, LARGEST_BODY_BYTES } from '@/lib/http/request-body'
import { requestNewestState } from '@/lib/instances/ask-writer'
import { getNewestSite, getSite, getStore, ifNotReady } from '@/lib/site/get-site'
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
  if (secret === undefined) return answerJson(404, { error: 'This is off: set REVALIDATE_SECRET' })
  if (!isBearer(request.headers.get('authorization'), secret)) {
    return answerJson(401, { error: 'The bearer token is not REVALIDATE_SECRET' }, { 'www-authenticate': 'Bearer' })
  }
  const body = await bodyOf(request)
  if (body === undefined) return answerJson(413, { error: `The body is longer than ${LARGEST_BODY_BYTES} bytes` })
  const wanted = readWanted(jsonIn(body))
  if (wanted === undefined) return answerJson(400, { error: 'The body must be {"pages": [id, …]} or {"all": true}' })

  const before = await getSite().catch(ifNotReady)
  const outcome = await requestNewestState(getEnv(), getStore().dir)
  if (outcome === 'pending') return answerJson(202, { pending: true })
  const after = outcome === 'done' ? await getNewestSite().catch(ifNotReady) : undefined
  if (after === undefined) {
    return answerJson(
      503,
      { error: 'The snapshot cannot be read now; the site serves what it had' },
      { 'retry-after': '5' },
    )
  }
  return answerJson(200, { refreshed: getRefreshedPaths(wanted, after, before) })
}

function readWanted(value: unknown): RefreshRequest | undefined {
  if (!isObject(value)) return undefined
  if (value.all === true && value.pages === undefined) return { all: true }
  if (!Array.isArray(value.pages) || value.all !== undefined) return undefined
  const pages = value.pages.map(toUuid).filter((id) => id !== undefined)
  return pages.length === value.pages.length ? { pages } : undefined
}
