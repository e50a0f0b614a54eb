import 'server-only'
import { getViewer } from '../../auth/viewer'
import { getBasePath } from '../../base-path'
import { isForMembers, MEMBERS } from '../../members-path'
import { respondWithSite } from '../../page/thread/respond-with-site'
import { PUBLIC } from '../../site/access'
import { getStatus, type PageResolution } from '../../site/resolve/resolution'
import { getCopyPath, type Site } from '../../site/site'
import type { Viewer } from '../../site/site-index'
import { respondWithError } from '../text-response'

/**
 * Responds with a copy of the page at a decoded path, which begins with `members` for the copy that the viewer may read. `respond` gets
 * the path without `members`. Forbidden and missing pages return the same response.
 */
export async function respondToReader(
  path: string,
  respond: (site: Site, path: string, viewer: Viewer) => Promise<Response>,
): Promise<Response> {
  const isMembers = isForMembers(`/${path}`)
  const viewer = isMembers ? await getViewer() : PUBLIC
  if (isMembers && !viewer.signedIn) return respondWithError(404)
  const ownPath = isMembers ? path.slice(MEMBERS.length + 1) : path
  return respondWithSite(async (site) => (site === undefined ? respondWithError(503) : respond(site, ownPath, viewer)))
}

/** Responds if no page is at a path: with a redirect to the copy of the page that moved, or with an error. */
export function respondWithoutCopy(
  found: Exclude<PageResolution, { kind: 'page' | 'home' }>,
  viewer: Viewer,
  getUrl: (siteUrl: string, path: string) => string,
): Response {
  if (found.kind === 'redirect') {
    const location = getUrl(getBasePath(), getCopyPath(found.path, viewer))
    return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-store' } })
  }
  // Members must not learn which pages there were.
  return respondWithError(viewer.signedIn && found.kind === 'gone' ? 404 : getStatus(found))
}
