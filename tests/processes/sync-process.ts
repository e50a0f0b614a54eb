import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Plan } from '@/tests/support/hosted/plan'

interface Run {
  child: ChildProcess
  /** Everything that it wrote so far. */
  output(): string
  code: Promise<number | null>
}

/** Starts `npm run sync` as people do, but for npm; in a shell that was told something first. */
export function start(env: Record<string, string>, args: string[] = [], first = ':'): Run {
  const { PATH, HOME } = process.env
  const command = [process.execPath, 'tools/run.mjs', 'sync', ...args]
  const child = spawn('sh', ['-c', `${first}; exec "$@"`, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return { child, output: () => output, code: once(child, 'close').then(([code]) => code as number | null) }
}

export async function run(env: Record<string, string>, args: string[] = [], first?: string) {
  const { code, output } = start(env, args, first)
  return { code: await code, output: output() }
}

/** A plan of as many pages below the root. */
export const many = (count: number): Plan =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Page ${n}`, {}]))

/** Stands for a site on another machine. */
export async function siteElsewhere() {
  const told: { pages: string[]; authorization: string | undefined }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const asked = { ...(JSON.parse(body) as { pages: string[] }), authorization: request.headers.authorization }
    // It takes a while to show what it is told, and whoever leaves before has told it nothing.
    await pause(500)
    if (request.socket.destroyed) return
    told.push(asked)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return { origin: `http://127.0.0.1:${port}`, told, stop }
}
