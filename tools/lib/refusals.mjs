import { STATUS_CODES } from 'node:http'

/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ headers: Record<string, string | number>, body: string }} Answer */

/** Why a request was never read to its end, by what the parser calls it; all else is no request at all. @type {Record<string, number>} */
const STATUSES = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
/** How long a refused client has to read why: what it still sends meanwhile is let go by, since closing on that would lose the answer. */
const LINGER_MS = 1000

/**
 * Answers on a server what never becomes a request: 408 to what takes too long, 431 to headers that are too large, 400 to the rest. A
 * connection on which an answer has begun is closed instead, because another one would be a part of it.
 */
export function refuseBadRequests(
  /** @type {import('node:http').Server} */ server,
  /** @type {(status: number) => Answer} */ answerFor,
) {
  /** The answers that each connection waits for: of requests sent at once, too. @type {WeakMap<import('node:stream').Duplex, Set<Response>>} */
  const awaited = new WeakMap()
  const refused = new WeakSet()
  server.on('request', ({ socket }, response) => {
    const answers = awaited.get(socket) ?? new Set()
    awaited.set(socket, answers.add(response))
    response.once('close', () => answers.delete(response))
  })
  server.on('clientError', (/** @type {NodeJS.ErrnoException} */ { code = '' }, socket) => {
    if (refused.has(socket)) return
    const hasBegun = [...(awaited.get(socket) ?? [])].some(({ headersSent }) => headersSent)
    if (!socket.writable || hasBegun) {
      socket.destroy()
      return
    }
    refused.add(socket)
    socket.end(rawAnswer(STATUSES[code] ?? 400, answerFor))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}

function rawAnswer(/** @type {number} */ status, /** @type {(status: number) => Answer} */ answerFor) {
  const { headers, body } = answerFor(status)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n${body}`
}
