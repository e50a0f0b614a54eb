import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { RenderedDocument } from '../../lib/cache/document-cache'
import { INTERNAL_PREFIX, VERSION_HEADER } from '../../lib/cache/internal-headers'

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
 * response unchanged. Next.js sends such pages in one piece, so collecting them causes no delay.
 */
export function captureDocument(response: ServerResponse, finish: (document: RenderedDocument) => void): void {
  const { writeHead, write, end, flushHeaders } = response
  /** Headers that the server has set for this response. */
  const before = new Set(response.getHeaderNames())
  const chunks: Buffer[] = []
  const collect = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  Object.assign(response, {
    writeHead(status: number, ...rest: unknown[]) {
      response.statusCode = status
      const headers = rest.find((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
      for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
      return response
    },
    flushHeaders() {},
    write(chunk: unknown, ...rest: unknown[]) {
      collect(chunk, rest[0])
      const done = rest.find((each) => typeof each === 'function')
      if (done !== undefined) process.nextTick(done as () => void)
      return true
    },
    end(...args: unknown[]) {
      collect(args[0], args[1])
      Object.assign(response, { writeHead, write, end, flushHeaders })
      const done = args.find((each) => typeof each === 'function')
      if (done !== undefined) response.once('finish', done as () => void)
      const body = Buffer.concat(chunks)
      const rendered = getRenderedDocument(response, before, body)
      if (rendered === undefined) return response.end(body)
      for (const name of response.getHeaderNames()) if (!before.has(name)) response.removeHeader(name)
      finish(rendered)
      return response
    },
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
