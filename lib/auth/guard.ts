import type { Env } from '../env'
import { listAt } from '../site/lists'
import { pathFor, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/types'
import { mayUseDesk } from './desk'
import { isForMembers } from './members-path'
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
  if (/^\/sign-up(?:\/|$)/.test(pathname)) return { kind: 'pass' }
  if (!viewer.signedIn) return { kind: 'redirect', to: signInAddress(pathname + search) }
  if (!isForMembers(pathname)) return { kind: 'page' }
  const below = path.replace(/^members\/?/, '')
  if (/^(?:files|desk)\//.test(below)) return { kind: 'pass' }
  if (below === 'desk') return { kind: mayUseDesk(viewer, env) ? 'page' : 'forbidden' }
  const found = site.resolve(below, viewer)
  switch (found.kind) {
    case 'page':
      return found
    case 'home':
      return { kind: 'page' }
    case 'redirect':
      return { kind: 'redirect', to: pathFor(found.path, viewer) }
    case 'unavailable':
      return { kind: 'unavailable' }
    // A page that is gone says no more than one that never was.
    case 'gone':
    case 'missing': {
      const list = listAt(site, below, viewer)
      if (list?.kind === 'redirect') return { kind: 'redirect', to: pathFor(list.path.slice(1), viewer) }
      return { kind: list === undefined ? 'forbidden' : 'page' }
    }
  }
}
