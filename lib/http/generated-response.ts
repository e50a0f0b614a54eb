import 'server-only'
import { createHash } from 'node:crypto'
import { matchesEtag } from '../page/open-file'
import { sharedCaching } from './shared-cache'

interface Made {
  /** Media type; the text is UTF-8. */
  type: string
  /** When it last changed, in milliseconds since 1970. */
  changed?: number
  headers?: Record<string, string>
}

/** Answers with a text made from the snapshot, or says that whoever asks has it already. */
export function answerMade(request: Request, body: string, { type, changed = 0, headers }: Made): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const kept = {
    'cache-control': sharedCaching(),
    etag,
    ...(changed > 0 && { 'last-modified': new Date(changed).toUTCString() }),
    ...headers,
  }
  // By its date alone nobody has it: what a page names may have been taken down without the page being edited.
  if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: kept })
  return new Response(body, { headers: { ...kept, 'content-type': `${type}; charset=utf-8` } })
}

const HOUR = 3_600_000

/** Returns the moment until which a text is cached that depends on today: which pages have come out, and what filters keep. */
export const nextHour = (): number => (Math.floor(Date.now() / HOUR) + 1) * HOUR

const WHY = {
  404: 'There is nothing at this address\n',
  410: 'This was published once and has been taken down for good\n',
  503: 'This cannot be shown at the moment\n',
}

/** Says to a program why there is nothing to read. */
export function answerNot(status: keyof typeof WHY): Response {
  return new Response(WHY[status], {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      ...(status === 503 && { 'retry-after': '5' }),
    },
  })
}
