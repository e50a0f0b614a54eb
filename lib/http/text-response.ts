import 'server-only'
import { createHash } from 'node:crypto'
import { matchesEtag } from '../page/open-file'
import { getSharedCacheControl } from './shared-cache'

interface TextOptions {
  /** Media type. The text is UTF-8. */
  type: string
  /** Time of the last change in milliseconds since 1970. */
  changed?: number
  headers?: Record<string, string>
}

/** Responds with a text that was generated from the snapshot, or with 304 if the client has the same text. */
export function respondWithText(request: Request, body: string, { type, changed = 0, headers }: TextOptions): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const responseHeaders = {
    'cache-control': getSharedCacheControl(),
    etag,
    ...(changed > 0 && { 'last-modified': new Date(changed).toUTCString() }),
    ...headers,
  }
  // `If-Modified-Since` is ignored: a page that the text names may have been withdrawn without an edit.
  if (matchesEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: responseHeaders })
  return new Response(body, { headers: { ...responseHeaders, 'content-type': `${type}; charset=utf-8` } })
}

const HOUR_MS = 3_600_000

/**
 * Returns the start of the next hour in milliseconds since 1970. Texts are cached until then, because what they contain depends on the
 * time: pages have publication times, and databases filter rows by date.
 */
export const getNextHour = (): number => (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS

const REASONS = {
  404: 'There is nothing at this address\n',
  410: 'This was published once and has been taken down for good\n',
  429: 'There are too many requests: try again in a moment\n',
  503: 'This cannot be shown at the moment\n',
}

/** Responds with an error as plain text, for programs. */
export function respondWithError(status: keyof typeof REASONS): Response {
  return new Response(REASONS[status], {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      ...((status === 429 || status === 503) && { 'retry-after': '5' }),
    },
  })
}

/** Responds with JSON that no cache stores, unless the headers allow it. */
export function respondWithJson(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'private, no-store', ...headers } })
}
