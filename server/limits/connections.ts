import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { getClientNetwork } from '../../lib/client-network'

/** The maximum number of connections. Each takes a file descriptor and some memory. */
const MAX_CONNECTIONS = 5000
/** The maximum number of connections from one network. */
const MAX_FROM_NETWORK = 500
/** A connection is closed if nothing is sent or received for this long during a request, because the client may never read the response. */
const STALLED_MS = 60_000
/** How long a network stays slowed down. */
const SLOW_MS = 1000
/** How often one waiting connection of each network is read. */
const READ_INTERVAL_MS = 50
/** How long a connection may wait. If it were closed earlier, its client would connect again, which costs more. */
const MAX_WAIT_MS = 10_000

const LIMITS = {
  maxFromNetwork: MAX_FROM_NETWORK,
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
  { stalledMs = STALLED_MS, ...limits }: Partial<typeof LIMITS> & { stalledMs?: number } = {},
): NetworkConnections {
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = stalledMs
  const connections = new NetworkConnections({ ...LIMITS, ...limits })
  // All connections come from the proxy, which limits those of its own clients.
  if (trustedProxies === 0) server.on('connection', (socket: Socket) => connections.add(socket))
  return connections
}

/** The connections of each network. */
class NetworkConnections {
  readonly #networks = new Map<string, Network>()
  readonly #limits: typeof LIMITS
  #timer: NodeJS.Timeout | undefined

  constructor(limits: typeof LIMITS) {
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
