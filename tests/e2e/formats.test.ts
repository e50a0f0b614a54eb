import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import sharp from 'sharp'
import { sampleItems } from '@/tests/support/complete'
import { validateAtom, validateJsonFeed, validateSitemap } from '@/tests/support/schemas'
import { searchFor } from '@/tests/support/search-request'
import { expect, test } from './test'

const encodePaths = (pages: { path: string }[]) => pages.map(({ path }) => encodeURI(`/${path}`))
const listLocations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')

test('every public page has a Markdown copy without broken links', { tag: '@server' }, async ({ sample }) => {
  // Requests every page in its Markdown form.
  test.slow()
  const sitemap = await (await fetch(`${sample.url}/sitemap.xml`)).text()
  expect(validateSitemap(sitemap)).toEqual([])
  const isPage = (address: string) => !/\/(?:tags|archive)(?:\/|$)/.test(address)
  const copies = listLocations(sitemap)
    .filter(isPage)
    .map((address) => (address === `${sample.url}/` ? `${address}index.md` : `${address}.md`))
  for (const address of listLocations(sitemap).filter((each) => !isPage(each)))
    expect((await fetch(address)).status, address).toBe(200)
  const linked = new Set<string>()
  for (const address of copies) {
    const response = await fetch(address)
    const body = await response.text()
    expect(response.status, address).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('link')).toContain('rel="canonical"')
    expect(body).toMatch(/^---\ntitle: ".*"\nurl: "http.*"\n(?:.*\n)*---\n\n# ./)
    for (const [, link = ''] of body.matchAll(/\]\((http:\/\/localhost[^)\s]*)\)/g)) linked.add(link.replace(/#.*/, ''))
  }
  expect(linked.size).toBeGreaterThan(20)
  const dead: string[] = []
  for (const link of sampleItems([...linked], 6))
    if ((await fetch(link, { method: 'HEAD' })).status !== 200) dead.push(link)
  expect(dead).toEqual([])
})

test('a page is returned as Markdown if the client prefers it, with a Vary header', { tag: '@server' }, async ({
  sample,
}) => {
  const request = (path: string, accept: string) => fetch(`${sample.url}${path}`, { headers: { accept } })
  for (const path of ['/', '/about']) {
    const page = await request(path, 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('vary')?.toLowerCase()).toMatch(/\baccept\b(?!-)/)
    const copy = await request(path, 'text/markdown, text/html;q=0.9')
    expect(copy.headers.get('content-type')).toContain('text/markdown')
    expect(copy.headers.get('vary')?.toLowerCase()).toMatch(/\baccept\b(?!-)/)
    expect(copy.headers.get('x-robots-tag')).toBe('noindex')
  }
  expect((await request('/about', 'text/html, text/markdown;q=0.5')).headers.get('content-type')).toContain('text/html')
  expect((await request('/about', '*/*')).headers.get('content-type')).toContain('text/html')
})

