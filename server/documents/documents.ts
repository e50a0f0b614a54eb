import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import {
  type CachedDocument,
  compressBody,
  createDocument,
  DocumentCache,
  type RenderedDocument,
} from '../../lib/cache/document-cache'
import { getRuntime } from '../../lib/runtime'
import { getLoadedSite } from '../../lib/site/get-site'
import { captureDocument } from './capture'
import { findPublicVisit, isPlainRequest, type PublicVisit } from './plain-request'
import { sendDocument } from './send-document'

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

  /** Returns the public page of a plain visit; undefined for all other requests, and while the site is loading. */
  findVisit({ method, headers }: IncomingMessage, target: string): PublicVisit | undefined {
    const at = target.indexOf('?')
    const [pathname, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
    const site = isPlainRequest(method, headers, query) ? getLoadedSite() : undefined
    return site && findPublicVisit(pathname, site)
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
    send(document, request.headers, response, serverHeaders)
    return true
  }

  /** Changes the request and response of a plain visit to a public page, so that the document that Next.js sends is cached. */
  capture(visit: PublicVisit, request: IncomingMessage, response: ServerResponse): void {
    const requestHeaders = { ...request.headers }
    // Next.js must send the complete page without compression. It is compressed here.
    for (const name of NEGOTIATED) delete request.headers[name]
    request.method = 'GET'
    captureDocument(response, (rendered) => void this.#store(visit, rendered, requestHeaders, response))
  }

  async #store(
    { pathname, screen, version: found }: PublicVisit,
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
      send(createDocument(version, headers, compressed), requestHeaders, response)
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
