import { addBasePath, removeBasePath } from '../base-path'
import { findRoute } from '../find-route'
import { MEMBERS } from '../members-path'
import { PERSONAL_ACCESS } from '../routes'

/**
 * Path of the page for forbidden and missing members pages. The middleware rewrites to it, because Next.js always sends a page that is
 * rendered per viewer with status 200.
 */
export const FORBIDDEN = '/auth/forbidden'

/** Whether the middleware reads and renews the session before a response. Takes the encoded path that the browser sent. */
export function needsSession(pathname: string): boolean {
  return findRoute(pathname).audience !== 'everyone'
}

/** Whether a path is a screen of the sign-in service. The forms of these screens are sent to the same paths. */
export function isAccountScreen(pathname: string): boolean {
  return findRoute(pathname).kind === 'account'
}

/**
 * Returns the address to open after sign-in. `returnTo` comes from the address, so it is used only if every browser resolves it to this
 * site; otherwise returns the home page of members.
 */
export function getReturnAddress(returnTo: string | null | undefined, siteUrl: string): string {
  const fallback = addBasePath(`/${MEMBERS}`)
  // Browsers drop tabs and line breaks from addresses, and read a backslash as a slash.
  if (!returnTo || /[\\\p{Cc}]/u.test(returnTo) || !URL.canParse(returnTo, siteUrl)) return fallback
  const site = new URL(siteUrl).origin
  const { origin, pathname, search, hash } = new URL(returnTo, site)
  const isPath = returnTo.startsWith(`${site}/`) || /^\/(?!\/)/.test(returnTo)
  const path = removeBasePath(pathname)
  if (!isPath || origin !== site || path === undefined || path.startsWith('//')) return fallback
  // Another screen of sign-in would lead here again.
  if (isAccountScreen(path) && path !== `/${PERSONAL_ACCESS}`) return fallback
  return pathname + search + hash
}

/** Returns the path of the sign-in screen that leads back to a path of the site. */
export function getSignInAddress(path: string): string {
  return `/sign-in?${new URLSearchParams({ redirect_url: addBasePath(path) })}`
}
