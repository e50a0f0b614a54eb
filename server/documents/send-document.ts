import type { IncomingHttpHeaders, OutgoingHttpHeader, ServerResponse } from 'node:http'
import Negotiator from 'negotiator'
import { type CachedDocument, expandDocument } from '../../lib/cache/document-cache'

/** Headers that describe a body. A 304 response has none of them. */
const OF_BODY: ReadonlySet<string> = new Set(['content-type', 'content-language'])

/**
 * Responds with a document in an encoding that the client accepts, or with 304 if the client has the document. Returns a promise if the
 * document has to be decompressed first.
 */
export function sendDocument(
  document: CachedDocument,
  requestHeaders: IncomingHttpHeaders,
  response: ServerResponse,
): Promise<void> | undefined {
  const { headers } = document
  const isNotModified = hasDocument(requestHeaders, String(headers.etag ?? ''))
  // A list of names and values costs Node.js half as much as one `setHeader` for each.
  const list: OutgoingHttpHeader[] = []
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !(isNotModified && OF_BODY.has(name))) list.push(name, value)
  }
  if (isNotModified) {
    response.writeHead(304, list).end()
    return
  }
  const encoding = chooseEncoding(requestHeaders)
  if (encoding === undefined) return expandDocument(document).then((body) => sendBody(response, list, body))
  list.push('content-encoding', encoding)
  sendBody(response, list, encoding === 'br' ? document.brotli : document.gzip)
}

function chooseEncoding(headers: IncomingHttpHeaders): 'br' | 'gzip' | undefined {
  const accepted = new Negotiator({ headers }).encodings(['br', 'gzip'])
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

/** Node.js sends no body in response to HEAD. */
function sendBody(response: ServerResponse, headers: OutgoingHttpHeader[], body: Buffer): void {
  response.writeHead(200, [...headers, 'content-length', body.length]).end(body)
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
