import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import { removeFrameworkClient } from '../lib/cache/framework-client'
import { findHandler, hasExtension } from '../lib/find-route'
import { MEMBERS } from '../lib/members-path'
import { PREVIEW, type Route, UNLOCK } from '../lib/routes'
import type { Env } from '../lib/settings/env'
import { hasOwnScreens } from '../lib/settings/sign-in'
import { collectBody } from './collect-body'

const compress = promisify(gzip)

/**
 * Whether the pages of a route are rendered for each request, but need no client of Next.js: the search page, pages with a password,
 * previews, and members pages unless the client renews the session. Files below their paths are sent as they are, because a document is
 * collected in memory.
 */
export const hasUncachedDocuments = ({ segment, below }: Route, pathname: string, { signIn }: Env): boolean =>
  ['search', UNLOCK, PREVIEW, ...(hasOwnScreens(signIn) ? [MEMBERS] : [])].includes(segment) &&
  (below === undefined || findHandler(pathname) === undefined) &&
  !hasExtension(pathname)

/** Removes the client of Next.js from a document that is rendered for each request, as the page cache does from all others. */
export function sendWithoutClient(request: IncomingMessage, response: ServerResponse): void {
  const acceptsGzip = new Negotiator(request).encodings(['gzip']).includes('gzip')
  // Next.js must send the complete document without compression. It is compressed here.
  delete request.headers['accept-encoding']
  if (request.method === 'HEAD') request.method = 'GET'
  collectBody(response, (body) => {
    if (!String(response.getHeader('content-type') ?? '').startsWith('text/html')) {
      response.end(body)
      return
    }
    // What is removed is ASCII. The bytes of other characters stay as they are, without the cost of decoding them.
    const html = Buffer.from(removeFrameworkClient(body.toString('latin1')), 'latin1')
    response.appendHeader('vary', 'accept-encoding')
    const send = (sent: Buffer) => void response.setHeader('content-length', sent.length).end(sent)
    if (!acceptsGzip) return send(html)
    response.setHeader('content-encoding', 'gzip')
    compress(html).then(send, (error: unknown) => {
      console.error('A page could not be compressed:', error)
      response.destroy()
    })
  })
}
