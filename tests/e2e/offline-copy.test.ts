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

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

let server: Server
let url: string
/** What the server sends, by path; 404 for any other path. */
let answers: Record<string, Answer>

test.beforeEach(async () => {
  answers = { '/': { body: KEPT }, '/page': { body: KEPT } }
  server = createServer(({ url: path = '' }, response) => {
    if (/^\/offline[a-z-]*\.js$/.test(path)) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(`public${path}`))
      return
    }
    const { status = 200, headers, body = '' } = answers[path.split('?')[0] ?? ''] ?? { status: 404 }
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

test('a page that was read is shown when the server is gone, and others are not', async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_/)
  await openHomePage(page)
  await openPage(page)
  await stop()
  await page.goto(`${url}/page`)
  await expect(page.getByText('Text')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-offline-copy', '')
  await expect(page.goto(`${url}/other`)).rejects.toThrow('net::ERR_FAILED')
})

test('with a connection, a page comes from the server', async ({ page }) => {
  await openHomePage(page)
  await openPage(page)
  answers['/page'] = { body: KEPT.replace('Text', 'Changed') }
  await page.goto(`${url}/page`)
  await expect(page.getByText('Changed')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-offline-copy')
})

for (const [what, answer] of [
  ['deleted', { status: 410 }],
  ['moved', { status: 308, headers: { location: '/' } }],
  ['for members only', { body: KEPT, headers: { 'cache-control': 'private, no-store' } }],
  ['one that lists do not name', { body: NOT_KEPT }],
] as const) {
  test(`the copy of a page that is now ${what} is removed`, async ({ page, expectConsole }) => {
    expectConsole(/status of 410/)
    await openHomePage(page)
    await openPage(page)
    answers['/page'] = answer
    await page.goto(`${url}/page`)
    await expect.poll(() => listCopies(page)).not.toContain('/page')
    expect(await listCopies(page)).toContain('/')
  })
}

test('a copy outlasts errors of the server', async ({ page, expectConsole }) => {
  expectConsole(/status of 503/)
  await openHomePage(page)
  await openPage(page)
  answers['/page'] = { status: 503, body: 'Unavailable' }
  await page.goto(`${url}/page`)
  await expect(page.getByText('Unavailable')).toBeVisible()
  answers['/'] = { body: KEPT.replace('Text', 'Home') }
  await page.goto(url)
  expect(await listCopies(page)).toContain('/page')
})

test('the worker ends when the site keeps no copies any more', async ({ page }) => {
  await openHomePage(page)
  answers = { '/': { body: NOT_KEPT } }
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

test('the oldest copies make place for new ones', async ({ page }) => {
  const paths = Array.from({ length: 51 }, (_, index) => `/page-${index}`)
  answers = Object.fromEntries(['/', ...paths].map((path) => [path, { body: KEPT }]))
  await openHomePage(page)
  await page.evaluate(async (all) => {
    const { active } = await navigator.serviceWorker.ready
    for (const path of all) active?.postMessage({ page: new URL(path, location.href).href, files: [] })
  }, paths)
  await expect.poll(async () => (await listCopies(page)).filter((path) => /page/.test(path)).length).toBe(50)
  expect(await listCopies(page)).not.toContain('/')
})
