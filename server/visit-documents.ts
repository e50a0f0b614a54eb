import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import Negotiator from 'negotiator'
import { removeFrameworkClient } from '../lib/cache/framework-client'
import { type Route, UNLOCK } from '../lib/routes'
import { collectBody } from './collect-body'

/** Whether the pages of a route are rendered for each visit, but need no client of Next.js: the search page and pages with a password. */
export const isVisitDocument = ({ segment }: Route): boolean => segment === 'search' || segment === UNLOCK

/** Removes the client of Next.js from a document that is rendered for each visit, as the page cache does from all others. */
export function sendWithoutClient(request: IncomingMessage, response: ServerResponse): void {
  const acceptsGzip = new Negotiator(request).encodings(['gzip']).includes('gzip')
  // Next.js must send the document without compression. It is compressed here.
  delete request.headers['accept-encoding']
  collectBody(response, (body) => {
    if (!String(response.getHeader('content-type') ?? '').startsWith('text/html')) {
      response.end(body)
      return
    }
    const html = Buffer.from(removeFrameworkClient(body.toString()))
    const sent = acceptsGzip ? gzipSync(html) : html
    if (acceptsGzip) response.setHeader('content-encoding', 'gzip')
    response.appendHeader('vary', 'accept-encoding')
    response.setHeader('content-length', sent.length)
    response.end(sent)
  })
}
