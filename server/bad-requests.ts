import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export interface ErrorDocument {
  headers: Record<string, string | number>
  body: string
}

/** Statuses by the error codes of Node's HTTP parser; any other code is a malformed request. */
const PARSER_STATUSES: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
/** Milliseconds that a refused client has to read the response: closing while it still sends would discard the response. */
const LINGER_MS = 1000

/**
 * Responds to requests that Node.js cannot parse and therefore does not handle: 408 if one takes too long, 431 if its headers are too
 * large, 400 otherwise. A connection on which a response has begun is closed instead, because a second response would become a part of it.
 */
export function refuseBadRequests(server: Server, documentFor: (status: number) => ErrorDocument): void {
  /** The responses that each connection waits for. */
  const pending = new WeakMap<Duplex, readonly ServerResponse[]>()
  const refused = new WeakSet<Duplex>()
  server.on('request', ({ socket }, response) => {
    // Not with a listener, because Node.js warns of more than ten, and Next.js adds its own.
    const open = (pending.get(socket) ?? []).filter(({ closed }) => !closed)
    pending.set(socket, [...open, response])
  })
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return
    const hasBegun = pending.get(socket)?.some(({ headersSent, closed }) => headersSent && !closed)
    if (!socket.writable || hasBegun) {
      socket.destroy()
      return
    }
    refused.add(socket)
    socket.end(createRawResponse(PARSER_STATUSES[code] ?? 400, documentFor))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}

function createRawResponse(status: number, documentFor: (status: number) => ErrorDocument): string {
  const { headers, body } = documentFor(status)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n${body}`
}
