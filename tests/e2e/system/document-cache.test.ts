import { sampleItems } from '@/tests/support/complete'
import { expect, test } from '../base'

/** With this header Next.js handles the request instead of the document cache, because a range could be requested. */
const THROUGH_NEXT = { 'if-range': '"none"' }
/** Headers that differ between responses, or because Next.js does not compress. */
const VARYING = /^(?:date|etag|x-nextjs-cache|connection|keep-alive|transfer-encoding|content-(?:encoding|length))$/

test('a cached document equals the response of Next.js, in both encodings', async ({ sample }) => {
  const readPage = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(sample.url + path, { headers })
    const stable = [...response.headers].filter(([name]) => !VARYING.test(name))
    const encoding = response.headers.get('content-encoding')
    const etag = response.headers.get('etag')?.replace(/^W\//, '')
    return { encoding, page: { status: response.status, headers: stable, etag, text: await response.text() } }
  }
  const shown = sample.index().pages.filter((page) => page.access.kind === 'public')
  const paths = ['', ...sampleItems(shown, 8).map(({ path }) => path)].map((path) => encodeURI(`/${path}`))
  for (const path of paths) {
    const rendered = await readPage(path, THROUGH_NEXT)
    for (const encoding of ['gzip', 'br']) {
      for (let times = 0; times < 2; times++) {
        const cached = await readPage(`${path}?utm_source=a`, { 'accept-encoding': encoding })
        expect(cached, `${encoding} ${path}`).toEqual({ ...rendered, encoding })
      }
    }
  }
})

test('a cached home page is not served for other methods, formats or conditional requests', async ({
  sample,
  request,
}) => {
  const requestRoot = (headers: Record<string, string> = {}, method = 'GET', path = '/') =>
    fetch(sample.url + path, { headers, method, redirect: 'manual' })
  await requestRoot()
  expect((await requestRoot()).headers.get('x-nextjs-cache')).toBe('HIT')
  expect((await requestRoot({}, 'POST')).status).toBe(405)
  expect((await requestRoot({}, 'DELETE')).status).toBe(405)
  expect((await requestRoot({ accept: 'text/markdown' })).headers.get('content-type')).toContain('text/markdown')
  // The client of Next.js gets a document, which it then opens.
  const navigation = await requestRoot({ rsc: '1' })
  expect([navigation.headers.get('content-type'), navigation.headers.get('x-nextjs-cache')]).toEqual([
    'text/html; charset=utf-8',
    'HIT',
  ])
  expect((await requestRoot({}, 'GET', '/plain')).status).toBe(200)
  expect((await requestRoot({}, 'GET', '/?_rsc=abc')).status).toBeLessThan(400)
  expect((await requestRoot({ range: 'bytes=0-9' })).status).toBe(200)
  // Sent with Playwright, because `fetch` adds `Cache-Control: no-cache` to conditional requests.
  const conditional = { 'if-none-match': String((await requestRoot()).headers.get('etag')) }
  const unchanged = await request.get(sample.url, { headers: conditional })
  expect(unchanged.status()).toBe(304)
  expect(unchanged.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, must-revalidate$/)
})
