import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBalancer } from '@/tests/support/balancer'
import type { WebServer } from '@/tests/support/nginx'

/** Starts a server in place of a reader. It responds with a configurable status and its name. */
async function startReader(name: string) {
  const reader = { status: 200, count: 0, bodies: [] as string[], url: '', stop: () => server.close() }
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += String(chunk)
    if (incoming.url !== '/') reader.count++
    reader.bodies.push(body)
    response.writeHead(reader.status, { 'content-type': 'text/plain' }).end(`${name} ${incoming.url}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  reader.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return reader
}

let readers: [Awaited<ReturnType<typeof startReader>>, Awaited<ReturnType<typeof startReader>>]
let balancer: WebServer
beforeAll(async () => {
  readers = [await startReader('one'), await startReader('other')]
  balancer = await startBalancer(readers)
})
beforeEach(() => {
  for (const reader of readers) Object.assign(reader, { status: 200, count: 0, bodies: [] })
})
afterAll(async () => {
  await balancer.stop()
  for (const reader of readers) reader.stop()
})

async function request(path: string, init?: RequestInit) {
  const response = await fetch(balancer.url + path, init)
  return { status: response.status, text: await response.text() }
}

test('a reader that responds with 503 gets no requests', async () => {
  readers[0].status = 503
  for (let at = 0; at < 8; at++)
    expect(await request('/tides?from=here')).toEqual({ status: 200, text: 'other /tides?from=here' })
  const search = { method: 'POST', body: '{"query":"tides"}' }
  for (let at = 0; at < 8; at++) expect((await request('/api/search', search)).status).toBe(200)
  expect(new Set(readers[1].bodies)).toEqual(new Set(['', search.body]))
  readers[0].status = 200
  readers[0].count = 0
  for (let at = 0; at < 8; at++) expect((await request('/tides')).status).toBe(200)
  expect(readers[0].count).toBeGreaterThan(2)
})

test('a page that is unreadable for all readers keeps its 503, and no reader is removed', async () => {
  for (const reader of readers) reader.status = 503
  for (let at = 0; at < 12; at++) {
    const { status, text } = await request('/unreadable')
    expect([status, text]).toEqual([503, expect.stringMatching(/^(one|other) \/unreadable$/)])
  }
  for (const reader of readers) Object.assign(reader, { status: 200, count: 0 })
  for (let at = 0; at < 8; at++) expect((await request('/tides')).status).toBe(200)
  for (const { count } of readers) expect(count).toBeGreaterThan(2)
})

test('a request that changes something is sent to one reader only, whatever its status', async () => {
  for (const reader of readers) reader.status = 503
  expect((await request('/api/revalidate', { method: 'POST', body: '{"all":true}' })).status).toBe(503)
  expect(readers[0].count + readers[1].count).toBe(1)
})

test('a build file that is missing on one reader is requested from the other', async () => {
  readers[0].status = 404
  for (let at = 0; at < 4; at++) expect((await request('/_next/static/chunks/a.js')).status).toBe(200)
})
