import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { INTERNAL_PREFIX } from '../cache/internal-headers'
import { getRuntime } from '../runtime'
import type { HeaderSettings } from '../settings/sign-in'
import { isSameSecret } from './secrets'

declare module '../runtime' {
  interface Runtime {
    /** Known only in this process. */
    proxyProof?: string
  }
}

/** The header by which the server proves to the routes that a request came from the proxy. The server removes it from other requests. */
export const PROOF_HEADER = `${INTERNAL_PREFIX}proxy`

/**
 * Removes the headers in which the proxy names the person, and returns those of a request from the proxy's own address, with a proof for
 * the routes. Returns nothing if one of them is repeated, because the client may have sent one: Node.js joins them.
 */
export function takeProxyHeaders(
  {
    headers,
    rawHeaders,
    socket,
  }: Pick<IncomingMessage, 'headers' | 'rawHeaders'> & {
    socket: Pick<IncomingMessage['socket'], 'remoteAddress'>
  },
  { userHeader, groupsHeader, from, cloudflare }: HeaderSettings,
): IncomingHttpHeaders {
  if (cloudflare !== undefined) return {}
  const names = [userHeader, groupsHeader ?? []].flat()
  const taken = Object.fromEntries(names.map((name) => [name, headers[name]]))
  for (const name of names) delete headers[name]
  if (!isWithin(socket.remoteAddress ?? '', from)) return {}
  const sent = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  if (names.some((name) => sent.indexOf(name) !== sent.lastIndexOf(name))) return {}
  const runtime = getRuntime()
  runtime.proxyProof ??= randomUUID()
  const present = Object.entries(taken).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(present), [PROOF_HEADER]: runtime.proxyProof }
}

/** Whether an address belongs to one of these networks. */
function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network)
    return parsed.kind() === range.kind() && parsed.match(range, bits)
  })
}

/** Whether the server received a request from the proxy. */
export function isProvenByServer(headers: Headers): boolean {
  const { proxyProof } = getRuntime()
  return proxyProof !== undefined && isSameSecret(headers.get(PROOF_HEADER) ?? '', proxyProof)
}
