import { removeBasePath } from '@/lib/base-path'
import { isForMembers } from '@/lib/members-path'
import { isStaticSite } from './is-static-site'

/**
 * Returns whether an address is one that a page of the site can have: page paths contain no dot, files are under `/files`, and what a
 * password opens is under `/unlock`.
 */
export function isPagePath(address: string): boolean {
  const [path = ''] = removeBasePath(address)?.split(/[?#]/) ?? []
  return /^\/(?![/\\])/.test(path) && !path.includes('.') && !/^\/(?:(?:members\/)?files|unlock)\//.test(path)
}

/**
 * Returns the path of an address for the router, which adds the base path. Undefined for links that load a whole document: all links of a
 * static export; links between the public and the members' site, because a document load renews an expired session; and links of a page
 * with analytics, whose script would stay and learn the addresses of unlisted pages.
 */
export function findRouterPath(address: string): string | undefined {
  if (isStaticSite() || document.querySelector('main[data-analytics]') !== null) return undefined
  const path = removeBasePath(address) ?? ''
  const current = removeBasePath(location.pathname) ?? ''
  return path !== '' && isForMembers(path) === isForMembers(current) ? path : undefined
}

/** Whether a link leads to a part of the current page. The browser scrolls there; the router would keep the previous fragment. */
export const leadsToPart = ({ hash, pathname, search }: HTMLAnchorElement): boolean =>
  hash !== '' && pathname === window.location.pathname && search === window.location.search
