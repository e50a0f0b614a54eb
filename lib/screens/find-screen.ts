import 'server-only'
import { computeOnce } from '../cache/rendered-page'
import { findCopyPrefix, findHandler } from '../find-route'
import { isForMembers, MEMBERS } from '../members-path'
import { PREVIEW, type Route, UNLOCK } from '../routes'
import { getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import { toPagePath } from '../site/page-locks'
import { decodePath } from '../site/paths'
import type { PageResolution, Resolution } from '../site/resolve/resolution'
import type { Site } from '../site/site'
import type { Viewer } from '../site/site-index'

/** The parts of a path of the site. */
export interface ScreenAddress {
  /**
   * `members`: below the path of the members site. `unlock`: where visitors read pages with a password. `preview`: below the address of a
   * preview link.
   */
  area: 'public' | 'members' | 'unlock' | 'preview'
  /** The part before the path of the page if this is a copy of it, such as `/plain`; otherwise an empty string. */
  prefix: string
  /** The decoded path of the page or list. Empty for the page of a preview link. */
  path: string
  /** The token of the preview link. */
  token?: string
  /** The query of the request, on which some old addresses depend. */
  query?: string
}

/** What an address shows to visitors who are not signed in, in one state of the site. */
export interface FoundScreen {
  site: Site
  address: ScreenAddress
  found: Resolution
}

/** A path as the browser sent it, with the route whose handler responds instead of a page, if its feature is enabled. */
export interface RequestAddress extends ScreenAddress {
  handler: Route | undefined
}

/**
 * Reads a path as the browser sent it; undefined if it is malformed. Only signed-in viewers are in the members area. `search` is the query
 * of the request, and begins with `?`.
 */
export function readAddress(
  pathname: string,
  { signedIn }: Pick<Viewer, 'signedIn'>,
  search = '',
): RequestAddress | undefined {
  const prefix = findCopyPrefix(pathname)
  const path = decodePath(pathname.slice(prefix.length))
  if (path === undefined) return undefined
  if (signedIn && isForMembers(pathname)) {
    return { area: 'members', prefix, path: path.slice(MEMBERS.length + 1), handler: findHandler(`/${path}`) }
  }
  const handler = findHandler(pathname)
  if (handler === undefined && prefix === '' && getEnv().siteSecret !== undefined) {
    if (path.startsWith(`${UNLOCK}/`)) {
      return { area: 'unlock', prefix, path: toPagePath(path.slice(UNLOCK.length + 1)), handler }
    }
    if (path.startsWith(`${PREVIEW}/`)) {
      const [, token = '', ...rest] = path.split('/')
      return { area: 'preview', prefix, token, path: rest.join('/'), handler }
    }
  }
  return { area: 'public', prefix, path, handler, ...(search.length > 1 && { query: search.slice(1) }) }
}

/**
 * Resolves an address for a viewer, once for each request and state of the site: the cache of documents, the route guard and the page
 * itself call it. It decides about access with `mayRead`.
 */
export function findScreen(site: Site, address: ScreenAddress, viewer: Viewer): Resolution {
  const { area, prefix, path, query = '' } = address
  if (prefix !== '') return findCopiedPage(site, path, viewer)
  if (query !== '' && area === 'public' && site.readsQuery(path)) return site.resolve(path, viewer, query)
  return computeOnce(getKey(address, viewer), site, () => {
    if (area === 'preview') return findPreviewed(site, path, viewer)
    const found = site.resolve(path, viewer)
    return area === 'unlock' ? limitToLocked(found) : found
  })
}

/** Resolves the decoded path of a page for a copy or other data of it, which lists and forms for passwords do not have. */
export function findCopiedPage(site: Site, path: string, viewer: Viewer): PageResolution {
  return computeOnce(JSON.stringify(['copy', path, viewer]), site, () => site.resolvePage(path, viewer))
}

const getKey = ({ area, path }: ScreenAddress, viewer: Viewer) => JSON.stringify([area, path, viewer])

/** Makes {@link findScreen} return in the current request what the server has found before the request was handled. */
export function carryScreen({ site, address, found }: FoundScreen): void {
  computeOnce(getKey(address, PUBLIC), site, () => found)
}

/** Returns the decoded path of a page from what follows the token of a preview link, which may be nothing. */
export const toPreviewedPath = (site: Site, path: string, viewer: Viewer): string | undefined =>
  path || site.page(viewer.preview?.page ?? '', viewer)?.path

/** Below a preview link there are only drafts. Pages that are published redirect to their public addresses. */
function findPreviewed(site: Site, path: string, viewer: Viewer): Resolution {
  const at = viewer.preview && toPreviewedPath(site, path, viewer)
  if (at === undefined) return { kind: 'missing' }
  const first = site.resolve(at, viewer)
  const found = first.kind === 'redirect' ? site.resolve(first.path, viewer) : first
  if (found.kind === 'page' && found.page.access.kind !== 'unpublished') {
    return { kind: 'redirect', path: found.page.path, status: 307 }
  }
  return found.kind === 'page' || found.kind === 'unavailable' || found.kind === 'external'
    ? found
    : { kind: 'missing' }
}

/** Below `/unlock` there are only pages with a password. */
function limitToLocked(found: Resolution): Resolution {
  switch (found.kind) {
    case 'page':
      return found.page.access.kind === 'locked' ? found : { kind: 'redirect', path: found.page.path }
    case 'home':
    case 'list':
    case 'gone':
      return { kind: 'missing' }
    default:
      return found
  }
}
