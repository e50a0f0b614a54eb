import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { getClientNetwork } from '../../lib/client-network'

/** The maximum number of connections. Each takes a file descriptor and some memory. */
const MAX_CONNECTIONS = 5000
/** The maximum number of connections from one network. */
const MAX_FROM_NETWORK = 500
/** A connection is closed if nothing is sent or received for this long during a request, because the client may never read the response. */
const STALLED_MS = 60_000

/** Limits the number of connections, and closes those whose client neither sends nor reads. */
export function limitConnections(
  server: Server,
  trustedProxies: number,
  { maxFromNetwork = MAX_FROM_NETWORK, stalledMs = STALLED_MS } = {},
): void {
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = stalledMs
  // All connections come from the proxy, which limits those of its own clients.
  if (trustedProxies > 0) return
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = getClientNetwork(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    if (count > maxFromNetwork) {
      socket.destroy()
      return
    }
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
}
