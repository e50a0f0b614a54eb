import type { Env } from '../env'
import { findHandler, findRoute } from '../find-route'
import { isForMembers, MEMBERS } from '../members-path'
import { pathFor, type Site } from '../site/site'
import { statusOf } from '../site/status'
import type { SitePage, Viewer } from '../site/types'
import { mayUseDesk } from './desk'
import { signInAddress } from './routes'

/** What is done about a request for a members page or a screen of the sign-in service, before the page itself decides. */
export type Verdict =
  /** What is made for the viewer: a page of the site, or a screen. */
  | { kind: 'page'; page?: SitePage }
  | { kind: 'forbidden' }
  /** What answers has headers of its own. */
  | { kind: 'pass' }
  | { kind: 'unavailable' }
  | { kind: 'redirect'; to: string }

interface Asked {
  /** As the browser wrote it, and with its query. */
  pathname: string
  search: string
  /** As {@link pathIn} reads it. */
  path: string
}

/**
 * Gives an address of the members' site the status that it answers with. It decides nothing about access: the page or handler asks
 * for the viewer and for the page again.
 */
export function verdictOn({ pathname, search, path }: Asked, viewer: Viewer, site: Site, env: Env): Verdict {
  if (findRoute(pathname).audience === 'viewer') return { kind: 'pass' }
  if (!viewer.signedIn) return { kind: 'redirect', to: signInAddress(pathname + search) }
  if (!isForMembers(pathname)) return { kind: 'page' }
  const handler = findHandler(`/${path}`)
  if (handler?.kind === 'dashboard') return { kind: mayUseDesk(viewer, env) ? 'page' : 'forbidden' }
  if (handler !== undefined) return { kind: 'pass' }
  const found = site.resolve(path.slice(MEMBERS.length + 1), viewer)
  if (found.kind === 'redirect') return { kind: 'redirect', to: pathFor(found.path, viewer) }
  switch (statusOf(found)) {
    case 200:
      return { kind: 'page', ...(found.kind === 'page' && { page: found.page }) }
    case 503:
      return { kind: 'unavailable' }
    // A page that is gone is indistinguishable from one that never was.
    default:
      return { kind: 'forbidden' }
  }
}
