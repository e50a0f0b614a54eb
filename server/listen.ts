import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** A socket that listens before the site does. */
export interface ReservedPort {
  port: number
  socket: Server
}

/** Listens on a free port, because settings depend on its number. Closes all connections until {@link listen} starts a server on it. */
export async function reservePort(): Promise<ReservedPort> {
  const socket = createServer((connection) => connection.destroy()).listen(0)
  await once(socket, 'listening')
  return { port: (socket.address() as AddressInfo).port, socket }
}

/** Thrown if the site cannot listen on its port. The message contains what to do. */
export class PortError extends Error {
  override name = 'PortError'
  constructor(
    message: string,
    /** The code of the error of the system. */
    readonly code: string | undefined,
  ) {
    super(message)
  }
}

/** Throws {@link PortError} if nothing can listen on a port now. For a start that works for minutes before it listens. */
export async function requirePort(port: number): Promise<void> {
  const socket = createServer()
  try {
    await once(socket.listen(port), 'listening')
  } catch (error) {
    const explained = explainListenError(error, port)
    throw explained === undefined ? error : new PortError(explained, (error as NodeJS.ErrnoException).code)
  }
  socket.close()
  await once(socket, 'close')
}

/** Returns whether the server listens, on its port or on a reserved socket; otherwise the reason is logged. */
export async function listen(server: HttpServer, port: number, reserved?: ReservedPort): Promise<boolean> {
  try {
    server.listen(reserved?.socket ?? port)
    await once(server, 'listening')
    return true
  } catch (error) {
    console.error(explainListenError(error, port) ?? error)
    return false
  }
}

/** Returns in one sentence why the site cannot listen on its port and what to do; undefined if the reason is unknown. */
export function explainListenError(error: unknown, port: number): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT to another one`
  if (code === 'EACCES') return `This user may not listen on port ${port}: set PORT to one above 1023`
  return undefined
}
