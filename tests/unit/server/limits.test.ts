import { EventEmitter, once } from 'node:events'
import { createServer, IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getClientNetwork } from '@/lib/client-network'
import { ClientQueues, limitConnections } from '@/server/limits'
import { receiveBody } from '@/server/request-body'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['a'.repeat(5000), 'a'.repeat(100)],
  ['', ''],
])('getClientNetwork maps %.50s to %s', (address, network) => {
  expect(getClientNetwork(address)).toBe(network)
})

test('rejects a body that does not arrive before the timeout', async () => {
  const request = new IncomingMessage(new Socket())
  request.headers = { 'content-length': '9' }
  request.push('begun')
  expect(await receiveBody(request, 20)).toBe(408)
})

const createResponse = () => {
  const req = new IncomingMessage(new Socket())
  return Object.assign(new EventEmitter(), { req, writableEnded: true }) as unknown as ServerResponse
}

test('queues requests per client and removes the queue after the last request', async () => {
  const queues = new ClientQueues(2, 3)
  const handled: string[] = []
  const responses = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => {
    const response = createResponse()
    expect(queues.add(name.charAt(0), response, () => handled.push(name))).toBe(true)
    return response
  })
  expect(queues.add('a', createResponse(), () => handled.push('a5'))).toBe(false)
  await expect.poll(() => handled.toSorted()).toEqual(['a1', 'a2', 'b1'])
  // The client of a waiting request closes its connection.
  responses[2]?.emit('close')
  responses[0]?.emit('close')
  await expect.poll(() => handled.at(-1)).toBe('a4')
  for (const response of responses) response.emit('close')
  await expect.poll(() => queues.clients).toBe(0)
  expect(handled).toHaveLength(4)
})

async function listen(limits: Parameters<typeof limitConnections>[2], trustedProxies = 0) {
  const requested: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requested.push(url)
    response.end(url === '/large' ? Buffer.alloc(50_000_000) : 'ok')
  })
  const connections = limitConnections(server, trustedProxies, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  /** Opens a connection. Resolves when the server has accepted it. */
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const [[served]] = (await Promise.all([once(server, 'connection'), once(socket, 'connect')])) as [[Socket], unknown]
    // A connection that the server closes with unsent data is reset.
    socket.on('error', () => {})
    const send = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return { socket, served, send }
  }
  /** Opens a connection that has had a response. */
  const openUsed = async () => {
    const connection = await open()
    connection.send('/used')
    await once(connection.socket, 'data')
    return connection
  }
  const countConnections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  return { connections, requested, open, openUsed, countConnections }
}

test('limits the connections of a network until one closes', async () => {
  const { open, countConnections } = await listen({ maxFromNetwork: 2 })
  const [first] = [await open(), await open()]
  const refused = await open()
  await once(refused.socket, 'close')
  first.socket.destroy()
  await expect.poll(countConnections).toBe(1)
  const third = await open()
  third.send('/')
  await once(third.socket, 'data')
  expect(await countConnections()).toBe(2)
})

test('does not limit the connections of a trusted proxy', async () => {
  const { connections, open, openUsed, countConnections } = await listen({ maxFromNetwork: 2 }, 1)
  const used = await openUsed()
  connections.slowDown(used.served)
  for (let opened = 0; opened < 4; opened++) await open()
  await expect.poll(countConnections).toBe(5)
  await openUsed()
})

test('closes the connection of a client that does not read its response', async () => {
  const { open, countConnections } = await listen({ stalledMs: 100 })
  const { socket, send } = await open()
  socket.pause()
  send('/large')
  await expect.poll(countConnections).toBe(1)
  await expect.poll(countConnections, { timeout: 3000 }).toBe(0)
})

describe('a network that is slowed down', () => {
  // The connections of the server keep their own clock.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('waits with new connections, and reads the newest first', async () => {
    const { connections, requested, open, openUsed } = await listen({ slowMs: 1000, readIntervalMs: 50 })
    const used = await openUsed()
    const waiting = [await open()]
    connections.slowDown(used.served)
    for (let opened = 1; opened < 4; opened++) waiting.push(await open())
    for (const [at, { send }] of waiting.entries()) send(`/${at}`)
    used.send('/used')
    await once(used.socket, 'data')
    expect(requested).toEqual(['/used', '/used'])
    for (const [at, { socket }] of [...waiting.entries()].reverse()) {
      vi.advanceTimersByTime(50)
      await once(socket, 'data')
      expect(requested.at(-1)).toBe(`/${at}`)
    }
    expect(requested).toHaveLength(6)
  })

  test('is served as before a moment later', async () => {
    const { connections, requested, openUsed } = await listen({ slowMs: 1000 })
    connections.slowDown((await openUsed()).served)
    vi.advanceTimersByTime(1001)
    await openUsed()
    expect(requested).toEqual(['/used', '/used'])
  })

  test('loses the connection that waits longest if there are too many', async () => {
    const { connections, open, openUsed, countConnections } = await listen({ maxFromNetwork: 3 })
    connections.slowDown((await openUsed()).served)
    const [oldest, second] = [await open(), await open()]
    const newest = await open()
    await once(oldest.socket, 'close')
    expect(await countConnections()).toBe(3)
    for (const { socket, send } of [newest, second]) {
      send('/')
      vi.advanceTimersByTime(50)
      await once(socket, 'data')
    }
  })

  test('loses connections that wait for too long', async () => {
    const { connections, requested, open, openUsed } = await listen({ slowMs: 1000, readIntervalMs: 50, maxWaitMs: 80 })
    connections.slowDown((await openUsed()).served)
    const [oldest, newest] = [await open(), await open()]
    vi.advanceTimersByTime(50)
    const newer = await open()
    vi.advanceTimersByTime(50)
    await once(oldest.socket, 'close')
    for (const { socket, send } of [newest, newer]) {
      send('/')
      await once(socket, 'data')
    }
    expect(requested).toHaveLength(3)
  })
})
