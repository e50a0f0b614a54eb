import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from './test'

// The worker that keeps copies, with a server of a few documents.

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const KEPT = '<!doctype html><html lang="en"><title>T</title><p>Text</p><script defer src="/offline.js"></script>'
const NOT_KEPT = '<!doctype html><html lang="en"><title>T</title><p>Text</p>'

interface Sent {
  status?: number
  headers?: Record<string, string>
  body?: string
}

let server: Server
let url: string
/** What the server sends, by path; 404 for any other path. */
let responses: Record<string, Sent>

test.beforeEach(async () => {
  responses = { '/': { body: KEPT }, '/page': { body: KEPT } }
  server = createServer(({ url: path = '' }, response) => {
    if (/^\/offline[a-z-]*\.js$/.test(path)) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(`public${path}`))
      return
    }
    const { status = 200, headers, body = '' } = responses[path.split('?')[0] ?? ''] ?? { status: 404 }
    response.writeHead(status, { ...HTML, ...headers }).end(body)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterEach(stop)

async function stop(): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

const listCopies = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map((request) => new URL(request.url).pathname)
  })

const readCopy = (page: Page, path: string) => page.evaluate(async (url) => (await caches.match(url))?.text(), path)

/** Opens the home page, and waits until its worker has kept a copy. */
async function openHomePage(page: Page): Promise<void> {
  await page.goto(url)
  await expect.poll(() => listCopies(page)).toContain('/')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Opens a page whose text the worker has. */
async function openPage(page: Page, path = '/page'): Promise<void> {
  await page.goto(url + path)
  await expect.poll(() => listCopies(page)).toContain(path)
}

test('a page that was opened is shown when the server is gone, and others are not', async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_/)
  await openHomePage(page)
  await openPage(page)
  await stop()
  await page.goto(`${url}/page`)
  await expect(page.getByText('Text')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-offline-copy', '')
  await expect(page.goto(`${url}/other`)).rejects.toThrow('net::ERR_FAILED')
})

test('while the server responds, a page comes from there, and its copy is replaced', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/net::ERR_/)
  await openHomePage(page)
  await openPage(page)
  responses['/page'] = { body: KEPT.replace('Text', 'Changed') }
  await page.goto(`${url}/page?from=feed`)
  await expect(page.getByText('Changed')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-offline-copy')
  await expect.poll(() => readCopy(page, '/page')).toContain('Changed')
  await stop()
  await page.goto(`${url}/page`)
  await expect(page.getByText('Changed')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-offline-copy', '')
})

test('the files of a page are kept, also those that load later, but not those of other pages', async ({ page }) => {
  const image = { headers: { 'content-type': 'image/svg+xml' }, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
  const show = (picture: string) => `<img src="${picture}" alt="">`
  responses = {
    '/': { body: KEPT },
    '/page': { body: KEPT + show('/first.svg') },
    '/other': { body: NOT_KEPT + show('/other.svg') },
    '/first.svg': image,
    '/later.svg': image,
    '/other.svg': image,
  }
  await openHomePage(page)
  await openPage(page)
  await expect.poll(() => listCopies(page)).toContain('/first.svg')
  await page.evaluate(() => {
    const picture = new Image()
    picture.src = '/later.svg'
    return picture.decode().catch(() => undefined)
  })
  await page.goto(`${url}/other`)
  await expect.poll(() => listCopies(page)).toContain('/later.svg')
  const copies = await listCopies(page)
  expect(copies).not.toContain('/other')
  expect(copies).not.toContain('/other.svg')
})

for (const [what, sent] of [
  ['deleted', { status: 410 }],
  ['moved', { status: 308, headers: { location: '/' } }],
  ['for members only', { body: KEPT, headers: { 'cache-control': 'private, no-store' } }],
] as const) {
  test(`the copy of a page that is now ${what} is removed`, async ({ page, expectConsole }) => {
    expectConsole(/status of 410/)
    await openHomePage(page)
    await openPage(page)
    responses['/page'] = sent
    await page.goto(`${url}/page`)
    await expect.poll(() => listCopies(page)).not.toContain('/page')
    expect(await listCopies(page)).toContain('/')
  })
}

test('a copy is kept after an error of the server', async ({ page, expectConsole }) => {
  expectConsole(/status of 503/)
  await openHomePage(page)
  await openPage(page)
  responses['/page'] = { status: 503, body: 'Unavailable' }
  await page.goto(`${url}/page`)
  await expect(page.getByText('Unavailable')).toBeVisible()
  responses['/'] = { body: KEPT.replace('Text', 'Home') }
  await page.goto(url)
  // By then the worker has handled the error.
  await expect.poll(() => readCopy(page, '/')).toContain('Home')
  expect(await listCopies(page)).toContain('/page')
})

test('the worker and all copies are removed when a page does not ask for a copy any more', async ({ page }) => {
  await openHomePage(page)
  await openPage(page)
  responses = { '/': { body: NOT_KEPT } }
  await page.goto(url)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

test('a copy that is older than 30 days is not shown', async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_/)
  await openHomePage(page)
  await openPage(page)
  await page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((each) => each.startsWith('offline-pages:'))
    const cache = await caches.open(name)
    const date = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toUTCString()
    await cache.put('/page', new Response('Old', { headers: { date } }))
  })
  await stop()
  await expect(page.goto(`${url}/page`)).rejects.toThrow('net::ERR_FAILED')
})

test('the oldest copies are removed beyond 50 pages', async ({ page }) => {
  const paths = Array.from({ length: 51 }, (_, index) => `/page-${index}`)
  responses = Object.fromEntries(['/', ...paths].map((path) => [path, { body: KEPT }]))
  await openHomePage(page)
  await page.evaluate(async (all) => {
    const { active } = await navigator.serviceWorker.ready
    for (const path of all) active?.postMessage({ page: new URL(path, location.href).href, files: [] })
  }, paths)
  const readState = async () => {
    const copies = await listCopies(page)
    return { pages: copies.filter((path) => path.startsWith('/page-')).length, hasHome: copies.includes('/') }
  }
  await expect.poll(readState).toEqual({ pages: 50, hasHome: false })
})
