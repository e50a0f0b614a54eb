import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import {
  type CachedDocument,
  compressBody,
  createDocument,
  DocumentCache,
  expandBody,
  type RenderedDocument,
} from '../lib/cache/document-cache'
import { INTERNAL_PREFIX, VERSION_HEADER } from '../lib/cache/internal-headers'
import { hasExtension } from '../lib/find-route'
import { prefersMarkdown } from '../lib/formats/preference'
import { getRuntime } from '../lib/runtime'
import { type FoundScreen, readAddress } from '../lib/screens/find-screen'
import { guardPublicPath } from '../lib/screens/guard'
import { PUBLIC } from '../lib/site/access'
import { getLoadedSite } from '../lib/site/get-site'
import { findNotFoundPage } from '../lib/site/not-found'
import { getViewerPath, type Site } from '../lib/site/site'
import { collectBody } from './collect-body'

/** Request headers that would make Next.js compress the page, or respond with 304 instead of the page. */
const NEGOTIATED = ['accept-encoding', 'if-none-match', 'if-modified-since']
/** The header that Next.js adds to a cached page. */
const HIT = { 'x-nextjs-cache': 'HIT' }

/** The public pages that the server sends without Next.js. */
export class Documents {
  readonly #cache: DocumentCache

  constructor(maxBytes?: number) {
    this.#cache = new DocumentCache(maxBytes)
  }

  /** Bytes of all cached documents. */
  get bytes(): number {
    return this.#cache.bytes
  }

  /**
   * Returns the public page of a plain visit, or the page that a missing address shows; undefined for all other requests, and while the
   * site is loading.
   */
  findVisit({ method, headers }: IncomingMessage, target: string): PublicVisit | undefined {
    const at = target.indexOf('?')
    const [pathname, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
    const site = isPlainRequest(method, headers, query) ? getLoadedSite() : undefined
    return site && (findPublicVisit(pathname, site, query) ?? findMissingVisit(pathname, site, query))
  }

  /**
   * Responds with the cached document of a public page. Returns whether there is one. `serverHeaders` are the headers that the server adds
   * to this response, as names and values.
   */
  respond(
    visit: PublicVisit,
    request: IncomingMessage,
    response: ServerResponse,
    serverHeaders?: readonly string[],
  ): boolean {
    const document = this.#cache.get(visit.pathname, visit.version)
    if (document === undefined) return false
    getRuntime().metrics?.countPage('hit')
    send(visit.isMissing ? toMissing(document) : document, request.headers, response, serverHeaders)
    return true
  }

  /** Changes the request and response of a plain visit to a public page, so that the document that Next.js sends is cached. */
  capture(visit: PublicVisit, request: IncomingMessage, response: ServerResponse): void {
    const requestHeaders = { ...request.headers }
    // Next.js must send the complete page without compression. It is compressed here.
    for (const name of NEGOTIATED) delete request.headers[name]
    request.method = 'GET'
    // A missing address shows the content of another page.
    if (visit.isMissing) request.url = visit.pathname
    captureDocument(
      response,
      (rendered) => void this.#store(visit, rendered, requestHeaders, response),
      visit.isMissing ? () => markMissing(response) : undefined,
    )
  }

  async #store(
    { pathname, screen, version: found, isMissing }: PublicVisit,
    { version, headers, body }: RenderedDocument,
    requestHeaders: IncomingHttpHeaders,
    response: ServerResponse,
  ) {
    try {
      const compressed = await compressBody(body)
      // The site may have changed during the render, and a newer document may be there already.
      const site = getLoadedSite()
      const current = site === screen.site ? found : site && findPublicVisit(pathname, site)?.version
      if (current === version) {
        this.#cache.set(pathname, createDocument(version, { ...headers, ...HIT }, compressed))
      }
      const document = createDocument(version, headers, compressed)
      send(isMissing ? toMissing(document) : document, requestHeaders, response)
    } catch (error) {
      fail(error, response)
    }
  }
}

