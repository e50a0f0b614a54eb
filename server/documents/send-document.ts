import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { type CachedDocument, expandBody } from '../../lib/cache/document-cache'

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
  { etag, heads, body }: CachedDocument,
  requestHeaders: IncomingHttpHeaders,
  response: ServerResponse,
  serverHeaders: readonly string[] = [],
): Promise<void> | undefined {
  const send = (status: number, head: string[], content?: Buffer) =>
    void response.writeHead(status, serverHeaders.length === 0 ? head : [...serverHeaders, ...head]).end(content)
  if (hasDocument(requestHeaders, etag)) return send(304, heads.notModified)
  const encoding = chooseEncoding(requestHeaders['accept-encoding'])
  // Node.js sends no body in response to HEAD.
  if (encoding !== 'identity') return send(200, heads[encoding], body[encoding])
  return expandBody(body).then((expanded) =>
    send(200, [...heads.identity, 'content-length', String(expanded.length)], expanded),
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
