import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import PageCache from '@/lib/cache/cache-handler'
import { getRuntime } from '@/lib/runtime'

const current = new Map<string, string>()

beforeEach(() => {
  current.clear()
  getRuntime().publicVersion = async (pageId) => current.get(pageId)
})
afterEach(() => {
  delete getRuntime().publicVersion
})

const cache = new PageCache({ dev: false, serverDistDir: '/nowhere/server' } as never)

function document(head: string, body = '') {
  return `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
}

function pageOf(html: string, status?: number) {
  return {
    kind: 'APP_PAGE',
    html,
    status,
    headers: {},
    rscData: undefined,
    postponed: undefined,
    segmentData: undefined,
  }
}

/** What Next sends after it handed the value over, and whether the next visit is served from the cache. */
async function rendered(key: string, html: string, status?: number) {
  const value = pageOf(html, status)
  await cache.set(key, value as never, { cacheControl: { revalidate: false, expire: undefined } } as never)
  const headers: Record<string, string> = value.headers
  return { status: value.status, headers, held: async () => (await cache.get(key)) !== null }
}

const versioned = document('<meta name="colophon:version" content="page-1:v1"/>')

test('a page is served from the cache while the site has the version it shows', async () => {
  current.set('page-1', 'v1')
  const page = await rendered('/a', versioned)
  expect(await page.held()).toBe(true)
  expect(page.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=([1-9]|[1-5]\d|60), must-revalidate$/)

  current.set('page-1', 'v2')
  expect(await page.held()).toBe(false)
  current.delete('page-1')
  expect(await page.held()).toBe(false)
})

test('a page is as good as new for as long as it is current, whoever made it', async () => {
  current.set('page-1', 'v1')
  const before = Date.now()
  const context = { cacheControl: { revalidate: 86_400 }, internal_lastModified: before - 3_600_000 }
  await cache.set('/old', pageOf(versioned) as never, context as never)
  expect((await cache.get('/old'))?.lastModified).toBeGreaterThanOrEqual(before)
})

test('nothing is valid before the site says what is current', async () => {
  const page = await rendered('/b', versioned)
  delete getRuntime().publicVersion
  expect(await page.held()).toBe(false)
})

test('a page that says a status is sent with it and not stored', async () => {
  current.set('page-1', 'v1')
  const page = await rendered(
    '/c',
    document('<meta name="colophon:version" content="page-1:v1"/><meta name="colophon:status" content="503"/>'),
  )
  expect(page.status).toBe(503)
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(await page.held()).toBe(false)
})

test.each([
  ['not found', document(''), 404],
  ['a redirect', versioned, 308],
  ['a page without a version', document(''), undefined],
  [
    'a page whose body claims a version',
    document('', '<meta name="colophon:version" content="page-1:v1"/>'),
    undefined,
  ],
])('%s is not stored', async (_name, html, status) => {
  current.set('page-1', 'v1')
  const page = await rendered('/d', html, status)
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(await page.held()).toBe(false)
})

test('a body cannot choose the status', async () => {
  const page = await rendered('/e', document('', '<meta name="colophon:status" content="503"/>'))
  expect(page.status).toBeUndefined()
})

test('the policy names each inline script by its hash, and nothing else may run', async () => {
  const page = await rendered(
    '/f',
    document('<script src="/x.js" async=""></script>', '<script>one()</script><script id="_R_">two()\n</script>'),
  )
  const policy = page.headers['content-security-policy'] ?? ''
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(scripts).toBe(`script-src 'self' ${hash('one()')} ${hash('two()\n')}`)
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
})

test('a page is sent whole, and under its own address for each of its forms', async () => {
  const value = { ...pageOf(versioned), segmentData: new Map([['/_tree', Buffer.from('tree')]]) }
  await cache.set('/segments', value as never, { cacheControl: { revalidate: false, expire: undefined } } as never)
  expect(value.segmentData).toBeUndefined()
  expect((value.headers as Record<string, string>).vary).toBe('accept')
})
