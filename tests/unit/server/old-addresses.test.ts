import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderErrorPage } from '@/components/errors/error-pages'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import type { SiteState } from '@/lib/site/get-site'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { ErrorPages } from '@/server/error-pages'
import { createHttpServer } from '@/server/http-server'
import { buildInput, SETTINGS } from '../../support/build-input'
import { page } from '../../support/records'

/** A title that is longer than paths are. */
const LONG = 'w'.repeat(150)

const redirects = [
  { from: '/old.php', to: '/about' },
  { from: '/team.php', to: '/about?büro=1#团队' },
  { from: '/files/guide.pdf', to: '/about' },
  { from: '/index.php?p=12', to: '/about' },
  { from: '/?p=7', to: '/about' },
  { from: '/About-Us', to: '/about', status: 301 as const },
  { from: '/2019/*', to: '/*' },
  { from: '/lost.html', to: '', status: 410 as const },
  { from: '/shop/*', to: 'https://shop.example/*', status: 302 as const },
]
const site = new Site(
  buildSite(
    buildInput([
      page('Root', undefined, { redirects }),
      page('About', 'Root'),
      page('Tides', 'Root'),
      page(LONG, 'Root'),
    ]),
    SETTINGS,
  ),
)
const env = readEnv({}, '/')
const server = createHttpServer(
  env,
  // Instead of Next.js.
  (_, response) => response.writeHead(204).end(),
  new ErrorPages(env, undefined, renderErrorPage),
)

beforeAll(async () => {
  getRuntime().site = { site: Promise.resolve(site), loaded: site, last: site } as unknown as SiteState
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  delete getRuntime().site
  server.closeAllConnections()
  server.close()
})

async function send(path: string, method = 'GET'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ port, path, method }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
}

test.each<[path: string, status: number, location: string]>([
  ['/old.php', 308, '/about'],
  ['/old.php?a=b', 308, '/about?a=b'],
  ['/team.php', 308, '/about?b%C3%BCro=1#%E5%9B%A2%E9%98%9F'],
  ['/files/guide.pdf', 308, '/about'],
  ['/index.php?p=12&a=b', 308, '/about'],
  ['/?p=7', 308, '/about'],
  ['/about-us/', 301, '/about'],
  ['/2019/Tides/', 308, '/tides'],
  ['/2019/tides.html', 308, '/tides'],
  ['/tides.html', 308, '/tides'],
  ['/rss/feed.xml', 308, '/feed.xml'],
  ['/feed/', 308, '/feed.xml'],
  ['/search?s=low+tide', 308, '/search?q=low+tide'],
  ['/search/low%20tide', 308, '/search?q=low+tide'],
  ['/shop/%0d%0ax/..%2f%2fevil.example', 302, 'https://shop.example/%0D%0Ax/..//evil.example'],
])('%s is redirected before Next.js, with %i to %s', async (path, status, location) => {
  for (const method of ['GET', 'HEAD']) {
    const { statusCode, headers } = await send(path, method)
    expect([statusCode, headers.location]).toEqual([status, location])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers['referrer-policy']).toBe('strict-origin')
  }
})

test('an address with an extension that is gone has the status 410', async () => {
  const { statusCode, headers } = await send('/lost.html')
  expect([statusCode, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8'])
})

test('a redirect that cannot be sent gets the error page', async () => {
  const exact = { 'unsendable.php': { address: '/团队' } }
  const state = getRuntime().site as unknown as { loaded: Site }
  state.loaded = new Site({ ...site.index, redirects: { ...site.index.redirects, exact } })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const { statusCode, headers } = await send('/unsendable.php')
    expect([statusCode, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(logged).toHaveBeenCalledOnce()
  } finally {
    state.loaded = site
    logged.mockRestore()
  }
})

test.each([
  '/tides',
  '/tides/',
  '/none',
  '/none.html',
  '/search?q=a&s=b',
  '/2019/none',
  '/api/health',
  '/members/about-us/',
  '/about.md',
  '/about.epub',
  `/${site.index.pages.find(({ title }) => title === LONG)?.path}.md`,
  `/${site.index.pages.find(({ title }) => title === LONG)?.path}.epub`,
])('%s is left to Next.js', async (path) => {
  expect((await send(path)).statusCode).toBe(204)
})

test('other methods, and missing files, are refused as before', async () => {
  expect((await send('/old.php', 'POST')).statusCode).toBe(405)
  expect((await send('/none.php')).statusCode).toBe(404)
})
