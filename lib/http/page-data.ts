import 'server-only'
import { getPreviewViewer, getUnlockedViewer, getViewer } from '../auth/viewer'
import { addBasePath } from '../base-path'
import { MEMBERS } from '../members-path'
import { isSiteChanged } from '../page/thread/page-thread'
import { respondWithSite } from '../page/thread/respond-with-site'
import { PREVIEW, UNLOCK } from '../routes'
import { findCopiedPage, toPreviewedPath } from '../screens/find-screen'
import { isPublicViewer, PUBLIC } from '../site/access'
import { toPagePath } from '../site/page-locks'
import { getStatus } from '../site/resolve/resolution'
import { getPagePath, getViewerPath, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { recordForViewer } from './record-read'
import { respondWithText } from './text-response'

const NOT_READY = 'The site is not ready yet'
const NOT_CACHED = { 'cache-control': 'private, no-store' }

interface PageData {
  /** The path of the route, before that of the page. */
  route: string
  /** The segments after the route. The last one may have an extension, from which a static host derives the media type. */
  segments: string[]
  /** Returns the data as JSON; undefined if the page has none. */
  getData(site: Site, page: SitePage, viewer: Viewer): Promise<string | undefined>
  /** The error for a page without data. */
  missing: string
}

/**
 * Responds with data of a page as JSON. Data of a public page is cached as long as the page. Data below `members`,
 * `unlock` and `preview` depends on the viewer, and is not cached.
 */
export async function respondWithPageData(request: Request, data: PageData): Promise<Response> {
  const [first, ...rest] = data.segments.map((segment, at) =>
    at === data.segments.length - 1 ? segment.replace(/\.json$/, '') : segment,
  )
  if (first === MEMBERS) {
    const viewer = await getViewer()
    if (!viewer.signedIn) return sendError(404, 'There is no such page')
    return respondWithSite((site) => sendData(request, site, data, rest.join('/'), viewer))
  }
  if (first === UNLOCK) {
    const viewer = await getUnlockedViewer()
    return respondWithSite((site) => sendData(request, site, data, toPagePath(rest.join('/')), viewer))
  }
  if (first === PREVIEW) {
    const [token = '', ...below] = rest
    const viewer = await getPreviewViewer(token)
    if (viewer === undefined) return sendError(404, 'There is no such page')
    return respondWithSite(async (site) => {
      if (site === undefined) return sendError(503, NOT_READY)
      const path = toPreviewedPath(site, below.join('/'), viewer)
      return path === undefined ? sendError(404, 'There is no such page') : sendData(request, site, data, path, viewer)
    })
  }
  const path = first === undefined ? '' : [first, ...rest].join('/')
  return respondWithSite((site) => sendData(request, site, data, path, PUBLIC))
}

async function sendData(
  request: Request,
  site: Site | undefined,
  { route, getData, missing }: PageData,
  path: string,
  viewer: Viewer,
): Promise<Response> {
  if (site === undefined) return sendError(503, NOT_READY)
  const found = findCopiedPage(site, path, viewer)
  if (found.kind === 'redirect') {
    // With the token of a preview, which only the page of a draft has in its path.
    const target = findCopiedPage(site, found.path, viewer)
    const to = target.kind === 'page' ? getPagePath(target.page, viewer) : getViewerPath(found.path, viewer)
    const location = addBasePath(`${route}${to.replace(/\/$/, '')}.json`)
    return new Response(null, { status: 308, headers: { ...NOT_CACHED, location } })
  }
  const decision = found.kind === 'page' ? 'allowed' : 'denied'
  const id = found.kind === 'page' ? found.page.id : undefined
  await recordForViewer({ action: 'rows', decision, viewer, page: id, path: `/${path}` })
  if (getStatus(found) === 503) return sendError(503, 'The page cannot be read at the moment')
  if (found.kind !== 'page') return sendError(404, 'There is no such page')
  const json = await getData(site, found.page, viewer).catch((error: unknown) => {
    if (isSiteChanged(error)) throw error
    return null
  })
  if (json === null) return sendError(503, 'The page cannot be read at the moment')
  if (json === undefined) return sendError(404, missing)
  if (isPublicViewer(viewer)) return respondWithText(request, json, { type: 'application/json' })
  return new Response(json, { headers: { ...NOT_CACHED, 'content-type': 'application/json; charset=utf-8' } })
}

export function sendError(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: NOT_CACHED })
}
