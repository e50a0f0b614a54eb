import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { removeInternalHeaders } from '@/server/http-server'

/** Sends a request with internal headers to a server that uses `handle`, and returns the response and the headers that arrived. */
async function send(handle: RequestListener) {
  let received: object = {}
  const server = createServer((request, response) => {
    removeInternalHeaders(request, response)
    received = request.headers
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const headers = { 'X-Colophon-Version': 'page-1:v1', accept: 'text/html' }
    const response = await fetch(`http://127.0.0.1:${port}`, { headers })
    await response.arrayBuffer()
    return { response, received }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('removes internal headers of a client', async () => {
  const { received } = await send((_request, response) => response.end())
  expect(received).not.toHaveProperty('x-colophon-version')
  expect(received).toHaveProperty('accept', 'text/html')
})

test.each<[string, RequestListener]>([
  ['with a status line', (_request, response) => response.writeHead(200).end('body')],
  ['with its body', (_request, response) => response.end('body')],
  ['in parts', (_request, response) => response.write('one', () => response.end('two'))],
  [
    'with its headers',
    (_request, response) => {
      response.flushHeaders()
      response.end()
    },
  ],
  ['as not modified', (_request, response) => response.writeHead(304).end()],
])('removes internal headers from a response that begins %s', async (_name, handle) => {
  const { response } = await send((request, response) => {
    response.setHeader('X-Colophon-Version', 'page-1:v1').setHeader('vary', 'accept')
    handle(request, response)
  })
  expect([...response.headers.keys()].filter((name) => name.startsWith('x-colophon'))).toEqual([])
  expect(response.headers.get('vary')).toBe('accept')
})

test('keeps a response with cookies out of shared caches, and no other', async () => {
  const respond = (cookies: string[]) =>
    send((_request, response) => {
      response.setHeader('cache-control', 'public, s-maxage=60')
      if (cookies.length > 0) response.setHeader('set-cookie', cookies)
      response.end('body')
    })
  expect((await respond(['a=1; Path=/'])).response.headers.get('cache-control')).toBe('private, no-store')
  expect((await respond([])).response.headers.get('cache-control')).toBe('public, s-maxage=60')
})
