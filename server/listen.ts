import { once } from 'node:events'
import type { Server } from 'node:http'

/** Returns whether the server listens; otherwise the reason is logged. */
export async function listen(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port)
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
