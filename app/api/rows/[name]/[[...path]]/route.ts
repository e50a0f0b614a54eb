import { getUnlockedViewer, getViewer } from '@/lib/auth/viewer'
import { addBasePath } from '@/lib/base-path'
import { respondWithText } from '@/lib/http/text-response'
import { MEMBERS } from '@/lib/members-path'
import { openAllRows } from '@/lib/page/thread/open-rows'
import { isSiteChanged } from '@/lib/page/thread/page-thread'
import { respondWithSite } from '@/lib/page/thread/respond-with-site'
import { UNLOCK } from '@/lib/routes'
import { isPublicViewer, PUBLIC } from '@/lib/site/access'
import { toPagePath } from '@/lib/site/page-locks'
import { getViewerPath, type Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { getStatus } from '@/lib/site/status'

type Props = { params: Promise<{ name: string; path?: string[] }> }

const NOT_CACHED = { 'cache-control': 'private, no-store' }

/**
 * All rows of a database as JSON. Rows of a public page are cached as long as the page. Below `members`, the response contains the rows
 * that the viewer may read, and is not cached; neither is that below `unlock`, for those who have given a password.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const [name = '', ...path] = await readSegments(params)
  if (!/^[0-9a-f]{8}$/.test(name)) return sendError(400, 'A database is named by the first eight digits of its id')
  if (path[0] === MEMBERS) {
    const viewer = await getViewer()
    if (!viewer.signedIn) return sendError(404, 'There is no such page')
    return respondWithSite((site) => sendRows(request, site, { name, path: path.slice(1).join('/'), viewer }))
  }
  if (path[0] === UNLOCK) {
    const viewer = await getUnlockedViewer()
    const below = toPagePath(path.slice(1).join('/'))
    return respondWithSite((site) => sendRows(request, site, { name, path: below, viewer }))
  }
  return respondWithSite((site) => sendRows(request, site, { name, path: path.join('/'), viewer: PUBLIC }))
}

/** The last segment may have an extension, from which a static host derives the media type. */
async function readSegments(params: Props['params']): Promise<string[]> {
  const { name, path = [] } = await params
  return [name, ...path].map((segment, at) => (at === path.length ? segment.replace(/\.json$/, '') : segment))
}

async function sendRows(
  request: Request,
  site: Site | undefined,
  { name, path, viewer }: { name: string; path: string; viewer: Viewer },
): Promise<Response> {
  if (site === undefined) return sendError(503, 'The site is not ready yet')
  const found = site.resolvePage(path, viewer)
  if (found.kind === 'redirect') {
    const location = addBasePath(`/api/rows/${name}${getViewerPath(found.path, viewer).replace(/\/$/, '')}.json`)
    return new Response(null, { status: 308, headers: { ...NOT_CACHED, location } })
  }
  if (getStatus(found) === 503) return sendError(503, 'The page cannot be read at the moment')
  if (found.kind !== 'page') return sendError(404, 'There is no such page')
  const rows = await openAllRows(site, found.page, viewer, name).catch((error: unknown) => {
    if (isSiteChanged(error)) throw error
    return null
  })
  if (rows === null) return sendError(503, 'The page cannot be read at the moment')
  if (rows === undefined) return sendError(404, 'The page shows no such database')
  if (isPublicViewer(viewer)) return respondWithText(request, rows, { type: 'application/json' })
  return new Response(rows, { headers: { ...NOT_CACHED, 'content-type': 'application/json; charset=utf-8' } })
}

function sendError(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: NOT_CACHED })
}
