import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeadScript } from '@/components/site/head-script'
import PageCache from '@/lib/cache/cache-handler'
import { holdMarkup, type RenderedPage, reportPage, trackRender } from '@/lib/cache/rendered-page'
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

function createHtml(head: string, body = '') {
  return `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
}

function createCacheValue(html: string, status?: number) {
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

const CONTEXT = { cacheControl: { revalidate: false, expire: undefined } } as never

interface Render {
  page?: RenderedPage
  html?: string
  /** The status that Next.js sets for a redirect or a missing page. */
  status?: number
  /** Runs between the render and the call of the handler. */
  meanwhile?: () => Promise<void> | void
}

/** Renders a page as a request does. Returns the response of Next.js and whether the page is cached for the next request. */
async function render(key: string, { page, html = createHtml(''), status, meanwhile }: Render) {
  const value = createCacheValue(html, status)
  await trackRender(async () => {
    if (page) reportPage(page)
    await meanwhile?.()
    await cache.set(key, value as never, CONTEXT)
  })
  const headers: Record<string, string> = value.headers
  return { status: value.status, html: value.html, headers, isCached: async () => (await cache.get(key)) !== null }
}

const PAGE = { version: 'page-1:v1' }

test('returns a cached page while its version is current', async () => {
  current.set('page-1', 'v1')
  const page = await render('/a', { page: PAGE })
  expect(await page.isCached()).toBe(true)
  expect(page.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=([1-9]|[1-5]\d|60), must-revalidate$/)

  current.set('page-1', 'v2')
  expect(await page.isCached()).toBe(false)
  current.delete('page-1')
  expect(await page.isCached()).toBe(false)
})

test('renders a page again that was edited during its render', async () => {
  current.set('page-1', 'v1')
  const meanwhile = () => void current.set('page-1', 'v2')
  const page = await render('/edited', { page: PAGE, meanwhile })
  expect(await page.isCached()).toBe(false)
})

test('puts the content into the document', async () => {
  current.set('page-1', 'v1')
  const content = '<p title="$&">"Words" \\ $1</p>'
  const value = createCacheValue('')
  const hold = () => {
    reportPage(PAGE)
    return holdMarkup('page', content)
  }
  const held = trackRender(hold)
  expect(held).not.toContain('Words')
  await trackRender(async () => {
    hold()
    value.html = createHtml('', `<div>${held}</div>`)
    await cache.set('/held', value as never, CONTEXT)
  })
  expect(value.html).toContain(`<body><div>${content}</div></body>`)
})

test('removes the client of Next.js from public pages, and keeps it on the screens of the sign-in service', async () => {
  const client =
    '<script src="/_next/static/chunks/a.js" async=""></script><script id="_R_">self.__next_f.push([1,"0:text"])</script>'
  const read = async (page: RenderedPage) => (await render('/client', { page, html: createHtml('', client) })).html
  expect(await read({ ...PAGE, signIn: ['https://sign-in.example'] })).toBe(createHtml('', client))
  const html = await read(PAGE)
  expect(html).toContain('<body></body>')
  expect(html).toContain('<script type="speculationrules">{"prefetch":')
})

test('no text of a page can stand for its content', () => {
  const held = trackRender(() => {
    reportPage(PAGE)
    return holdMarkup('page', '<p>Words</p>')
  })
  // It has a secret of the process.
  expect(held).toMatch(/^<!--[\da-f-]{36}:page-->$/)
})

test('a response that is not cached contains its content', () => {
  expect(holdMarkup('page', '<p>Words</p>')).toBe('<p>Words</p>')
  expect(trackRender(() => holdMarkup('page', '<p>Words</p>'))).toBe('<p>Words</p>')
})

test('separates the reports of concurrent renders', async () => {
  current.set('page-1', 'v1').set('page-2', 'v1')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = render('/slow', { page: { version: 'page-1:v1', status: 503 }, meanwhile: () => released })
  const fast = await render('/fast', { page: { version: 'page-2:v1' } })
  release()
  expect([(await slow).status, fast.status]).toEqual([503, undefined])
  current.delete('page-1')
  expect(await fast.isCached()).toBe(true)
})

test('a current page does not expire by age, whichever process rendered it', async () => {
  current.set('page-1', 'v1')
  const before = Date.now()
  const context = { cacheControl: { revalidate: 86_400 }, internal_lastModified: before - 3_600_000 }
  await trackRender(async () => {
    reportPage(PAGE)
    await cache.set('/old', createCacheValue(createHtml('')) as never, context as never)
  })
  expect((await cache.get('/old'))?.lastModified).toBeGreaterThanOrEqual(before)
})

test('no cached page is valid before the site is ready', async () => {
  const page = await render('/b', { page: PAGE })
  delete getRuntime().publicVersion
  expect(await page.isCached()).toBe(false)
})

test('sends the status that a page reports and does not cache the page', async () => {
  current.set('page-1', 'v1')
  const page = await render('/c', { page: { ...PAGE, status: 503 } })
  expect(page.status).toBe(503)
  expect(page.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'private, no-store' })
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(await page.isCached()).toBe(false)
})

test.each<[string, Render]>([
  ['a missing page', { page: PAGE, status: 404 }],
  ['a redirect', { page: PAGE, status: 308 }],
  ['a page without a version', { page: {} }],
  ['a page without a report', {}],
])('%s is not cached', async (_name, options) => {
  current.set('page-1', 'v1')
  const page = await render('/d', options)
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(page.headers).not.toHaveProperty('x-colophon-version')
  expect(await page.isCached()).toBe(false)
})

test('does not cache a page rendered outside of a request', async () => {
  current.set('page-1', 'v1')
  const value = createCacheValue(createHtml(''))
  reportPage(PAGE)
  await cache.set('/outside', value as never, CONTEXT)
  expect(value.headers).toHaveProperty('content-security-policy')
  expect(await cache.get('/outside')).toBeNull()
})

test('the Content-Security-Policy allows the sources that a page reports', async () => {
  const frames = ['https://frames.example', 'https://*.frames.example']
  const page = await render('/policy', {
    page: { ...PAGE, frames, analytics: ['https://visits.example'], signIn: ['https://sign-in.example'] },
  })
  const policy = page.headers['content-security-policy'] ?? ''
  expect(policy).toContain(`frame-src 'self' ${frames.join(' ')} https://sign-in.example`)
  expect(policy).toMatch(/connect-src [^;]*https:\/\/visits\.example/)
})

test('the Content-Security-Policy allows the inline scripts of the site and of Next.js, and others are logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const data = 'self.__next_f.push([1,"0:text"])'
  const signIn = 'https://sign-in.example'
  const page = await render('/f', {
    page: { signIn: [signIn] },
    html: createHtml(
      `<script src="/x.js" async=""></script><script>${createHeadScript(false)}</script>`,
      `<p><script>steal()</script></p><script>${data}</script>`,
    ),
  })
  const policy = page.headers['content-security-policy'] ?? ''
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
  const hashText = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(scripts).toBe(`script-src 'self' ${hashText(createHeadScript(false))} ${hashText(data)} ${signIn}`)
  expect(logged.mock.calls).toEqual([['The policy of "/f" refuses 1 inline scripts of unknown origin']])
  logged.mockRestore()
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
})

test('removes segment data and adds the Vary header', async () => {
  const value = { ...createCacheValue(createHtml('')), segmentData: new Map([['/_tree', Buffer.from('tree')]]) }
  await cache.set('/segments', value as never, { cacheControl: { revalidate: false, expire: undefined } } as never)
  expect(value.segmentData).toBeUndefined()
  expect((value.headers as Record<string, string>).vary).toBe('accept')
})
