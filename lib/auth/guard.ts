import type { Env } from '../env'
import { findHandler, findRoute } from '../find-route'
import { isForMembers, MEMBERS } from '../members-path'
import { getViewerPath, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { getStatus } from '../site/status'
import { mayUseDashboard } from './dashboard'
import { getSignInAddress } from './routes'

/** How the middleware handles a request for a members page or a sign-in screen. The page itself checks access again. */
export type Verdict =
  /** Renders a page of the site or a sign-in screen for the viewer. */
  | { kind: 'page'; page?: SitePage }
  | { kind: 'forbidden' }
  /** A route handler responds, and sets its own headers. */
  | { kind: 'pass' }
  | { kind: 'unavailable' }
  | { kind: 'redirect'; to: string }
  | { kind: 'external'; address: string }

interface GuardedRequest {
  /** Still encoded, as the browser sent it. */
  pathname: string
  search: string
  /** Decoded by {@link decodePath}. */
  path: string
}

/**
 * Decides the response status for an address of the members site, because a page that is rendered per viewer cannot set one. It grants
 * no access: the page or handler checks the viewer and the page again.
 */
export function decideAccess(
  { pathname, search, path }: GuardedRequest,
  viewer: Viewer,
  site: Site,
  env: Env,
): Verdict {
  if (findRoute(pathname).audience === 'viewer') return { kind: 'pass' }
  if (!viewer.signedIn) return { kind: 'redirect', to: getSignInAddress(pathname + search) }
  if (!isForMembers(pathname)) return { kind: 'page' }
  const handler = findHandler(`/${path}`)
  if (handler?.kind === 'dashboard') return { kind: mayUseDashboard(viewer, env) ? 'page' : 'forbidden' }
  if (handler !== undefined) return { kind: 'pass' }
  const found = site.resolve(path.slice(MEMBERS.length + 1), viewer)
  if (found.kind === 'external') return found
  if (found.kind === 'redirect') return { kind: 'redirect', to: getViewerPath(found.path, viewer) }
  switch (getStatus(found)) {
    case 200:
      return { kind: 'page', ...(found.kind === 'page' && { page: found.page }) }
    case 503:
      return { kind: 'unavailable' }
    // Forbidden, deleted and missing pages return the same response.
    default:
      return { kind: 'forbidden' }
  }
}
