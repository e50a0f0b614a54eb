import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as afterEvents, setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { getClientNetwork } from '../lib/client-network'

/** The maximum number of connections. Each takes a file descriptor and some memory. */
const MAX_CONNECTIONS = 5000
/** The maximum number of connections from one network. */
const MAX_CONNECTIONS_OF_NETWORK = 500
/** A connection is closed if nothing is sent or received for this long during a request, because the client may never read the response. */
const STALLED_MS = 60_000
/** How long a network stays slowed down. */
const SLOW_MS = 1000
/** How often one waiting connection of each network is read. */
const READ_INTERVAL_MS = 50
/** How long a connection may wait. If it were closed earlier, its client would connect again, which costs more. */
const MAX_WAIT_MS = 10_000

const CONNECTION_LIMITS = {
  maxFromNetwork: MAX_CONNECTIONS_OF_NETWORK,
  slowMs: SLOW_MS,
  readIntervalMs: READ_INTERVAL_MS,
  maxWaitMs: MAX_WAIT_MS,
}

interface Network {
  open: Set<Socket>
  /** Until when each open connection that is not read yet may wait, in the order of their arrival. */
  waiting: Map<Socket, number>
  slowUntil: number
}

/** Limits the number of connections, and closes those whose client neither sends nor reads. */
export function limitConnections(
  server: Server,
  trustedProxies: number,
  { stalledMs = STALLED_MS, ...limits }: Partial<typeof CONNECTION_LIMITS> & { stalledMs?: number } = {},
): NetworkConnections {
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = stalledMs
  const connections = new NetworkConnections({ ...CONNECTION_LIMITS, ...limits })
  // All connections come from the proxy, which limits those of its own clients.
  if (trustedProxies === 0) server.on('connection', (socket: Socket) => connections.add(socket))
  return connections
}

/** The connections of each network. */
class NetworkConnections {
  readonly #networks = new Map<string, Network>()
  readonly #limits: typeof CONNECTION_LIMITS
  #timer: NodeJS.Timeout | undefined

  constructor(limits: typeof CONNECTION_LIMITS) {
    this.#limits = limits
  }

  add(socket: Socket): void {
    const name = getClientNetwork(socket.remoteAddress ?? '')
    const network = this.#networks.get(name) ?? { open: new Set(), waiting: new Map(), slowUntil: 0 }
    if (network.open.size >= this.#limits.maxFromNetwork) {
      // The client of the one that waits longest has probably left.
      const [replaced = socket] = network.waiting.keys()
      replaced.destroy()
      if (replaced === socket) return
      network.open.delete(replaced)
      network.waiting.delete(replaced)
    }
    this.#networks.set(name, network)
    network.open.add(socket)
    socket.once('close', () => {
      network.open.delete(socket)
      network.waiting.delete(socket)
      if (network.open.size === 0 && this.#networks.get(name) === network) this.#networks.delete(name)
    })
    if (network.slowUntil > Date.now()) this.#wait(network, socket)
  }

  /**
   * Slows the network of a connection down for a moment: connections that have sent nothing yet wait, and are read one by one. Otherwise,
   * clients that connect again after each refusal would keep the server busy with refusals. The newest is read first, because the clients
   * of the others may have left.
   */
  slowDown({ remoteAddress }: Socket): void {
    const network = this.#networks.get(getClientNetwork(remoteAddress ?? ''))
    if (network === undefined) return
    network.slowUntil = Date.now() + this.#limits.slowMs
    for (const socket of network.open) {
      if (socket.bytesRead === 0 && !network.waiting.has(socket)) this.#wait(network, socket)
    }
  }

  #wait(network: Network, socket: Socket): void {
    // Node.js begins to read a new connection in the next tick.
    process.nextTick(() => socket.pause())
    network.waiting.set(socket, Date.now() + this.#limits.maxWaitMs)
    this.#timer ??= setInterval(() => this.#readNext(), this.#limits.readIntervalMs).unref()
  }

  #readNext(): void {
    const now = Date.now()
    let isWaiting = false
    for (const { waiting } of this.#networks.values()) {
      const newest = [...waiting.keys()].at(-1)
      if (newest === undefined) continue
      waiting.delete(newest)
      newest.resume()
      for (const [socket, until] of waiting) if (until < now) socket.destroy()
      isWaiting ||= waiting.size > 0
    }
    if (isWaiting) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Requests of one connection that wait for their responses. Browsers send one at a time. */
const MAX_REQUESTS_OF_CONNECTION = 8
/** Requests of all connections from one network that wait for their responses. */
const MAX_REQUESTS_OF_NETWORK = 500
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

/** Numbers of the open connections of a network, and of its requests that wait for their responses. */
interface NetworkRequests {
  name: string
  connections: number
  waiting: number
}

interface Connection {
  /** Undefined behind a trusted proxy: all connections come from it. */
  network: NetworkRequests | undefined
  /** The responses that are not closed. */
  responses: Set<ServerResponse>
  /** Listens to `close` of all responses, because a function for each of them would cost more. */
  release(this: ServerResponse): void
  /** Requests that were ignored after the refused one; undefined before. */
  ignored?: number
}

/**
 * Limits the requests that wait for their responses: of each connection, because HTTP/1.1 clients may send any number of requests before
 * the first response, and of each network.
 */
export class OpenRequests {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #networks = new Map<string, NetworkRequests>()

  constructor(
    /** With a trusted proxy, all connections come from it, so networks are not limited. */
    readonly trustedProxies: number,
    /** Called for a connection that is refused, or that is closed while pipelined requests wait. */
    readonly onMisuse: (socket: Socket) => void,
    readonly maxOfConnection = MAX_REQUESTS_OF_CONNECTION,
    readonly maxOfNetwork = MAX_REQUESTS_OF_NETWORK,
  ) {}

  /**
   * Returns whether the request may be handled. Otherwise the first one of a connection gets a short response, after which the connection
   * is closed, and those behind it get none.
   */
  accept({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket) ?? this.#open(socket)
    if (connection.ignored !== undefined) {
      connection.ignored += 1
      if (connection.ignored > MAX_IGNORED) socket.destroy()
      return false
    }
    const { network, responses } = connection
    if (responses.size >= this.maxOfConnection || (network && network.waiting >= this.maxOfNetwork)) {
      connection.ignored = 0
      this.onMisuse(socket)
      response.writeHead(429, REFUSAL_HEADERS).end(REFUSAL)
      return false
    }
    responses.add(response)
    if (network) network.waiting += 1
    response.on('close', connection.release)
    return true
  }

  #open(socket: Socket): Connection {
    const responses = new Set<ServerResponse>()
    const network = this.trustedProxies > 0 ? undefined : this.#enter(getClientNetwork(socket.remoteAddress ?? ''))
    const connection: Connection = {
      network,
      responses,
      release() {
        if (responses.delete(this) && network) network.waiting -= 1
      },
    }
    this.#connections.set(socket, connection)
    socket.once('close', () => {
      // Node.js emits `close` only for the response that has the connection, so the responses of pipelined requests behind it would wait
      // forever.
      const behind = [...responses].filter((response) => response.socket === null)
      for (const response of behind) response.destroy().emit('close')
      if (behind.length > 0) this.onMisuse(socket)
      if (network) this.#leave(network)
    })
    return connection
  }

  #enter(name: string): NetworkRequests {
    const network = this.#networks.get(name) ?? { name, connections: 0, waiting: 0 }
    network.connections += 1
    this.#networks.set(name, network)
    return network
  }

