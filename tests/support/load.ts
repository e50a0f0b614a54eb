import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { WebServer } from './nginx'
import type { RunningSite } from './site'
import { statusOf } from './visits'

/** Visitors who go on requesting pages until they are stopped, which returns every response other than 200. */
export function startLoad({ url }: WebServer, paths: readonly string[]) {
  const failures: string[] = []
  let asked = 0
  let isOver = false
  const read = async (first: number) => {
    for (let at = first; !isOver; at++) {
      const path = paths[at % paths.length] ?? '/'
      const status = await fetch(url + path).then(
        async (response) => (await response.text()) && response.status,
        (error: unknown) => String(error),
      )
      asked++
      if (status !== 200) failures.push(`${path}: ${status}`)
    }
  }
  const all = Promise.all([read(0), read(1), read(2), read(3)])
  return {
    asked: () => asked,
    async stop() {
      isOver = true
      await all
      return failures
    },
  }
}

/** Returns the number of requests for pages that a reader responded to, from its log. */
export const answered = (site: RunningSite) => site.output().split('"kind":"page"').length - 1

/** The different statuses of ten requests for a path at once. */
export async function statusesOf(balancer: WebServer, path: string): Promise<number[]> {
  const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(balancer, path)))
  return [...new Set(statuses)]
}

/** A search whose body arrives late. */
export function slowSearch(port: number) {
  const body = '{"query":"tides"}'
  const head = [
    'POST /api/search HTTP/1.1',
    'Host: localhost',
    `Content-Length: ${body.length}`,
    'Connection: close',
    'Expect: 100-continue',
  ]
  const socket = createConnection({ port, host: 'localhost' })
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk.toString()
  })
  const ended = once(socket, 'close')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return {
    /** The site has its head, and asks for the rest. */
    begun: once(socket, 'data'),
    async finish() {
      response = ''
      socket.write(body)
      await ended
      return response
    },
  }
}
