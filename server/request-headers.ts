import type { IncomingMessage, ServerResponse } from 'node:http'
import { INTERNAL_PREFIX } from '../lib/cache/internal-headers'
import { getClientNetwork } from '../lib/client-network'

/**
 * Request headers that change what Next.js does, and so what its cache contains. Those of its client (`rsc`, `next-router-…`,
 * `next-url`, `next-action`) are not removed.
 */
const FRAMEWORK_HEADERS =
  /^(?:content-security-policy(?:-report-only)?|next-resume|x-(?:action|invocation|invoke|matched|middleware|next|nextjs|nonce|now|prerender|vercel)(?:-.*)?)$/

/** Removes the headers that only Next.js itself may set. */
export function removeFrameworkHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (FRAMEWORK_HEADERS.test(name)) delete headers[name]
}

/** Removes the site's internal headers from a request, because clients must not set them, and from its response when it begins. */
export function removeInternalHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const name of Object.keys(request.headers)) if (name.startsWith(INTERNAL_PREFIX)) delete request.headers[name]
  const { writeHead } = response
  Object.assign(response, {
    // Node.js also calls this for a response that begins without it.
    writeHead(...head: unknown[]) {
      for (const name of response.getHeaderNames()) if (name.startsWith(INTERNAL_PREFIX)) response.removeHeader(name)
      return Reflect.apply(writeHead, response, head)
    },
  })
}

/**
 * Replaces all forwarding headers by one `x-forwarded-for` with the client's address: that of the socket, or the one that the trusted
 * proxies report. Returns the name under which limits count the client.
 */
export function setClientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const chain = [...forwarded.map((each) => each.trim()).filter(Boolean), socket.remoteAddress ?? '']
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip') delete headers[name]
  }
  const address = (chain.at(-1 - trustedProxies) ?? chain[0] ?? '').replace(/^::ffff:/, '')
  headers['x-forwarded-for'] = address
  return getClientNetwork(address)
}
