import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchAddresses, REQUESTS } from '@/cli/lib/migration/fetch-sitemap'
import { addAddresses, createOldAddresses, decompress, LIMITS } from '@/cli/lib/migration/read-addresses'
import { createNearestPageFinder, tryAddress } from '@/cli/lib/migration/try-addresses'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'
import { countWork } from '../../support/work'

const read = (text: string, limits = LIMITS) => {
  const found = createOldAddresses()
  addAddresses(text, found, limits)
  return found
}
const urlset = (...paths: string[]) =>
  `<?xml version="1.0"?>\n<urlset>${paths.map((each) => `<url><loc>${each}</loc></url>`).join('')}</urlset>`

describe('addAddresses', () => {
  test('reads a sitemap, with entities and CDATA, but not the pictures of pages', () => {
    const image = '<url><loc>https://old.example/b</loc><image:loc>https://old.example/b.png</image:loc></url>'
    const text = urlset(' https://old.example/a?x=1&amp;y=2 ', '<![CDATA[https://old.example/c]]>', '/%E9%A1%B5')
    expect([...read(text.replace('</urlset>', `${image}</urlset>`)).paths.keys()]).toEqual([
      '/a?x=1&y=2',
      '/c',
      '/%E9%A1%B5',
      '/b',
    ])
  })

  test('reads an index of sitemaps', () => {
    const text = '<sitemapindex><sitemap><loc>https://old.example/one.xml</loc></sitemap></sitemapindex>'
    expect(read(text)).toMatchObject({ sitemaps: ['https://old.example/one.xml'], paths: new Map() })
  })

  test('reads a list of addresses and paths', () => {
    const text =
      '\uFEFF# list\r\nhttps://old.example/a#part\r\n/b\tTitle\r\n\r\nnothing\r\nftp://old.example/c\r\n/b\r\n'
    expect([...read(text.replace('\uFEFF', '')).paths]).toEqual([
      ['/a', 1],
      ['/b', 2],
    ])
  })

  test('reads CSV, also with quotes, and addresses with a comma in a list', () => {
    const csv = read('Page,Title\n/a,Title\n"/b, with ""marks""",1\n"https://old.example/c","A title"\n')
    expect([...csv.paths.keys()]).toEqual(['/a', '/b,%20with%20%22marks%22', '/c'])
    expect([...read('# list\n/a,b\n\n/c\n"/d"\n').paths.keys()]).toEqual(['/a,b', '/c', '/d'])
  })

  test('reads the pages of a log that the former server sent', () => {
    const line = (request: string, status: number) =>
      `192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "${request}" ${status} 2326 "https://a.example/" "Agent"`
    const text = [
      line('GET /post HTTP/1.1', 200),
      line('GET /post HTTP/2.0', 304),
      line('HEAD /old?p=1 HTTP/1.1', 301),
      line('GET /guide.pdf HTTP/1.1', 200),
      line('GET /missing HTTP/1.1', 404),
      line('POST /form HTTP/1.1', 200),
      line('GET /_next/static/a.js HTTP/1.1', 200),
      line('GET /logo.png?v=2 HTTP/1.1', 200),
    ].join('\n')
    expect([...read(text).paths]).toEqual([
      ['/post', 2],
      ['/old?p=1', 1],
      ['/guide.pdf', 1],
    ])
  })

  test('reads as many addresses as the limit', () => {
    const { paths, isCut } = read('/a\n/b\n/a\n/c', { ...LIMITS, addresses: 2 })
    expect([...paths]).toEqual([
      ['/a', 2],
      ['/b', 1],
    ])
    expect(isCut).toBe(true)
  })

  test.each([
    ['unclosed elements', '<loc>', 'x'],
    ['a line of a log', '192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /', 'x'],
    ['spaces', '<', ' '],
  ])('takes linear time for %s', (_, start, repeated) => {
    const measure = (length: number) => countWork(() => read(start + repeated.repeat(length)))
    expect(measure(200_000)).toBeLessThan(20 * measure(20_000) + 1000)
  })
})

test('decompress reads gzip up to a size', () => {
  const bytes = gzipSync('/a'.repeat(1000))
  expect(decompress(bytes)).toHaveLength(2000)
  expect(() => decompress(bytes, 1000)).toThrow('give it in parts')
  expect(() => decompress(bytes.subarray(0, 20))).toThrow('damaged gzip file')
})

