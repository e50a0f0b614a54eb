import type { SearchResponse } from '@/lib/search/results'
import { requestSearch } from '../support/search-request'
import { createFolder, startSite } from '../support/site'
import { type SimplePage, writePage } from '../support/workspaces'
import { expect, test } from './base'

const readResults = async (response: Response) => (await response.json()) as SearchResponse

test.describe('the search of the sample site', () => {
  test('returns each page once, with a Cache-Control header, and 150 ms as the throttle [N-391]', async ({
    sample: site,
  }) => {
    const response = await requestSearch(site, { query: 'search box', limit: 2 })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const { results, total, throttle } = await readResults(response)
    expect(throttle).toBe(150)
    expect(results).toHaveLength(2)
    expect(total).toBeGreaterThan(2)
    expect(results[0]).toMatchObject({ title: 'What a search box owes you', ancestors: ['Journal'] })
    expect(new Set(results.map(({ id }) => id)).size).toBe(2)
    for (const { path, section } of results) {
      const page = await (await fetch(site.url + path)).text()
      if (section) expect(page).toContain(`id="${section.anchor}"`)
    }
  })

  test('searches below a page if an ancestor is given', async ({ sample: site }) => {
    const journal = site.index().pages.find((page) => page.path === 'journal')
    const below = await readResults(
      await requestSearch(site, { query: 'page', ancestorId: journal?.id.replaceAll('-', '') }),
    )
    expect(below.total).toBeGreaterThan(0)
    for (const { path } of below.results) expect(path).toMatch(/^\/journal/)
    const unrelated = await requestSearch(site, { query: 'page', ancestorId: '00000000-0000-4000-8000-000000000000' })
    expect(await readResults(unrelated)).toMatchObject({ results: [], total: 0 })
  })

  test('returns an error for an invalid request', async ({ sample: site }) => {
    const bad = ['', '{', '[]', 'null', '{"query":7}', { query: 'x'.repeat(201) }, { query: 'word '.repeat(10_000) }]
    for (const body of [...bad, { query: 'x', limit: -1 }, { query: 'x', ancestorId: '../..' }]) {
      const response = await requestSearch(site, body)
      expect(response.status, JSON.stringify(body).slice(0, 80)).toBe(400)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(await response.json()).toEqual({ error: expect.any(String), errorId: expect.any(String) })
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      const response = await fetch(`${site.url}/api/search`, { method })
      expect(response.status, method).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
    expect((await fetch(`${site.url}/search`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${site.url}/search?q=${'x'.repeat(201)}`)).status).toBe(400)
  })

  test('returns valid results without markup other than <mark> for any query', async ({ sample: site }) => {
    const queries = ['😀🔍', '\u0000\u0007\u001b[31m', '.*tide+$^[]{}|\\', '<script>alert(1)</script>', '"><img src=x>']
    for (const query of [
      ...queries,
      "' OR 1=1 --",
      '\u202eabc\u2066שלום',
      '__proto__ constructor',
      '\ud800',
      '%00%0a',
    ]) {
      const response = await requestSearch(site, { query })
      expect(response.status, query).toBe(200)
      for (const { highlight } of (await readResults(response)).results) {
        for (const html of [highlight.text, highlight.title ?? '']) {
          expect(html.replace(/<mark>[^<>]*<\/mark>/g, '')).not.toMatch(/[<>]/)
        }
      }
      const page = await fetch(`${site.url}/search?q=${encodeURIComponent(query.replace('\ud800', ''))}`)
      expect(page.status, query).toBe(200)
      expect(await page.text()).not.toMatch(/<img src=x|<script>alert/)
    }
  })
})

test('limits searches per client address despite forged headers, finds new text, and no longer finds removed text', async () => {
  // Starts a site of its own, which prepares a change.
  test.setTimeout(90_000)
  const root: SimplePage = { id: '40000000-0000-4000-8000-000000000001', title: 'Harbour', text: 'A lighthouse' }
  const workspaceDir = createFolder('harbour')
  writePage(workspaceDir, root)
  const site = await startSite({ workspaceDir, env: { SEARCH_RATE: '60' } })
  const countResults = async (query: string) => (await readResults(await requestSearch(site, { query }))).total
  expect(await countResults('lighthouse')).toBe(1)
  writePage(workspaceDir, { ...root, text: 'A windmill' })
  // A preparation is a process of its own, which starts slowly on a busy machine.
  await expect.poll(() => countResults('windmill'), { intervals: [1000], timeout: 40_000 }).toBe(1)
  expect(await countResults('lighthouse')).toBe(0)

  let rejected: Response | undefined
  // Twice the limit, because a minute may end meanwhile.
  for (let count = 0; count < 130 && rejected === undefined; count++) {
    const response = await requestSearch(
      site,
      { query: 'x' },
      { 'x-forwarded-for': `203.0.113.${count}`, forwarded: 'for=1' },
    )
    if (response.status !== 200) rejected = response
  }
  expect(rejected?.status).toBe(429)
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(rejected?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(await rejected?.json()).toEqual({ error: expect.any(String), errorId: 'too-many' })
  expect((await requestSearch(site, { query: '' })).status).toBe(200)
  const pages = await Promise.all([0, 1, 2].map(() => fetch(`${site.url}/search?q=x`)))
  expect(pages.map(({ status }) => status)).toContain(429)
  await site.kill()
})
