import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { WebServer } from './nginx'
import type { RunningSite } from './site'
import { fetchStatus } from './visits'

/** The pause of a visitor between two requests, which leaves the processor to instances that start. */
const PACE_MS = 20

/** Starts requesting pages as four visitors. `stop` ends this and returns all responses other than 200. */
export function startLoad({ url }: WebServer, paths: readonly string[]) {
  const failures: string[] = []
  let requestCount = 0
  let isOver = false
  const requestPages = async (first: number) => {
    for (let at = first; !isOver; at++) {
      const path = paths[at % paths.length] ?? '/'
      const status = await fetch(url + path).then(
        async (response) => (await response.text()) && response.status,
        (error: unknown) => String(error),
      )
      requestCount++
      if (status !== 200) failures.push(`${path}: ${status}`)
      await pause(PACE_MS)
    }
  }
  const all = Promise.all([requestPages(0), requestPages(1), requestPages(2), requestPages(3)])
  return {
    countRequests: () => requestCount,
    async stop() {
      isOver = true
      await all
      return failures
    },
  }
}

/** Returns the number of requests for pages that a reader responded to, from its log. */
export const countPageResponses = (site: RunningSite) => site.output().split('"kind":"page"').length - 1

/** Returns the distinct statuses of ten concurrent requests for a path. */
export async function fetchStatuses(balancer: WebServer, path: string): Promise<number[]> {
  const statuses = await Promise.all(Array.from({ length: 10 }, () => fetchStatus(balancer, path)))
  return [...new Set(statuses)]
}

/** Starts a search request whose body is sent later. */
export function startSlowSearch(port: number) {
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
    /** Resolves once the site has received the head and requests the body. */
    headReceived: once(socket, 'data'),
    async finish() {
      response = ''
      socket.write(body)
      await ended
      return response
    },
  }
}
