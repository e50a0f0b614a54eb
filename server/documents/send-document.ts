import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
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
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !(isNotModified && OF_BODY.has(name))) response.setHeader(name, value)
  }
  if (isNotModified) {
    response.writeHead(304).end()
    return
  }
  const encoding = chooseEncoding(requestHeaders)
  if (encoding === undefined) return expandDocument(document).then((body) => sendBody(response, body))
  sendBody(response, encoding === 'br' ? document.brotli : document.gzip, encoding)
}

function chooseEncoding(headers: IncomingHttpHeaders): 'br' | 'gzip' | undefined {
  const accepted = new Negotiator({ headers }).encodings(['br', 'gzip'])
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

/** Node.js sends no body in response to HEAD. */
function sendBody(response: ServerResponse, body: Buffer, encoding?: 'br' | 'gzip'): void {
  if (encoding !== undefined) response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.length)
  response.writeHead(200).end(body)
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
