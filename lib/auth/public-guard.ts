import { findCopyPrefix, findHandler } from '../find-route'
import { PAGES, type Route } from '../routes'
import { PUBLIC } from '../site/access'
import { decodePath } from '../site/paths'
import type { Resolution } from '../site/resolve/resolution'
import type { Site } from '../site/site'
import { getStatus } from '../site/status'

/** How a request for a public page, a list or a copy of a page is handled. */
export type PublicVerdict =
  | { kind: 'pass'; found: Resolution }
  /** To a decoded path, or to an address of another site. */
  | { kind: 'redirect'; to: string; isTemporary?: true }
  | { kind: 'external'; address: string; isTemporary?: true }
  | { kind: 'error'; status: 404 | 410 | 503 }
  | { kind: 'not-allowed'; route: Route }

/** A path of the public site. */
export interface PublicPath {
  /** The decoded path, without the prefix. */
  path: string
  /** The part before the path of the page if this is a copy of it, such as `/plain`; otherwise an empty string. */
  prefix: string
  /** The route whose handler responds instead of a page, if its feature is enabled. */
  handler: Route | undefined
}

/** Reads a path as the browser sent it; undefined if it is malformed. */
export function readPublicPath(pathname: string): PublicPath | undefined {
  const prefix = findCopyPrefix(pathname)
  const path = decodePath(pathname.slice(prefix.length))
  return path === undefined ? undefined : { path, prefix, handler: findHandler(pathname) }
}

/** The route guard of the public site: decides on a request for a page before the page, or a cached copy of it, is sent. */
export function guardPublicPath({ path, prefix }: PublicPath, method: string, site: Site): PublicVerdict {
  const found = prefix === '' ? site.resolve(path, PUBLIC) : site.resolvePage(path, PUBLIC)
  if (found.kind === 'redirect') {
    return { kind: 'redirect', to: `${prefix}/${found.path}`, isTemporary: found.isTemporary }
  }
  if (found.kind === 'external') return found
  const status = getStatus(found)
  if (status === 404 || status === 410 || status === 503) return { kind: 'error', status }
  return isAllowed(PAGES, method) ? { kind: 'pass', found } : { kind: 'not-allowed', route: PAGES }
}

/** Whether a route has a handler for a method. */
export const isAllowed = ({ methods }: Route, method: string): boolean => methods.some((each) => each === method)
