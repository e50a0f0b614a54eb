import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBalancer } from '@/tests/support/balancer'
import type { WebServer } from '@/tests/support/nginx'

/** Stands for a reader: it responds with a status that is set, and its name. */
async function startReader(name: string) {
  const reader = { status: 200, asked: 0, bodies: [] as string[], url: '', stop: () => server.close() }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.url !== '/') reader.asked++
    reader.bodies.push(body)
    response.writeHead(reader.status, { 'content-type': 'text/plain' }).end(`${name} ${request.url}`)
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
  for (const reader of readers) Object.assign(reader, { status: 200, asked: 0, bodies: [] })
})
afterAll(async () => {
  await balancer.stop()
  for (const reader of readers) reader.stop()
})

async function ask(path: string, init?: RequestInit) {
  const response = await fetch(balancer.url + path, init)
  return { status: response.status, text: await response.text() }
}

test('a reader that has nothing to show yet is passed over', async () => {
  readers[0].status = 503
  for (let at = 0; at < 8; at++)
    expect(await ask('/tides?from=here')).toEqual({ status: 200, text: 'other /tides?from=here' })
  const search = { method: 'POST', body: '{"query":"tides"}' }
  for (let at = 0; at < 8; at++) expect((await ask('/api/search', search)).status).toBe(200)
  expect(new Set(readers[1].bodies)).toEqual(new Set(['', search.body]))
  readers[0].status = 200
  readers[0].asked = 0
  for (let at = 0; at < 8; at++) expect((await ask('/tides')).status).toBe(200)
  expect(readers[0].asked).toBeGreaterThan(2)
})

test('a page that no reader can read keeps its response, and takes no reader away', async () => {
  for (const reader of readers) reader.status = 503
  for (let at = 0; at < 12; at++) {
    const { status, text } = await ask('/unreadable')
    expect([status, text]).toEqual([503, expect.stringMatching(/^(one|other) \/unreadable$/)])
  }
  for (const reader of readers) Object.assign(reader, { status: 200, asked: 0 })
  for (let at = 0; at < 8; at++) expect((await ask('/tides')).status).toBe(200)
  for (const { asked } of readers) expect(asked).toBeGreaterThan(2)
})

test('a request that changes something is handled once, whatever its status', async () => {
  for (const reader of readers) reader.status = 503
  expect((await ask('/api/revalidate', { method: 'POST', body: '{"all":true}' })).status).toBe(503)
  expect(readers[0].asked + readers[1].asked).toBe(1)
})

test('a file of a build is looked for at both readers', async () => {
  readers[0].status = 404
  for (let at = 0; at < 4; at++) expect((await ask('/_next/static/chunks/a.js')).status).toBe(200)
})