function send(
  document: CachedDocument,
  requestHeaders: IncomingHttpHeaders,
  response: ServerResponse,
  serverHeaders?: readonly string[],
): void {
  sendDocument(document, requestHeaders, response, serverHeaders)?.catch((error) => fail(error, response))
}

function fail(error: unknown, response: ServerResponse): void {
  console.error('A page could not be compressed:', error)
  response.destroy()
}

/** Query parameters that change what Next.js sends. */
const NEXT_PARAMETER = /^(?:_rsc|nxt|__next)/i
/**
 * Headers of clients that change what Next.js sends, or that announce a body. Internal headers and cookies of Next.js are missing
 * here, because `server/http-server.ts` removes them from every request.
 */
const CLIENT_HEADER = /^(?:rsc|next-.*|range|if-range|expect|upgrade|transfer-encoding)$/

/** Whether the response to a request depends only on the path and on the accepted encodings. */
export function isPlainRequest(method: string | undefined, headers: IncomingHttpHeaders, query: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  for (const name in headers) if (CLIENT_HEADER.test(name)) return false
  if ((headers['content-length'] ?? '0') !== '0') return false
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
  /** Whether the address is missing, and shows this page with the status 404. */
  isMissing?: true
}

/** Returns the visit of the page that a missing address shows; undefined if no page was chosen for such addresses. */
function findMissingVisit(pathname: string, site: Site, query: string): PublicVisit | undefined {
  // Most requests of scanners, and those for missing pictures.
  if (hasExtension(pathname)) return undefined
  const address = readAddress(pathname, PUBLIC, `?${query}`)
  if (address === undefined || address.handler !== undefined || address.prefix !== '' || address.area !== 'public') {
    return undefined
  }
  const page = findNotFoundPage(site, address.path)
  if (page === undefined) return undefined
  const verdict = guardPublicPath(address, 'GET', site)
  if (verdict.kind !== 'error' || verdict.status !== 404) return undefined
  const visit = findPublicVisit(getViewerPath(page.path, PUBLIC), site)
  return visit && { ...visit, isMissing: true }
}

/** Headers of a page that do not hold for a missing address. */
const NOT_MISSING: ReadonlySet<string> = new Set(['cache-control', 'etag', 'last-modified', 'link'])
const MISSING_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** Returns a document as a missing address shows it. */
function toMissing({ heads, ...document }: CachedDocument): CachedDocument & { status: 404 } {
  const adjust = (head: string[]) => [
    ...head.filter((_, at) => !NOT_MISSING.has(head[at - (at % 2)]?.toLowerCase() ?? '')),
    ...Object.entries(MISSING_HEADERS).flat(),
  ]
  const [gzip, brotli, identity] = [heads.gzip, heads.brotli, heads.identity].map(adjust) as [
    string[],
    string[],
    string[],
  ]
  // Without an ETag, no client has it already.
  return { ...document, etag: '', heads: { gzip, brotli, identity, notModified: identity }, status: 404 }
}

/** Marks a response that is not cached, such as an error or a page in a reduced form. */
function markMissing(response: ServerResponse): void {
  if (response.statusCode !== 200) return
  response.statusCode = 404
  for (const name of NOT_MISSING) response.removeHeader(name)
  for (const [name, value] of Object.entries(MISSING_HEADERS)) response.setHeader(name, value)
}

