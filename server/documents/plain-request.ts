import type { IncomingHttpHeaders } from 'node:http'
import { guardPublicPath, readPublicPath } from '../../lib/auth/public-guard'
import { prefersMarkdown } from '../../lib/formats/preference'
import { PUBLIC } from '../../lib/site/access'
import { getViewerPath, type Site } from '../../lib/site/site'

/** Query parameters that change what Next.js sends. */
const NEXT_PARAMETER = /^(?:_rsc|nxt|__next)/i
/**
 * Headers with which a client changes what Next.js sends, or that announce a body. Next.js never gets those that only its own parts may
 * set (`server/request-headers.ts`), so they change nothing.
 */
const CLIENT_HEADER = /^(?:rsc|next-.*|range|if-range|expect|upgrade|transfer-encoding)$/
/** Cookies of the preview mode of Next.js. */
const PREVIEW_COOKIE = /__prerender_bypass|__next_preview_data/

/** A public page at its canonical path, in its current version. */
export interface PublicPage {
  /** As browsers send it. */
  path: string
  /** `<page id>:<version>` */
  version: string
}

/** Whether a request is a plain visit: its response depends only on the path and on the accepted encodings. */
export function isPlainVisit(method: string | undefined, headers: IncomingHttpHeaders, query: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  for (const name in headers) if (CLIENT_HEADER.test(name)) return false
  if ((headers['content-length'] ?? '0') !== '0') return false
  if (headers.cookie !== undefined && PREVIEW_COOKIE.test(headers.cookie)) return false
  if (prefersMarkdown(headers.accept ?? null)) return false
  return query === '' || ![...new URLSearchParams(query).keys()].some((name) => NEXT_PARAMETER.test(name))
}

/** Returns the public page of a path if the route guard allows the request; undefined for all other paths and spellings. */
export function findPublicPage(pathname: string, method: string, site: Site): PublicPage | undefined {
  const address = readPublicPath(pathname)
  if (address === undefined || address.handler !== undefined || address.prefix !== '') return undefined
  const verdict = guardPublicPath(address, method, site)
  if (verdict.kind !== 'pass') return undefined
  const { found } = verdict
  const isCanonical = pathname === getViewerPath(address.path, PUBLIC)
  if (!isCanonical) return undefined
  if (found.kind === 'home') return { path: pathname, version: `home:${site.index.homeVersion}` }
  return found.kind === 'page' ? { path: pathname, version: `${found.page.id}:${found.page.version}` } : undefined
}
