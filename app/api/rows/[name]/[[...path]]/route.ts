import { getViewer } from '@/lib/auth/viewer'
import { answerMade } from '@/lib/http/generated-response'
import { openAllRows } from '@/lib/page/thread/open-rows'
import { isSiteChanged } from '@/lib/page/thread/page-thread'
import { withSite } from '@/lib/page/thread/with-site'
import { PUBLIC } from '@/lib/site/access'
import { pathFor, type Site } from '@/lib/site/site'
import { statusOf } from '@/lib/site/status'
import type { Viewer } from '@/lib/site/types'

type Props = { params: Promise<{ name: string; path?: string[] }> }

const NOT_KEPT = { 'cache-control': 'private, no-store' }

/**
 * All rows of a database, as JSON: of one on a public page kept by caches no longer than the page itself, and under `members`
 * those that whoever asks may read, kept by nobody.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { name, path = [] } = await params
  if (!/^[0-9a-f]{8}$/.test(name)) return answer(400, 'A database is named by the first eight digits of its id')
  const isForMembers = path[0] === 'members'
  const viewer = isForMembers ? await getViewer() : PUBLIC
  return withSite((site) => rowsOf(request, site, { name, path, isForMembers, viewer }))
}

async function rowsOf(
  request: Request,
  site: Site | undefined,
  { name, path, isForMembers, viewer }: { name: string; path: string[]; isForMembers: boolean; viewer: Viewer },
): Promise<Response> {
  if (site === undefined) return answer(503, 'The site is not ready yet')
  if (isForMembers && !viewer.signedIn) return answer(404, 'There is no such page')
  const found = site.resolvePage(path.slice(isForMembers ? 1 : 0).join('/'), viewer)
  if (found.kind === 'redirect') {
    const location = `/api/rows/${name}${pathFor(found.path, viewer).replace(/\/$/, '')}`
    return new Response(null, { status: 308, headers: { ...NOT_KEPT, location } })
  }
  if (statusOf(found) === 503) return answer(503, 'The page cannot be read at the moment')
  if (found.kind !== 'page') return answer(404, 'There is no such page')
  const rows = await openAllRows(site, found.page, viewer, name).catch((error: unknown) => {
    if (isSiteChanged(error)) throw error
    return null
  })
  // A page whose content cannot be read says so itself.
  if (rows === null) return answer(503, 'The page cannot be read at the moment')
  if (rows === undefined) return answer(404, 'The page shows no such database')
  if (!isForMembers) return answerMade(request, rows, { type: 'application/json' })
  return new Response(rows, { headers: { ...NOT_KEPT, 'content-type': 'application/json; charset=utf-8' } })
}

function answer(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: NOT_KEPT })
}
