import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ClientQueues, OpenRequests } from '@/server/limits'

interface Limits {
  ofConnection?: number
  ofNetwork?: number
  trustedProxies?: number
  abandonedMs?: number
}

/** Starts a server that keeps each accepted response open until the test ends it, and queues requests as one client. */
async function serve({ ofConnection, ofNetwork, trustedProxies = 0, abandonedMs = 0 }: Limits = {}) {
  let misuses = 0
  const countMisuse = () => {
    misuses += 1
  }
  const openRequests = new OpenRequests(trustedProxies, countMisuse, ofConnection, ofNetwork)
  const queues = new ClientQueues(2, 250, abandonedMs)
  const handled: ServerResponse[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (openRequests.accept(request, response)) queues.add('client', response, () => handled.push(response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    return { socket, received: () => received, statuses: () => received.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [] }
  }
  return { openRequests, queues, handled, open, requests: () => requests, misuses: () => misuses }
}

const send = (socket: Socket, count: number) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))

test('the places of pipelined requests are given back when the client leaves', async () => {
  const { open, queues, handled, openRequests } = await serve({ ofNetwork: 6 })
  const next = await open()
  const { socket } = await open()
  send(socket, 6)
  await expect.poll(() => handled.length).toBe(2)
  expect(queues.count()).toEqual({ handled: 2, waiting: 4 })
  expect(openRequests.waiting).toBe(6)
  socket.destroy()
  await expect.poll(() => queues.clients).toBe(0)
  expect(openRequests.waiting).toBe(0)
  expect(handled).toHaveLength(2)

  send(next.socket, 1)
  await expect.poll(() => handled.length).toBe(3)
  next.socket.destroy()
  await expect.poll(() => openRequests.networks).toBe(0)
})

test('requests of a client that has left already are not handled', async () => {
  const { open, queues, handled, requests, misuses } = await serve()
  const { socket } = await open()
  send(socket, 6)
  socket.destroySoon()
  await expect.poll(requests).toBe(6)
  await expect.poll(() => queues.clients).toBe(0)
  expect(handled).toEqual([])
  expect(misuses()).toBe(1)
})

test('the place of a client that leaves stays taken for a moment', async () => {
  const { open, queues, handled, openRequests } = await serve({ abandonedMs: 1_000_000 })
  const { socket } = await open()
  send(socket, 2)
  await expect.poll(() => handled.length).toBe(2)
  handled[0]?.end('ok')
  await expect.poll(() => queues.count()).toEqual({ handled: 1, waiting: 0 })
  socket.destroy()
  await expect.poll(() => openRequests.networks).toBe(0)
  expect(queues.count()).toEqual({ handled: 1, waiting: 0 })
})

test('a connection with too many open requests gets one refusal after its responses, and is closed', async () => {
  const { open, handled, requests, misuses } = await serve({ ofConnection: 2 })
  const { socket, statuses, received } = await open()
  send(socket, 5)
  await expect.poll(requests).toBe(5)
  expect(misuses()).toBe(1)
  await expect.poll(() => handled.length).toBe(2)
  for (const response of handled) response.end('ok')
  await once(socket, 'end')
  expect(statuses()).toEqual(['200', '200', '429'])
  expect(received()).toContain('wait for the responses')
})

test('a connection that sends its requests one after the other is not refused', async () => {
  const { open, handled, openRequests, misuses } = await serve({ ofConnection: 1, ofNetwork: 1 })
  const { socket, statuses } = await open()
  for (let sent = 1; sent <= 5; sent++) {
    send(socket, 1)
    await expect.poll(() => handled.length).toBe(sent)
    handled.at(-1)?.end('ok')
    await expect.poll(statuses).toHaveLength(sent)
    await expect.poll(() => openRequests.waiting).toBe(0)
  }
  expect(new Set(statuses())).toEqual(new Set(['200']))
  expect(misuses()).toBe(0)
})

test('the open requests of all connections from one network are limited, but not those of a trusted proxy', async () => {
  const limited = await serve({ ofNetwork: 2 })
  const [first, second] = [await limited.open(), await limited.open()]
  send(first.socket, 2)
  await expect.poll(() => limited.handled.length).toBe(2)
  send(second.socket, 1)
  await once(second.socket, 'end')
  expect(second.statuses()).toEqual(['429'])
  first.socket.destroy()
  await expect.poll(() => limited.openRequests.networks).toBe(0)

  const proxied = await serve({ ofNetwork: 2, trustedProxies: 1 })
  const proxy = await proxied.open()
  send(proxy.socket, 4)
  await expect.poll(() => proxied.queues.count()).toEqual({ handled: 2, waiting: 2 })
})

test('a connection that goes on sending after its refusal is closed', async () => {
  const { open, requests } = await serve({ ofConnection: 1 })
  const { socket } = await open()
  const closed = once(socket, 'close')
  socket.on('error', () => {})
  send(socket, 1500)
  await closed
  expect(requests()).toBeGreaterThan(1000)
})
