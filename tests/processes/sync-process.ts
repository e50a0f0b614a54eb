import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Plan } from '@/tests/support/hosted/plan'

interface Run {
  child: ChildProcess
  /** Returns all output so far. */
  output(): string
  code: Promise<number | null>
}

/** Starts the compiled command of `npm run sync` in a shell, after another shell command, such as one that sets a limit. */
export function startSync(env: Record<string, string>, args: string[] = [], setup = ':'): Run {
  const { PATH, HOME } = process.env
  const command = [process.execPath, 'dist/sync.mjs', ...args]
  const child = spawn('sh', ['-c', `${setup}; exec "$@"`, 'sh', ...command], {
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

export async function runSync(env: Record<string, string>, args: string[] = [], setup?: string) {
  const { code, output } = startSync(env, args, setup)
  return { code: await code, output: output() }
}

/** Returns the plan of a workspace with a number of pages below the root. */
export const planPages = (count: number): Plan =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Page ${n}`, {}]))

/** Starts a server that records revalidation requests, as a site on another machine would receive them, and responds with a status. */
export async function startRemoteSite(status = 200) {
  const requests: { pages: string[]; authorization: string | undefined }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push({ ...(JSON.parse(body) as { pages: string[] }), authorization: request.headers.authorization })
    response.writeHead(status).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return { origin: `http://127.0.0.1:${port}`, requests, stop }
}
