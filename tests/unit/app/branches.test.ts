import { beforeEach, expect, test } from 'vitest'
import { GET } from '@/app/api/branches/[...path]/route'
import { getRuntime } from '@/lib/runtime'
import type { SiteState } from '@/lib/site/get-site'
import { BOOK, openBook, SIDEBAR } from '../../support/book'

beforeEach(() => {
  const before = getRuntime().site
  const site = openBook(BOOK, { ...SIDEBAR, access: { Hulls: 'Members' } })
  getRuntime().site = { ...before, site: Promise.resolve(site), current: site, last: site } as SiteState
  return () => {
    getRuntime().site = before
  }
})

const get = (path: string, headers: Record<string, string> = {}) =>
  GET(new Request('http://localhost/', { headers }), { params: Promise.resolve({ path: path.split('/') }) })

test('sends the pages below a page', async () => {
  const response = await get('tides.json')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(await response.json()).toEqual({ markup: '<ul><li><a href="/moon">Moon</a></li></ul>' })
  const etag = response.headers.get('etag') ?? ''
  expect((await get('tides.json', { 'if-none-match': etag })).status).toBe(304)
})

test('omits members pages', async () => {
  const { markup } = (await (await get('boats')).json()) as { markup: string }
  expect(markup).toBe('<ul><li><a href="/sails">Sails</a></li></ul>')
})

test.each(['hulls.json', 'moon.json', 'nowhere.json', 'index.json'])(
  'returns 404 for %s, which is closed, missing, or has no pages below it',
  async (path) => {
    const { status, headers } = await get(path)
    expect([status, headers.get('cache-control')]).toEqual([404, 'private, no-store'])
  },
)

test('redirects from the id of a page to its path', async () => {
  const id = (await getRuntime().site?.site)?.index.pages.find(({ title }) => title === 'Tides')?.id ?? ''
  const response = await get(`${id.replaceAll('-', '')}.json`)
  expect([response.status, response.headers.get('location')]).toEqual([308, '/api/branches/tides.json'])
})
