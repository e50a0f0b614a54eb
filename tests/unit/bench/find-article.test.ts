import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findArticle, requireText } from '@/tests/bench/find-article'

const ARTICLE = { title: 'Signal keeper quay 7', texts: ['harbour tide vessel', 'rope sail wharf'] }
const BODY = '<h1>Signal keeper quay 7</h1><p>harbour <b>tide</b>\nvessel</p><li>rope sail wharf</li>'
const ERROR_PAGE = '<h1>Notion page not found</h1>'

/** Serves pages by path. All other addresses return an error page with status 200, as the starter kit does. */
async function startPeer(pages: Record<string, string>): Promise<{ origin: string; requested: string[] }> {
  const requested: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requested.push(url)
    const isXml = url.endsWith('.xml')
    const body = pages[url] ?? ERROR_PAGE
    response.writeHead(200, { 'content-type': isXml ? 'application/xml' : 'text/html' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested }
}

const createSitemap = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>https://example.com${path}</loc></url>`).join('')}</urlset>`

test('finds the article by a sitemap of the public origin, the most likely address first', async () => {
  const { origin, requested } = await startPeer({
    '/sitemap.xml': createSitemap('/', '/anchor', '/cargo', '/signal-keeper-quay-7'),
    '/signal-keeper-quay-7': BODY,
  })
  await expect(findArticle(origin, ARTICLE)).resolves.toBe(`${origin}/signal-keeper-quay-7`)
  expect(requested).toEqual(['/sitemap.xml', '/signal-keeper-quay-7'])
})

test('finds the article in a sitemap that an index lists', async () => {
  const { origin } = await startPeer({
    '/sitemap.xml': '<sitemapindex><sitemap><loc>https://example.com/pages.xml</loc></sitemap></sitemapindex>',
    '/pages.xml': createSitemap('/anchor', '/page?name=a&amp;id=7'),
    '/page?name=a&id=7': BODY,
  })
  await expect(findArticle(origin, ARTICLE)).resolves.toBe(`${origin}/page?name=a&id=7`)
})

test('follows links from the home page without a sitemap, and none to other sites', async () => {
  const { origin } = await startPeer({
    '/': '<a href="/chart#part">Chart</a><a class="x" href="https://example.com/away">Away</a><a href="mailto:a@b.c">Mail</a>',
    '/chart': '<a href="/">Home</a><a href="tide">Tide</a>',
    '/tide': BODY,
  })
  await expect(findArticle(origin, ARTICLE)).resolves.toBe(`${origin}/tide`)
})

test('refuses a site that returns its error page with status 200', async () => {
  const { origin } = await startPeer({ '/sitemap.xml': createSitemap('/signal-keeper-quay-7') })
  await expect(findArticle(origin, ARTICLE)).rejects.toThrow('the sites cannot be compared: none has any of it')
})

test.each([
  ['lacks a part of the text', '<p>harbour tide vessel</p>'],
  ['has a part of the text only in a script', '<p>harbour tide vessel</p><script>["rope sail wharf"]</script>'],
])('refuses a page that %s', async (_, body) => {
  const { origin } = await startPeer({
    '/sitemap.xml': createSitemap('/signal-keeper-quay-7'),
    '/signal-keeper-quay-7': body,
  })
  const error = `None of 2 addresses of ${origin} has the whole text of “Signal keeper quay 7”, so that the sites cannot be compared: ${origin}/signal-keeper-quay-7 lacks “rope sail wharf”`
  await expect(findArticle(origin, ARTICLE)).rejects.toThrow(error)
})

test('refuses a home page without any of the rows', async () => {
  const { origin } = await startPeer({ '/': '<td>Mooring 1</td><td>Mooring 2</td>' })
  await expect(requireText(origin, ['Mooring 2', 'Mooring 3'])).resolves.toBeUndefined()
  await expect(requireText(origin, ['Mooring 3', 'Mooring 4'])).rejects.toThrow('such as “Mooring 3”')
})