  #leave(network: NetworkRequests): void {
    network.connections -= 1
    if (network.connections === 0) this.#networks.delete(network.name)
  }

  /** The number of requests that wait for their responses, of all networks. */
  get waiting(): number {
    return [...this.#networks.values()].reduce((sum, { waiting }) => sum + waiting, 0)
  }

  /** The number of networks with open connections. */
  get networks(): number {
    return this.#networks.size
  }
}

/** At most one request of a client begins in this time, so that those of others are handled, and their connections accepted, in between. */
const START_INTERVAL_MS = 5
/**
 * How long a client that leaves keeps its place. The work for its request does not end with the connection, so clients that leave at once
 * could have any number of requests handled concurrently.
 */
const ABANDONED_MS = 250

/**
 * Handles a few requests of each client concurrently. The client's other requests wait, so that one client cannot fill the queue that all
 * clients share.
 */
export class ClientQueues {
  readonly #queues = new Map<string, PQueue>()

  constructor(
    /** Concurrent requests. More would not finish earlier, because one thread renders, and would delay other clients. */
    readonly atOnce = 4,
    /** Waiting requests. Each occupies a connection and memory. */
    readonly maxWaiting = 250,
    readonly abandonedMs = ABANDONED_MS,
  ) {}

  /**
   * Calls `handle` in the client's turn, unless the response is closed by then. Returns false if too many requests of the client are waiting.
   */
  add(client: string, response: ServerResponse, handle: () => void): boolean {
    const queue = this.#queues.get(client) ?? this.#open(client)
    if (queue.size >= this.maxWaiting) return false
    const leaving = new AbortController()
    let begun = false
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        resolve()
        if (!begun) leaving.abort()
      })
    })
    const handleUntilClosed = async () => {
      begun = true
      // The end of the connection of a client that sent the request and left arrives with the next events.
      await afterEvents()
      await afterEvents()
      if (response.destroyed || response.req.socket.readableEnded) return
      handle()
      await closed
      if (!response.writableEnded) await pause(this.abandonedMs, undefined, { ref: false })
    }
    // Rejects if the response is closed before its turn.
    queue.add(handleUntilClosed, { signal: leaving.signal }).catch(() => {})
    return true
  }

  #open(client: string): PQueue {
    const queue = new PQueue({ concurrency: this.atOnce, interval: START_INTERVAL_MS, intervalCap: 1 })
    queue.on('idle', () => this.#queues.delete(client))
    this.#queues.set(client, queue)
    return queue
  }

  /** Number of clients with requests. */
  get clients(): number {
    return this.#queues.size
  }

  /** Number of requests of all clients that are handled, and that wait for their turn. */
  count(): { handled: number; waiting: number } {
    const queues = [...this.#queues.values()]
    return {
      handled: queues.reduce((sum, { pending }) => sum + pending, 0),
      waiting: queues.reduce((sum, { size }) => sum + size, 0),
    }
  }
}
