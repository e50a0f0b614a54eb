import { beforeEach, expect, test, vi } from 'vitest'
import { getSearchIndex } from '@/lib/search/embedded'
import { RecentDocuments } from '@/lib/search/live-index'
import type { Hit } from '@/lib/search/search-query'
import { searchSite } from '@/lib/search/search-site'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const root = {
  ...page('Root', undefined, { children: ['Tides', 'Board', 'Nameless'].map(createId) }),
  accessTable: { [createId('Board')]: 'Members' },
}
const pages = [root, page('Tides', 'Root'), page('High', 'Tides'), page('Board', 'Root'), page('Nameless', 'Root')]
const index = buildSite(buildInput(pages), { ...SETTINGS, signIn: true })
const nameless = index.pages.find(({ id }) => id === createId('Nameless'))
if (nameless) nameless.title = ' '
const site = new Site(index)

const hits: Hit[] = []
const warmUp = vi.fn()
beforeEach(() => {
  hits.length = 0
  warmUp.mockClear()
})

/** Searches the site for a visitor with an index that returns the given hits. */
function searchWithHits(query: string, ...found: Hit[]) {
  const search = async () => ({ hits: found, total: found.length + 3 })
  return searchSite(
    { query, limit: 9 },
    { index: { throttle: 150, search, warmUp }, site, viewer: PUBLIC },
    () => 'icon',
  )
}
const createHit = (name: string, text = 'text'): Hit => ({ id: createId(name), text })

test('searchSite returns the title of a page and of its ancestors, without the home page', async () => {
  const { results, total, throttle } = await searchWithHits('tide', createHit('High'))
  expect(results).toEqual([
    { id: createId('High'), title: 'High', path: '/high', ancestors: ['Tides'], highlight: { text: 'text' } },
  ])
  expect([total, throttle]).toEqual([4, 150])
  expect(warmUp).not.toHaveBeenCalled()
})

test('searchSite returns a page once, at its best rank [N-315]', async () => {
  const { results, total } = await searchWithHits(
    'tide',
    createHit('Tides', 'best'),
    createHit('High'),
    createHit('Tides', 'worse'),
  )
  expect(results.map(({ title, highlight }) => [title, highlight.text])).toEqual([
    ['Tides', 'best'],
    ['High', 'text'],
  ])
  expect(total).toBe(5)
})

test('searchSite omits pages without a title and pages that the visitor may not read, and does not count them [N-317] [N-318]', async () => {
  const { results, total } = await searchWithHits(
    'tide',
    createHit('Nameless'),
    createHit('Board'),
    createHit('Nowhere'),
    createHit('Tides'),
  )
  expect(results.map(({ title }) => title)).toEqual(['Tides'])
  expect(total).toBe(4)
})

test('searchSite returns no results for a blank query, and warms up the index', async () => {
  expect(await searchWithHits('  ', createHit('Tides'))).toMatchObject({ results: [], total: 0, throttle: 150 })
  expect(warmUp).toHaveBeenCalledOnce()
})

test('searchSite returns the main pages and the newest other pages for a blank query', async () => {
  const createPageLink = (name: string, path: string, ancestors: string[] = []) => ({
    id: createId(name),
    title: name,
    path,
    ancestors,
  })
  const { start } = await searchWithHits('')
  expect(start).toEqual({
    sections: [createPageLink('Tides', '/tides')],
    newest: [createPageLink('High', '/high', ['Tides'])],
  })
  const member = await searchSite(
    { query: '', limit: 9 },
    {
      index: { throttle: 150, search: vi.fn(), warmUp },
      site,
      viewer: { signedIn: true, organizations: [] },
    },
    () => 'icon',
  )
  expect(member.start?.sections.map(({ path }) => path)).toEqual(['/members/tides', '/members/board'])
})

test('searchSite returns the first six of many main pages, and the five newest other pages', async () => {
  const names = Array.from({ length: 1000 }, (_, number) => `Section ${number}`)
  const rows = Array.from({ length: 9 }, (_, number) =>
    page(`Row ${number}`, 'Section 0', { block: { created_time: number } }),
  )
  const manySections = new Site(
    buildSite(
      buildInput([
        page('Root', undefined, { children: names.map(createId) }),
        ...names.map((name) => page(name, 'Root')),
        ...rows,
      ]),
      SETTINGS,
    ),
  )
  const { start } = await searchSite(
    { query: '', limit: 9 },
    { index: { throttle: 150, search: vi.fn(), warmUp }, site: manySections, viewer: PUBLIC },
    () => undefined,
  )
  expect(start?.sections.map(({ title }) => title)).toEqual(names.slice(0, 6))
  expect(start?.newest.map(({ title }) => title)).toEqual(['Row 8', 'Row 7', 'Row 6', 'Row 5', 'Row 4'])
})

test('the embedded index throttles the requests of a browser to one per 150 milliseconds', () => {
  expect(getSearchIndex().throttle).toBe(150)
})

test('RecentDocuments caches a document unless it is long', async () => {
  const recent = new RecentDocuments(site)
  const [tides] = index.pages
  if (tides === undefined) throw new Error('there is no page')
  const read = vi.fn(async (length: number) => ({
    id: tides.id,
    title: '',
    properties: 'x'.repeat(length),
    sections: [],
  }))
  await recent.get(tides, () => read(60_000))
  await recent.get(tides, () => read(10))
  await recent.get(tides, () => read(10))
  expect(read).toHaveBeenCalledTimes(2)
})