/** Returns the visit of a public page at a canonical path; undefined for other paths, and if the route guard does not let a visit pass. */
export function findPublicVisit(pathname: string, site: Site, query = ''): PublicVisit | undefined {
  const address = readAddress(pathname, PUBLIC, `?${query}`)
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

/** Headers that are not stored: they describe one response, or its body as Next.js sends it. */
const NOT_STORED: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/**
 * Collects what Next.js sends. If it is a page that may be cached, calls `finish` with it, which sends the response. Sends any other
 * response as it is, after `prepareOther`. Next.js sends such pages in one piece, so collecting them causes no delay.
 */
function captureDocument(
  response: ServerResponse,
  finish: (document: RenderedDocument) => void,
  prepareOther?: () => void,
): void {
  /** Headers that the server has set for this response. */
  const before = new Set(response.getHeaderNames())
  collectBody(response, (body) => {
    const rendered = getRenderedDocument(response, before, body)
    if (rendered === undefined) {
      prepareOther?.()
      response.end(body)
      return
    }
    for (const name of response.getHeaderNames()) if (!before.has(name)) response.removeHeader(name)
    finish(rendered)
  })
}

/** Returns the response as a document; undefined unless it is a page with a version that is the same for all visitors. */
function getRenderedDocument(
  response: ServerResponse,
  before: ReadonlySet<string>,
  body: Buffer,
): RenderedDocument | undefined {
  const version = response.getHeader(VERSION_HEADER)
  const type = String(response.getHeader('content-type') ?? '')
  const isCacheable =
    response.statusCode === 200 &&
    typeof version === 'string' &&
    type.startsWith('text/html') &&
    body.length > 0 &&
    !['set-cookie', 'content-encoding', 'location'].some((name) => response.hasHeader(name))
  if (!isCacheable) return undefined
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (!before.has(name) && !NOT_STORED.has(name) && !name.startsWith(INTERNAL_PREFIX)) headers[name] = value
  }
  const { etag } = headers
  // A weak ETag fits all encodings of a document.
  if (typeof etag === 'string' && !etag.startsWith('W/')) headers.etag = `W/${etag}`
  return { version, headers, body }
}

type Encoding = 'brotli' | 'gzip' | 'identity'

/** Chosen encodings by `Accept-Encoding`, because parsing it costs more than all else here. Browsers send few different values. */
const chosen = new LRUCache<string, Encoding>({ max: 100 })
/** A header that is longer is parsed again for each request, so that the cache stays small. */
const MAX_CACHED_LENGTH = 100

/**
 * Responds with a document in an encoding that the client accepts, or with 304 if the client has the document. `serverHeaders` are the
 * headers of this response alone, as names and values. Returns a promise if the document has to be decompressed first.
 */
export function sendDocument(
  { etag, heads, body, status = 200 }: CachedDocument & { status?: number },
  requestHeaders: IncomingHttpHeaders,
  response: ServerResponse,
  serverHeaders: readonly string[] = [],
): Promise<void> | undefined {
  const send = (status: number, head: string[], content?: Buffer) =>
    void response.writeHead(status, serverHeaders.length === 0 ? head : [...serverHeaders, ...head]).end(content)
  if (hasDocument(requestHeaders, etag)) return send(304, heads.notModified)
  const encoding = chooseEncoding(requestHeaders['accept-encoding'])
  // Node.js sends no body in response to HEAD.
  if (encoding !== 'identity') return send(status, heads[encoding], body[encoding])
  return expandBody(body).then((expanded) =>
    send(status, [...heads.identity, 'content-length', String(expanded.length)], expanded),
  )
}

function chooseEncoding(header: string | string[] = ''): Encoding {
  const accepted = String(header)
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const encodings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip'])
  const encoding = encodings.includes('br') ? 'brotli' : encodings.includes('gzip') ? 'gzip' : 'identity'
  if (accepted.length <= MAX_CACHED_LENGTH) chosen.set(accepted, encoding)
  return encoding
}

/** Whether the client has the document with this ETag, by a weak comparison, and does not bypass its cache. */
function hasDocument(headers: IncomingHttpHeaders, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined || etag === '' || headers['cache-control']?.includes('no-cache')) return false
  const bare = withoutWeakness(etag)
  return known.split(',').some((each) => {
    const tag = each.trim()
    return tag === '*' || withoutWeakness(tag) === bare
  })
}

const withoutWeakness = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag)
