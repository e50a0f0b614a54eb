import { IncomingMessage, request as open, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { getLoadedSite, reloadSite } from '@/lib/site/get-site'
import { isCompleteRun } from '../../../support/complete'
import { createId } from '../../../support/records'
import { PADDING, type PageResponse, startPageServer } from './page-server'

const BELOW = { Tides: 'Home' }

const omitVariableHeaders = ({
  headers: { date: _, 'x-nextjs-cache': __, 'x-request-id': ___, ...headers },
  ...response
}: PageResponse) => ({
  ...response,
  headers,
})

test.each(['br', 'gzip', 'identity', ''])(
  'a cached page is identical to the rendered page in the encoding "%s"',
  async (encoding) => {
    const { fetchPage, state } = await startPageServer()
    const first = await fetchPage('/tides', { 'accept-encoding': encoding })
    expect(first.encoding ?? '').toBe(encoding === 'identity' ? '' : encoding)
    for (const query of ['', '?utm_source=letter']) {
      expect(omitVariableHeaders(await fetchPage(`/tides${query}`, { 'accept-encoding': encoding }))).toEqual(
        omitVariableHeaders(first),
      )
    }
    expect(first.headers['x-nextjs-cache']).toBe('MISS')
    expect((await fetchPage('/tides')).headers['x-nextjs-cache']).toBe('HIT')
    expect(first.headers).not.toHaveProperty('x-colophon-version')
    expect(state.renders).toBe(1)
  },
)

test('headers of a single response are not cached', async () => {
  const { fetchPage } = await startPageServer()
  const ids = [await fetchPage('/tides'), await fetchPage('/tides')].map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(2)
})

test('Next.js renders every request that is not a plain request for a canonical path', async () => {
  const { fetchPage, state } = await startPageServer()
  await fetchPage('/tides')
  const visits: [string, Record<string, string>?, string?][] = [
    ['/tides', { rsc: '1' }],
    ['/tides', { accept: 'text/markdown' }],
    ['/tides', { range: 'bytes=0-9' }],
    ['/tides', { range: 'bytes=0-9' }, 'HEAD'],
    ['/tides?_rsc=a'],
    ['/tides', {}, 'POST'],
    ['/tides', {}, 'OPTIONS'],
    ['/tides/'],
    ['//tides'],
    ['/Tides'],
    ['/%74ides'],
    ['/%2574ides'],
    ['/tides%2F'],
    ['/./tides'],
    ['/tides;a'],
    ['/tides%00'],
    ['/plain/tides'],
    ['/tides.md'],
    ['/missing'],
    ['/search'],
    ['/tags'],
    ['/api/health'],
    ['/members/tides'],
    ['/sign-in'],
    [`/${createId('Tides')}`],
  ]
  for (const [path, headers, method] of visits) {
    const renders = state.renders
    for (let times = 0; times < 2; times++) await fetchPage(path, headers, method)
    expect(state.renders, `${method} ${path} ${JSON.stringify(headers)}`).toBe(renders + 2)
  }
  const { renders } = state
  await fetchPage('/tides')
  expect(state.renders).toBe(renders)
})

test('the home page is cached for GET and HEAD only and rendered again after an edit', async () => {
  const { fetchPage, state, edit } = await startPageServer()
  await fetchPage('/')
  for (const method of ['GET', 'HEAD']) expect((await fetchPage('/', {}, method)).headers['x-nextjs-cache']).toBe('HIT')
  expect(state.renders).toBe(1)
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await fetchPage('/', {}, method)).headers['x-nextjs-cache']).toBe('MISS')
  await edit({ Home: 'another' })
  expect((await fetchPage('/')).headers['x-nextjs-cache']).toBe('MISS')
})

