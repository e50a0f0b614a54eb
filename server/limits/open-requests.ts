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

interface Connection {
  /** Those that are not closed. */
  responses: Set<ServerResponse>
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
    /** Called for a connection that is refused, or that is closed while pipelined requests wait. */
    readonly onMisuse: (socket: Socket) => void,
    readonly maxOfConnection = MAX_OF_CONNECTION,
    readonly maxOfNetwork = MAX_OF_NETWORK,
  ) {}

  /**
   * Returns whether the request may be handled. Otherwise the first one of a connection gets a short response, after which the connection
   * is closed, and those behind it get none.
   */
  accept(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.#connections.get(socket) ?? this.#open(socket)
    if (connection.ignored !== undefined) {
      connection.ignored += 1
      if (connection.ignored > MAX_IGNORED) socket.destroy()
      return false
    }
    const network = this.trustedProxies > 0 ? undefined : getClientNetwork(socket.remoteAddress ?? '')
    const openOfNetwork = network === undefined ? 0 : (this.#networks.get(network) ?? 0)
    if (connection.responses.size >= this.maxOfConnection || openOfNetwork >= this.maxOfNetwork) {
      connection.ignored = 0
      this.onMisuse(socket)
      response.writeHead(429, REFUSAL_HEADERS).end(REFUSAL)
      return false
    }
    connection.responses.add(response)
    if (network !== undefined) this.#networks.set(network, openOfNetwork + 1)
    response.once('close', () => {
      connection.responses.delete(response)
      if (network !== undefined) this.#release(network)
    })
    return true
  }

  #open(socket: Socket): Connection {
    const connection: Connection = { responses: new Set() }
    this.#connections.set(socket, connection)
    socket.once('close', () => {
      // Node.js emits `close` only for the response that has the connection, so the responses of pipelined requests behind it would wait
      // forever.
      const behind = [...connection.responses].filter((response) => response.socket === null)
      for (const response of behind) response.destroy().emit('close')
      if (behind.length > 0) this.onMisuse(socket)
    })
    return connection
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