test('feeds contain whole posts, are valid and support conditional requests', { tag: '@server' }, async ({
  sample,
}) => {
  const tags = new Set(sample.index().pages.flatMap((page) => (page.access.kind === 'public' ? page.tags : [])))
  expect(tags.size).toBeGreaterThan(3)
  for (const feed of ['', ...[...tags].map((tag) => `/tags/${encodeURIComponent(tag.toLowerCase())}`)]) {
    const response = await fetch(`${sample.url}${feed}/feed.xml`)
    const xml = await response.text()
    expect(response.headers.get('content-type')).toContain('application/atom+xml')
    expect(validateAtom(xml), feed).toEqual([])
    expect(xml).toContain('<content type="html">')
    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(`${sample.url}${feed}/feed.xml`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const text = await (await fetch(`${sample.url}${feed}/feed.json`)).text()
    expect(validateJsonFeed(text), feed).toEqual([])
    const json = JSON.parse(text)
    expect(json.items.length).toBe([...xml.matchAll(/<entry/g)].length)
  }
  expect((await fetch(`${sample.url}/tags/none/feed.xml`)).status).toBe(404)
})

test('no format contains restricted pages', async ({ sample }) => {
  const closed = sample.index().pages.filter(({ access }) => access.kind !== 'public')
  expect(closed.length).toBeGreaterThan(0)
  const texts = await Promise.all(
    ['/feed.xml', '/feed.json', '/llms.txt', '/llms-full.txt', '/sitemap.xml', '/manifest.webmanifest'].map(
      async (path) => {
        const response = await fetch(`${sample.url}${path}`)
        expect(response.status, path).toBe(200)
        return response.text()
      },
    ),
  )
  for (const path of encodePaths(closed)) {
    for (const text of texts) expect(text).not.toContain(`${path}<`)
    for (const address of [`${path}.md`, `/social${path}`]) {
      expect((await fetch(sample.url + address)).status, address).toBe(404)
    }
    expect((await fetch(sample.url + path, { headers: { accept: 'text/markdown' } })).status).toBe(404)
  }
})

test('addresses with a page id or another spelling redirect to the Markdown copy and the social picture', {
  tag: '@server',
}, async ({ sample }) => {
  const about = sample.index().pages.find(({ path }) => path === 'about')
  const id = about?.id.replaceAll('-', '')
  for (const [from, to] of [
    [`/x-${id}.md`, '/about.md'],
    ['/About.md', '/about.md'],
    [`/social/x-${id}`, '/social/about'],
  ]) {
    const response = await fetch(`${sample.url}${from}`, { redirect: 'manual' })
    expect(response.status, from).toBe(308)
    expect(new URL(response.headers.get('location') ?? '', sample.url).pathname).toBe(to)
  }
})

test('a page has structured data and metadata without broken addresses', async ({ sample, page }) => {
  // The site draws its icons and social images.
  test.slow()
  for (const path of ['/', '/journal/how-a-paragraph-is-set']) {
    await page.goto(sample.url + path)
    const data = await page.locator('script[type="application/ld+json"]').allTextContents()
    const types = data.map((text) => JSON.parse(text)['@type'])
    expect(types).toEqual(path === '/' ? ['WebSite'] : ['Article', 'BreadcrumbList'])
    for (const selector of ['link[rel=alternate]', 'link[rel=manifest]', 'link[rel=apple-touch-icon]']) {
      const addresses = await page
        .locator(selector)
        .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
      expect(addresses.length, selector).toBeGreaterThan(0)
      for (const address of addresses) expect((await fetch(address)).status, address).toBe(200)
    }
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    const picture = await fetch(image ?? '')
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await picture.arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([1200, 630])
    const withQuery = await fetch(`${image}?title=Other&siteName=Other`)
    expect(Buffer.from(await withQuery.arrayBuffer()).equals(bytes), 'the query is ignored').toBe(true)
    expect(await page.locator('meta[name="twitter:card"]').getAttribute('content')).toBe('summary_large_image')
    expect(await page.locator('meta[name=description]').getAttribute('content')).toBeTruthy()
  }
  for (const name of ['width', 'height'])
    expect(await page.locator(`meta[property="og:image:${name}"]`).getAttribute('content')).toMatch(/^(1200|630)$/)
  // Clients that do not read the HTML request these addresses.
  const fetchBytes = async (path: string) => Buffer.from(await (await fetch(sample.url + path)).arrayBuffer())
  expect((await fetchBytes('/favicon.ico')).equals(await fetchBytes('/icon-192.png'))).toBe(true)
  expect((await fetchBytes('/apple-touch-icon.png')).equals(await fetchBytes('/icon-180.png'))).toBe(true)
  const manifest = await (await fetch(`${sample.url}/manifest.webmanifest`)).json()
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(Buffer.from(await (await fetch(sample.url + src)).arrayBuffer())).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('/llms-full.txt contains the Markdown copy of each public page once, the home page first', {
  tag: '@server',
}, async ({ sample }) => {
  const response = await fetch(`${sample.url}/llms-full.txt`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^# [^\n]+\n\n---\n/)
  const urls = [...text.matchAll(/^url: "(.*)"$/gm)].map(([, url = '']) => url)
  const open = sample.index().pages.filter(({ access, readable }) => access.kind === 'public' && readable)
  expect(urls.toSorted()).toEqual(
    encodePaths(open)
      .map((path) => sample.url + path)
      .toSorted(),
  )
  expect(urls[0]).toBe(`${sample.url}/`)
  const copy = await (await fetch(`${sample.url}/about.md`)).text()
  expect(text).toContain(copy)
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
  expect((await fetch(`${sample.url}/llms-full.txt`, { headers })).status).toBe(304)
  for (const part of ['1', '2', '0', '99999']) {
    expect((await fetch(`${sample.url}/llms-full-${part}.txt`)).status, part).toBe(404)
  }
})

test('an MCP client can search the site and fetch a result', { tag: '@server' }, async ({ sample }) => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${sample.url}/mcp`)))
  // The index may not be loaded.
  await searchFor(sample, 'search box')
  const found = await client.callTool({ name: 'search', arguments: { query: 'search box' } })
  const { results } = found.structuredContent as { results: { id: string; title: string; url: string; text: string }[] }
  expect(results[0]).toMatchObject({ title: 'What a search box owes you' })
  expect(results[0]?.text).not.toMatch(/<mark>|&amp;/)
  expect((await fetch(results[0]?.url ?? '')).status).toBe(200)
  const page = await client.callTool({ name: 'fetch', arguments: { id: results[0]?.id } })
  expect(page.structuredContent).toMatchObject({ title: 'What a search box owes you', url: results[0]?.url })
  const closed = sample.index().pages.find(({ access }) => access.kind !== 'public')
  expect((await client.callTool({ name: 'fetch', arguments: { id: closed?.id } })).isError).toBe(true)
  await client.close()
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await fetch(`${sample.url}/mcp`, { method })
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST'])
  }
})
