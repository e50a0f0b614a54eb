import { findRoute } from '../find-route'
import { MEMBERS } from '../members-path'

/** The page for what one may not read and for what there is not: an address of its own, because a page that is made for one viewer is always sent with 200. */
export const FORBIDDEN = '/auth/forbidden'

/** Whether a session is read, and renewed, before an address is answered. The path is as the browser wrote it. */
export function isForViewers(pathname: string): boolean {
  return findRoute(pathname).audience !== 'everyone'
}

/** Whether one of the sign-in service's screens answers an address. Its own forms are sent to where they are shown. */
export function isScreen(pathname: string): boolean {
  return findRoute(pathname).kind === 'account'
}

/**
 * The address on this site to which somebody returns after signing in: a path that a browser cannot take for another site's, or
 * the members' home page.
 */
export function returnAddress(asked: string | null | undefined, siteUrl: string): string {
  const fallback = `/${MEMBERS}`
  // Browsers drop tabs and line breaks from addresses, and read a backslash as a slash.
  if (!asked || /[\\\p{Cc}]/u.test(asked) || !URL.canParse(asked, siteUrl)) return fallback
  const { origin, pathname, search, hash } = new URL(asked, siteUrl)
  const isPath = asked.startsWith(`${siteUrl}/`) || /^\/(?!\/)/.test(asked)
  if (!isPath || origin !== siteUrl || pathname.startsWith('//') || isScreen(pathname)) return fallback
  return pathname + search + hash
}

/** Where somebody signs in who then returns to this path of the site. */
export function signInAddress(path: string): string {
  return `/sign-in?${new URLSearchParams({ redirect_url: path })}`
}
