import { mayUseDashboard } from '../auth/dashboard'
import { getSignInAddress } from '../auth/routes'
import { findRoute } from '../find-route'
import { DESK, isForMembers } from '../members-path'
import { COPY_PATH } from '../page-copies.mjs'
import { PAGES, type Route } from '../routes'
import type { Env } from '../settings/env'
import { PUBLIC } from '../site/access'
import { getStatus, type Redirection, type Resolution } from '../site/resolve/resolution'
import { getViewerPath, type Site } from '../site/site'
import type { Viewer } from '../site/site-index'
import { findScreen, readAddress, type ScreenAddress } from './find-screen'

/** How a request for a public page, a list or a copy of a page is handled. */
export type PublicVerdict =
  | { kind: 'pass'; found: Resolution }
  /** To a decoded path, or to an address of another site. */
  | ({ kind: 'redirect'; to: string } & Redirection)
  | ({ kind: 'external'; address: string } & Redirection)
  | { kind: 'error'; status: 404 | 410 | 503 }
  | { kind: 'not-allowed'; route: Route }

/** The route guard of the public site: decides on a request for a page before the page, or a cached copy of it, is sent. */
export function guardPublicPath(address: ScreenAddress, method: string, site: Site, viewer = PUBLIC): PublicVerdict {
  const found = findScreen(site, address, viewer)
  if (found.kind === 'redirect') {
    const { path, ...more } = found
    return { ...more, to: `${address.prefix}/${path}` }
  }
  if (found.kind === 'external') return found
  const status = getStatus(found)
  if (status === 404 || status === 410 || status === 503) return { kind: 'error', status }
  return isAllowed(PAGES, method) ? { kind: 'pass', found } : { kind: 'not-allowed', route: PAGES }
}

/** Whether a route has a handler for a method. */
export const isAllowed = ({ methods }: Route, method: string): boolean => methods.some((each) => each === method)

/** How a request for a members page or a sign-in screen is handled. The page itself checks access again. */
export type Verdict =
  /** Renders a page of the site for the viewer. */
  | { kind: 'page' }
  /** Renders a screen of the sign-in service, or the editor dashboard. */
  | { kind: 'screen' }
  | { kind: 'forbidden' }
  /** A route handler responds, and sets its own headers. */
  | { kind: 'pass' }
  | { kind: 'unavailable' }
  | { kind: 'redirect'; to: string }
  | { kind: 'external'; address: string }

/** The paths below `/members` that are no copies of pages, because `next.config.mjs` does not rewrite them. */
const NO_COPY = /^(?:files|embed\.html|desk)\//

interface GuardedRequest {
  /** Still encoded, as the browser sent it. */
  pathname: string
  search: string
}

/**
 * Decides the response status for an address of the members site, because a page that is rendered per viewer cannot set one. It grants
 * no access: the page or handler checks the viewer and the page again.
 */
export function decideAccess({ pathname, search }: GuardedRequest, viewer: Viewer, site: Site, env: Env): Verdict {
  const route = findRoute(pathname)
  if (route.audience === 'viewer') return { kind: 'pass' }
  if (!viewer.signedIn) {
    // The forms of the dashboard have no page at their addresses.
    return { kind: 'redirect', to: getSignInAddress(isAllowed(route, 'GET') ? pathname + search : DESK) }
  }
  if (!isForMembers(pathname)) return { kind: 'screen' }
  const address = readAddress(pathname, viewer)
  const handler = address?.handler
  if (handler?.kind === 'dashboard') return { kind: mayUseDashboard(viewer, env) ? 'screen' : 'forbidden' }
  if (handler !== undefined) return { kind: 'pass' }
  if (address === undefined) return { kind: 'forbidden' }
  if (COPY_PATH.test(address.path) && !NO_COPY.test(address.path)) return { kind: 'pass' }
  const found = findScreen(site, address, viewer)
  if (found.kind === 'external') return found
  if (found.kind === 'redirect') return { kind: 'redirect', to: getViewerPath(found.path, viewer) }
  switch (getStatus(found)) {
    case 200:
      return { kind: 'page' }
    case 503:
      return { kind: 'unavailable' }
    // Forbidden, deleted and missing pages return the same response.
    default:
      return { kind: 'forbidden' }
  }
}
