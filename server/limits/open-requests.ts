import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getClientNetwork } from '../../lib/client-network'

/** Requests of one connection that wait for their responses. Browsers send one at a time. */
const MAX_OF_CONNECTION = 8
/** Requests of all connections from one network that wait for their responses. */
const MAX_OF_NETWORK = 500
/** Requests after the refused one that a connection may send until it is closed. They get no response. */
const MAX_IGNORED = 1000

const REFUSAL = 'Too many requests at once: wait for the responses\n'
const REFUSAL_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-length': Buffer.byteLength(REFUSAL),
  'cache-control': 'private, no-store',
  'retry-after': '1',
  connection: 'close',
}

/** What is called for each open response when its connection closes. */
const openResponses = new WeakMap<Socket, Set<() => void>>()
const callbacksOfResponses = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Calls back once, when the response or the connection of its request is closed. Node.js emits `close` only for the response that has the
 * connection, so the responses of pipelined requests behind it would wait forever if the client leaves.
 */
export function onceClosed({ socket }: IncomingMessage, response: ServerResponse, callback: () => void): void {
  if (socket.destroyed || response.closed) {
    callback()
    return
  }
  const known = callbacksOfResponses.get(response)
  if (known !== undefined) {
    known.push(callback)
    return
  }
  // A response has one listener, because Node.js warns of more than ten, and Next.js adds its own.
  const callbacks = [callback]
  const ofConnection = openResponses.get(socket) ?? listen(socket)
  const end = () => {
    ofConnection.delete(end)
    for (const each of callbacks.splice(0)) each()
  }
  callbacksOfResponses.set(response, callbacks)
  ofConnection.add(end)
  response.once('close', end)
}

function listen(socket: Socket): Set<() => void> {
  const ends = new Set<() => void>()
  openResponses.set(socket, ends)
  socket.once('close', () => {
    for (const end of ends) end()
  })
  return ends
}

interface Connection {
  open: number
  /** Requests that were ignored after the refused one; undefined before. */
  ignored?: number
}

/**
 * Limits the requests that wait for their responses: of each connection, because HTTP/1.1 clients may send any number of requests before
 * the first response, and of each network.
 */
export class OpenRequests {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #networks = new Map<string, number>()

  constructor(
    /** With a trusted proxy, all connections come from it, so networks are not limited. */
    readonly trustedProxies: number,
    readonly maxOfConnection = MAX_OF_CONNECTION,
    readonly maxOfNetwork = MAX_OF_NETWORK,
  ) {}

  /**
   * Returns whether the request may be handled. Otherwise the first one of a connection gets a short response, after which the connection
   * is closed, and those behind it get none.
   */
  accept(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.#connections.get(socket) ?? { open: 0 }
    this.#connections.set(socket, connection)
    if (connection.ignored !== undefined) {
      connection.ignored += 1
      if (connection.ignored > MAX_IGNORED) socket.destroy()
      return false
    }
    const network = this.trustedProxies > 0 ? undefined : getClientNetwork(socket.remoteAddress ?? '')
    const openOfNetwork = network === undefined ? 0 : (this.#networks.get(network) ?? 0)
    if (connection.open >= this.maxOfConnection || openOfNetwork >= this.maxOfNetwork) {
      connection.ignored = 0
      response.writeHead(429, REFUSAL_HEADERS).end(REFUSAL)
      return false
    }
    connection.open += 1
    if (network !== undefined) this.#networks.set(network, openOfNetwork + 1)
    onceClosed(request, response, () => {
      connection.open -= 1
      if (network !== undefined) this.#release(network)
    })
    return true
  }

  #release(network: string): void {
    const open = (this.#networks.get(network) ?? 1) - 1
    if (open > 0) this.#networks.set(network, open)
    else this.#networks.delete(network)
  }

  /** The number of networks with open requests. */
  get networks(): number {
    return this.#networks.size
  }
}