test('HEAD has the headers of GET, and a client with a current copy gets 304', async () => {
  const { fetchPage, state } = await startPageServer()
  const head = await fetchPage('/tides', { 'accept-encoding': 'gzip' }, 'HEAD')
  const get = await fetchPage('/tides', { 'accept-encoding': 'gzip' })
  expect(omitVariableHeaders(head).headers).toEqual(omitVariableHeaders(get).headers)
  expect(head.text).toBe('')
  const etag = String(get.headers.etag)
  expect(etag).toMatch(/^W\/"/)
  for (const header of [etag, etag.slice(2), `"other", ${etag}`, '*', `${'"a", '.repeat(1000)}${etag}`]) {
    const { status, headers, text } = await fetchPage('/tides', { 'if-none-match': header, 'accept-encoding': 'br' })
    expect([status, text], header.slice(0, 40)).toEqual([304, ''])
    expect(headers.etag).toBe(etag)
    expect(headers.vary).toBe(get.headers.vary)
    expect(headers).not.toHaveProperty('content-encoding')
  }
  for (const header of ['"other"', 'W/"other"', '', etag.replaceAll('"', '')]) {
    expect((await fetchPage('/tides', { 'if-none-match': header })).status, header).toBe(200)
  }
  expect((await fetchPage('/tides', { 'if-none-match': etag, 'cache-control': 'no-cache' })).status).toBe(200)
  expect(state.renders).toBe(1)
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['*', 'br'],
  ['gzip;q=0.5, deflate', 'gzip'],
  ['identity;q=0, gzip;q=0, br;q=0', undefined],
  ['GZIP', 'gzip'],
  [';;,,q=, =;gzip=', undefined],
  ['br;q=nonsense', undefined],
  [`${'x,'.repeat(5000)}gzip`, 'gzip'],
])('parses the header accept-encoding "%.40s"', async (accepted, encoding) => {
  const { fetchPage } = await startPageServer()
  await fetchPage('/tides')
  const response = await fetchPage('/tides', { 'accept-encoding': accepted })
  expect(response.encoding).toBe(encoding)
  expect(response.text).toContain(PADDING)
})

test.each(['set-cookie', 'content-encoding', 'location'])(
  'a response with the header %s is not cached',
  async (name) => {
    const { fetchPage, state } = await startPageServer()
    state.headers = { [name]: 'identity' }
    for (let times = 1; times <= 2; times++) {
      const response = await fetchPage('/tides')
      expect(response.headers[name]).toBeDefined()
      expect(state.renders).toBe(times)
    }
  },
)

test('an edit and a removal take effect immediately', async () => {
  const { fetchPage, edit } = await startPageServer()
  const first = await fetchPage('/tides')
  await edit({ Home: 'one', Tides: 'three' }, BELOW)
  const edited = await fetchPage('/tides')
  expect(edited.text).not.toBe(first.text)
  await edit({ Home: 'one' })
  expect((await fetchPage('/tides')).headers['x-nextjs-cache']).toBe('MISS')
  expect((await fetchPage('/tides')).text).toContain('none')
})

test('a render that ends after a newer one is not cached', async () => {
  const { fetchPage, edit, state } = await startPageServer()
  let release = () => {}
  state.hold = new Promise((resolve) => {
    release = resolve
  })
  const slow = fetchPage('/tides')
  await expect.poll(() => state.renders).toBe(1)
  state.hold = undefined
  await edit({ Home: 'one', Tides: 'three' }, BELOW)
  const newer = await fetchPage('/tides')
  release()
  const older = await slow
  expect(older.text).not.toBe(newer.text)
  const renders = state.renders
  for (let times = 0; times < 3; times++) expect((await fetchPage('/tides')).text).toBe(newer.text)
  expect(state.renders, 'the newer document stays cached').toBe(renders)
})

test('a load of the site that ends after a newer one does not become the current site', async () => {
  const { fetchPage, store } = await startPageServer()
  const derived = store.derived.bind(store)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  store.derived = async (name) => {
    const value = await derived(name)
    await released
    return value
  }
  const older = reloadSite()
  store.derived = derived
  expect(getLoadedSite()).toBeUndefined()
  expect((await fetchPage('/tides')).headers['x-nextjs-cache'], 'while the site is loading').toBe('MISS')
  const newer = await reloadSite()
  expect(getLoadedSite()).toBe(newer)
  release()
  expect(await older).not.toBe(newer)
  expect(getLoadedSite()).toBe(newer)
})

test('aborted requests do not affect later ones', async () => {
  const { fetchPage, port, state } = await startPageServer()
  for (let times = 0; times < 20; times++) {
    const request = open({ port, path: '/tides', host: '127.0.0.1' })
    request.on('error', () => {}).end()
    if (times % 2 === 0) request.destroy()
    else setTimeout(() => request.destroy(), times % 5)
  }
  expect((await fetchPage('/tides')).status).toBe(200)
  await expect.poll(async () => (await fetchPage('/tides')).headers['x-nextjs-cache']).toBe('HIT')
  expect(state.renders).toBeLessThan(22)
})

test('thousands of queries, paths and encodings keep one document in memory', async () => {
  const requests = isCompleteRun ? 100_000 : 10_000
  const { fetchPage, documents } = await startPageServer()
  await fetchPage('/tides')
  const { bytes } = documents
  expect(bytes).toBeGreaterThan(0)
  let hits = 0
  for (let number = 0; number < requests; number++) {
    const request = new IncomingMessage(undefined as unknown as Socket)
    const path = number % 2 === 0 ? `/tides?a=${number}` : `/tides-${number}`
    Object.assign(request, { method: 'HEAD', headers: { 'accept-encoding': `a${number}` } })
    // Responses with status 304 need no decompressed body.
    request.headers['if-none-match'] = '*'
    const visit = documents.findVisit(request, path)
    if (visit && documents.respond(visit, request, new ServerResponse(request))) hits++
  }
  expect(hits).toBe(requests / 2)
  expect(documents.bytes).toBe(bytes)
})
