import { EventEmitter, once } from 'node:events'
import { createServer, IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getClientNetwork } from '@/lib/client-network'
import { ClientQueues } from '@/server/limits/client-queues'
import { limitConnections } from '@/server/limits/connections'
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

const createResponse = () => new EventEmitter() as ServerResponse
const createRequest = () => new IncomingMessage(new Socket())

test('queues requests per client and removes the queue after the last request', async () => {
  const queues = new ClientQueues(2, 3)
  const handled: string[] = []
  const responses = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((name) => {
    const response = createResponse()
    expect(queues.add(name.charAt(0), createRequest(), response, () => handled.push(name))).toBe(true)
    return response
  })
  expect(queues.add('a', createRequest(), createResponse(), () => handled.push('a6'))).toBe(false)
  await expect.poll(() => handled).toEqual(['a1', 'a2', 'b1'])
  // The client of a waiting request closes its connection.
  responses[2]?.emit('close')
  responses[0]?.emit('close')
  await expect.poll(() => handled).toEqual(['a1', 'a2', 'b1', 'a4'])
  for (const response of responses) response.emit('close')
  await expect.poll(() => queues.clients).toBe(0)
  expect(handled).toEqual(['a1', 'a2', 'b1', 'a4'])
})

async function listen(limits: { maxFromNetwork?: number; stalledMs?: number }, trustedProxies = 0) {
  const server = createServer((_request, response) => void response.end(Buffer.alloc(50_000_000)))
  limitConnections(server, trustedProxies, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    // A connection that the server closes with unsent data is reset.
    socket.on('error', () => {})
    return socket
  }
  const countConnections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  return { open, countConnections }
}

test('limits the connections of a network until one closes', async () => {
  const { open, countConnections } = await listen({ maxFromNetwork: 2 })
  const [first] = [await open(), await open()]
  const refused = await open()
  await once(refused, 'close')
  first.destroy()
  await expect.poll(countConnections).toBe(1)
  const third = await open()
  third.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(third, 'data')
  expect(await countConnections()).toBe(2)
})

test('does not limit the connections of a trusted proxy', async () => {
  const { open, countConnections } = await listen({ maxFromNetwork: 2 }, 1)
  for (let opened = 0; opened < 4; opened++) await open()
  await expect.poll(countConnections).toBe(4)
})

test('closes the connection of a client that does not read its response', async () => {
  const { open, countConnections } = await listen({ stalledMs: 100 })
  const socket = await open()
  socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(countConnections).toBe(1)
  await expect.poll(countConnections, { timeout: 3000 }).toBe(0)
})
