import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { refuseBadRequests } from '@/server/bad-requests'

// How long a refused connection lingers; the server's own clock goes on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const HELLO: RequestListener = (_request, response) => void response.end('hello')
const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n'

/** A connection to a server that waits for no request longer than a moment, which never ends its own side. */
async function connection(handle: RequestListener) {
  const waits = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 }
  const server = createServer(waits, handle).listen(0, '127.0.0.1')
  refuseBadRequests(server, (status) => ({ headers: { 'content-type': 'text/plain' }, body: `page for ${status}` }))
  await once(server, 'listening')
  let refusals = 0
  server.on('clientError', () => {
    refusals += 1
  })
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const [served] = (await once(server, 'connection')) as [Socket]
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(socket, 'end')
  const answer = async () => {
    await ended
    return said
  }
  return { socket, said: () => said, answer, refusals: () => refusals, isClosed: () => served.destroyed }
}

test.each([
  ['headers that do not end', 408, `${HEAD}X-A: 1`],
  ['a body that does not come', 408, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'],
  ['headers that are too large', 431, `${HEAD}X-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['an address that is too long', 431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
  ['what is no request', 400, 'nonsense\r\n\r\n'],
])('%s: %d', async (_name, status, words) => {
  // What reads a body answers when it has it.
  const { socket, answer } = await connection((request, response) => request.on('end', () => response.end()).resume())
  socket.write(words)
  expect(await answer()).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} .+\r\n.+\r\nconnection: close\r\n\r\npage for ${status}$`),
  )
})

test('a client that continues to send a body that is too large gets the reason, and is then disconnected', async () => {
  const { socket, answer, refusals, isClosed } = await connection(HELLO)
  socket.write(`${HEAD}X-A: ${'a'.repeat(20_000)}`)
  expect(await answer()).toMatch(/^HTTP\/1\.1 431 /)
  socket.write('a'.repeat(20_000))
  await expect.poll(refusals).toBeGreaterThan(1)
  expect(isClosed()).toBe(false)
  vi.runAllTimers()
  expect(isClosed()).toBe(true)
})

test('malformed data after a response gets 400, and during a response ends it', async () => {
  const after = await connection(HELLO)
  after.socket.write(`${HEAD}\r\n`)
  await expect.poll(after.said).toContain('hello')
  after.socket.write('nonsense\r\n\r\n')
  expect(await after.answer()).toMatch(/^HTTP\/1\.1 200 .*helloHTTP\/1\.1 400 /s)

  const within = await connection((_request, response) => void response.write('begun'))
  within.socket.write(`${HEAD}\r\n`)
  await expect.poll(within.said).toContain('begun')
  within.socket.write('nonsense\r\n\r\n')
  expect((await within.answer()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

test('malformed data during a response ends it, also if another request is waiting', async () => {
  let asked = 0
  const { socket, said, answer } = await connection((_request, response) => {
    asked += 1
    if (asked === 1) response.write('begun')
  })
  socket.write(`${HEAD}\r\n${HEAD}\r\n`)
  await expect.poll(() => [said().includes('begun'), asked]).toEqual([true, 2])
  socket.write('nonsense\r\n\r\n')
  expect((await answer()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})
