import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { refuseBadRequests } from '@/server/bad-requests'

// Only the timeout that closes a rejected connection is fake; the server keeps its own clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const HELLO: RequestListener = (_request, response) => void response.end('hello')
const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n'
const MAX_HEADER_BYTES = 1000
/** As in `server/bad-requests.ts`. */
const LINGER_MS = 1000

/** The other tests keep the long timeouts of Node.js, so that they pass on a busy machine. */
const SHORT_TIMEOUTS = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 }

/** Opens a connection to a server with a low limit of headers. The client never ends its own side. */
async function openConnection(handle: RequestListener, timeouts = {}) {
  const server = createServer({ ...timeouts, maxHeaderSize: MAX_HEADER_BYTES }, handle).listen(0, '127.0.0.1')
  refuseBadRequests(server, (status) => ({ headers: { 'content-type': 'text/plain' }, body: `page for ${status}` }))
  await once(server, 'listening')
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const [served] = (await once(server, 'connection')) as [Socket]
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const ended = once(socket, 'end')
  const waitForRefusal = () => once(server, 'clientError')
  const readResponse = async () => {
    await ended
    return received
  }
  return { socket, received: () => received, readResponse, waitForRefusal, isClosed: () => served.destroyed }
}

test.each([
  ['headers that do not end', 408, `${HEAD}X-A: 1`],
  ['a body that does not come', 408, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'],
  ['headers that are too large', 431, `${HEAD}X-A: ${'a'.repeat(MAX_HEADER_BYTES)}\r\n\r\n`],
  ['an address that is too long', 431, `GET /${'a'.repeat(MAX_HEADER_BYTES)} HTTP/1.1\r\n\r\n`],
  ['data that is not an HTTP request', 400, 'nonsense\r\n\r\n'],
])('responds to %s with status %d', async (_name, status, data) => {
  // The handler responds only after it received the body.
  const handle: RequestListener = (request, response) => request.on('end', () => response.end()).resume()
  const { socket, readResponse } = await openConnection(handle, status === 408 ? SHORT_TIMEOUTS : {})
  socket.write(data)
  expect(await readResponse()).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} .+\r\n.+\r\nconnection: close\r\n\r\npage for ${status}$`),
  )
})

test('a client that continues to send a request that is too large gets an error page and is then disconnected', async () => {
  const { socket, readResponse, waitForRefusal, isClosed } = await openConnection(HELLO)
  socket.write(`${HEAD}X-A: ${'a'.repeat(MAX_HEADER_BYTES)}`)
  expect(await readResponse()).toMatch(/^HTTP\/1\.1 431 /)
  // Not a poll, which would move the fake timers with each of its checks.
  const refusedAgain = waitForRefusal()
  socket.write('a'.repeat(MAX_HEADER_BYTES))
  await refusedAgain
  vi.advanceTimersByTime(LINGER_MS - 1)
  expect(isClosed()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isClosed()).toBe(true)
})

test('malformed data gets 400 after a response, and ends the connection during one', async () => {
  const after = await openConnection(HELLO)
  after.socket.write(`${HEAD}\r\n`)
  await expect.poll(after.received).toContain('hello')
  after.socket.write('nonsense\r\n\r\n')
  expect(await after.readResponse()).toMatch(/^HTTP\/1\.1 200 .*helloHTTP\/1\.1 400 /s)

  const during = await openConnection((_request, response) => void response.write('begun'))
  during.socket.write(`${HEAD}\r\n`)
  await expect.poll(during.received).toContain('begun')
  during.socket.write('nonsense\r\n\r\n')
  expect((await during.readResponse()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

test('malformed data during a response ends the connection, even if another request is waiting', async () => {
  const server = new EventEmitter() as Server
  refuseBadRequests(server, () => ({ headers: {}, body: '' }))
  const socket = new PassThrough()
  const [begun, waiting] = [true, false].map((headersSent) => Object.assign(new EventEmitter(), { headersSent }))
  for (const response of [begun, waiting]) server.emit('request', { socket }, response)
  server.emit('clientError', new Error('Parse Error'), socket)
  expect([socket.destroyed, socket.readableLength]).toEqual([true, 0])
})
