import type { IncomingHttpHeaders } from 'node:http'
import { prefersMarkdown } from '../../lib/formats/preference'
import { type FoundScreen, readAddress } from '../../lib/screens/find-screen'
import { guardPublicPath } from '../../lib/screens/guard'
import { PUBLIC } from '../../lib/site/access'
import { getViewerPath, type Site } from '../../lib/site/site'

/** Query parameters that change what Next.js sends. */
const NEXT_PARAMETER = /^(?:_rsc|nxt|__next)/i
/**
 * Headers of clients that change what Next.js sends, or that announce a body. Internal headers of Next.js are missing here, because
 * `server/request-headers.ts` removes them from every request.
 */
const CLIENT_HEADER = /^(?:rsc|next-.*|range|if-range|expect|upgrade|transfer-encoding)$/
/** Cookies of the preview mode of Next.js. */
const PREVIEW_COOKIE = /__prerender_bypass|__next_preview_data/

/** Whether the response to a request depends only on the path and on the accepted encodings. */
export function isPlainRequest(method: string | undefined, headers: IncomingHttpHeaders, query: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  for (const name in headers) if (CLIENT_HEADER.test(name)) return false
  if ((headers['content-length'] ?? '0') !== '0') return false
  if (headers.cookie !== undefined && PREVIEW_COOKIE.test(headers.cookie)) return false
  if (prefersMarkdown(headers.accept ?? null)) return false
  return query === '' || ![...new URLSearchParams(query).keys()].some((name) => NEXT_PARAMETER.test(name))
}

/** A plain visit of a public page. */
export interface PublicVisit {
  /** Encoded, in its canonical form. */
  pathname: string
  /** `<page id>:<version>`. */
  version: string
  /** What the path shows, for the rest of the request. */
  screen: FoundScreen
}

/** Returns the visit of a public page at a canonical path; undefined for other paths, and if the route guard does not let a visit pass. */
export function findPublicVisit(pathname: string, site: Site): PublicVisit | undefined {
  const address = readAddress(pathname, PUBLIC)
  if (address === undefined || address.handler !== undefined || address.prefix !== '' || address.area !== 'public') {
    return undefined
  }
  // `isPlainRequest` lets only GET and HEAD pass, which are the methods of all pages.
  const verdict = guardPublicPath(address, 'GET', site)
  if (verdict.kind !== 'pass' || pathname !== getViewerPath(address.path, PUBLIC)) return undefined
  const { found } = verdict
  if (found.kind !== 'home' && found.kind !== 'page') return undefined
  const version = found.kind === 'home' ? `home:${site.index.homeVersion}` : `${found.page.id}:${found.page.version}`
  return { pathname, version, screen: { site, address, found } }
}