async function startOldSite(respond: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

describe('fetchAddresses', () => {
  test('follows an index of sitemaps and redirects of the same host, and requests nothing else', async () => {
    const { url, requests } = await startOldSite((request, response) => {
      const own = `http://${request.headers.host}`
      const names = [`${own}/moved.xml`, `${own}/posts.xml.gz`, 'https://other.example/x.xml', `${own}/posts.xml.gz`]
      const files: Record<string, string | Buffer> = {
        '/sitemap.xml': `<sitemapindex>${names.map((name) => `<loc>${name}</loc>`).join('')}</sitemapindex>`,
        '/posts.xml.gz': gzipSync(urlset(`${own}/posts/a`)),
        '/pages.xml': urlset(`${own}/about`),
      }
      if (request.url === '/moved.xml') response.writeHead(301, { location: '/pages.xml' }).end()
      else response.end(files[request.url ?? ''])
    })
    const { paths } = await fetchAddresses(url)
    expect([...paths.keys()]).toEqual(['/about', '/posts/a'])
    expect(requests).toEqual(['/sitemap.xml', '/moved.xml', '/pages.xml', '/posts.xml.gz'])
  })

  test.each<[string, RequestListener, RegExp]>([
    [
      'another host',
      (_, response) => response.writeHead(302, { location: 'https://other.example/' }).end(),
      /redirects to/,
    ],
    ['itself', (_, response) => response.writeHead(302, { location: '/sitemap.xml' }).end(), /redirects to/],
    ['a missing file', (_, response) => response.writeHead(404).end(), /responds with 404/],
    ['a large file', (_, response) => response.end('x'.repeat(2000)), /has more than/],
    ['a file that does not end', (_, response) => void response.write('x'), /took too long/],
    ['nothing', () => undefined, /did not respond in time/],
  ])('refuses %s', async (_, respond, message) => {
    const { url } = await startOldSite(respond)
    await expect(fetchAddresses(url, { ...REQUESTS, fileMs: 1000, bytes: 1000 })).rejects.toThrow(message)
  })

  test('refuses addresses without TLS, and too many sitemaps', async () => {
    await expect(fetchAddresses('http://old.example')).rejects.toThrow('does not start with https://')
    const { url } = await startOldSite((request, response) =>
      response.end(`<sitemapindex><loc>http://${request.headers.host}/${Math.random()}.xml</loc></sitemapindex>`),
    )
    await expect(fetchAddresses(url, { ...REQUESTS, files: 3 })).rejects.toThrow('more than 3 sitemaps')
  })
})

describe('old addresses', () => {
  const redirects = [
    { from: '/2019/hello', to: '/hello' },
    { from: '/shop', to: 'https://shop.example/' },
    { from: '/index.php?p=12', to: '/hello' },
    { from: '/guide.pdf', to: '/guide-to-tides' },
    { from: '/old/*', to: '/hello' },
  ]
  const accessTable = { [createId('For members')]: 'Members' }
  const names = ['Hello', 'For members', 'Guide to tides', 'Harbour news']
  const pages = [page('Root', undefined, { redirects, accessTable }), ...names.map((name) => page(name, 'Root'))]
  const index = buildSite(buildInput(pages), SETTINGS)
  const site = new Site({ ...index, gone: { former: createId('former') } })
  const id = createId('Hello').replaceAll('-', '')

  test.each([
    ['/', 'shown'],
    ['/hello', 'shown'],
    ['/hello?utm_source=x', 'shown'],
    ['/feed.xml', 'shown'],
    ['/search?q=tides', 'shown'],
    ['/share.png', 'shown'],
    ['/Hello', 'redirected'],
    ['/2019/hello', 'redirected'],
    ['/shop', 'redirected'],
    ['/index.php?p=12', 'redirected'],
    ['/index.php?p=13', 'lost'],
    ['/guide.pdf', 'redirected'],
    ['/old/a/b', 'redirected'],
    ['/rss/feed.xml', 'redirected'],
    [`/Hello-${id}?pvs=4`, 'redirected'],
    ['/former', 'deleted'],
    ['/for-members', 'lost'],
    ['/members/hello', 'lost'],
    ['/nowhere', 'lost'],
    ['/%E0', 'lost'],
    [`/files/${'0'.repeat(64)}/a.png`, 'lost'],
    ['/sign-in', 'lost'],
    ['/mcp', 'lost'],
  ])('%s is %s', (address, fate) => {
    expect(tryAddress(site, address, (pathname) => pathname === '/share.png')).toBe(fate)
  })

  test.each([
    ['/2019/05/hello.html', '/hello'],
    ['/docs/Guide_to_tides/', '/guide-to-tides'],
    ['/guide-to-tide', '/guide-to-tides'],
    ['/blog/harbor-news', '/harbour-news'],
    ['/for-members', undefined],
    ['/zzzz', undefined],
    ['/', undefined],
  ])('the nearest page of %s is %s', (address, path) => {
    expect(createNearestPageFinder(site)(address)?.path).toBe(path)
  })

  test('searches no page for addresses after the first ones', () => {
    const findNearest = createNearestPageFinder(site, 1)
    expect([findNearest('/old/hello.php')?.path, findNearest('/old/hello.php')]).toEqual(['/hello', undefined])
  })
})
