import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** A port at which no program listens. Port 1 is as unused, but `fetch` refuses it without a connection. */
export const UNUSED_PORT = 2

/** Below the range of ephemeral ports of Linux, of which an outgoing connection could take one. */
const PORTS = { from: 10_000, count: 20_000 }
const MAX_TRIES = 20

/**
 * Starts a server that cannot report a port on a random one. `start` returns undefined if the server found its port in use; it is called
 * again with another one then.
 */
export async function startOnFreePort<Started>(
  start: (port: number) => Promise<Started | undefined>,
): Promise<Started> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const started = await start(PORTS.from + Math.floor(Math.random() * PORTS.count))
    if (started !== undefined) return started
  }
  throw new Error(`A server found ${MAX_TRIES} random ports in use`)
}

/** The message of programs that find their port in use. */
export const PORT_IN_USE = /address already in use|Port \d+ is in use/i

/** A loopback port that stays the same while the server behind it is replaced. */
export interface Forwarder {
  /** Origin, without a trailing slash. */
  url: string
  /** Sends new connections to this local port. */
  setTarget(port: number): void
  stop(): Promise<void>
}

/** Starts a forwarder. It resets connections while nothing listens at its target. */
export async function startForwarder(target = UNUSED_PORT): Promise<Forwarder> {
  let port = target
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = createConnection({ port, host: 'localhost' })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.resetAndDestroy())
      socket.on('close', () => open.delete(socket))
    }
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    setTarget(next) {
      port = next
    },
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
