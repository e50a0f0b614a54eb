import { beforeEach, expect, test, vi } from 'vitest'
import { getSearchIndex } from '@/lib/search/embedded'
import type { Hit } from '@/lib/search/index-contract'
import { RecentDocuments } from '@/lib/search/live-index'
import { searchSite } from '@/lib/search/search-site'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { idOf, page } from '../../support/records'

const root = {
  ...page('Root', undefined, { children: ['Tides', 'Board', 'Nameless'].map(idOf) }),
  accessTable: { [idOf('Board')]: 'Members' },
}
const pages = [root, page('Tides', 'Root'), page('High', 'Tides'), page('Board', 'Root'), page('Nameless', 'Root')]
const index = buildSite(buildInput(pages), { ...SETTINGS, signIn: true })
const nameless = index.pages.find(({ id }) => id === idOf('Nameless'))
if (nameless) nameless.title = ' '
const site = new Site(index)

const hits: Hit[] = []
const warmUp = vi.fn()
beforeEach(() => {
  hits.length = 0
  warmUp.mockClear()
})

/** What a visitor is answered whose question an index answers with these hits. */
function answerOf(query: string, ...found: Hit[]) {
  const search = async () => ({ hits: found, total: found.length + 3 })
  return searchSite(
    { query, limit: 9 },
    { index: { throttle: 150, search, warmUp }, site, viewer: PUBLIC },
    () => 'icon',
  )
}
const hit = (name: string, text = 'text'): Hit => ({ id: idOf(name), text })

test('a result names its page and the pages above it, without the home page', async () => {
  const { results, total, throttle } = await answerOf('tide', hit('High'))
  expect(results).toEqual([
    { id: idOf('High'), title: 'High', path: '/high', ancestors: ['Tides'], highlight: { text: 'text' } },
  ])
  expect([total, throttle]).toEqual([4, 150])
  expect(warmUp).not.toHaveBeenCalled()
})

test('a page is sent once, at its best place', async () => {
  const { results, total } = await answerOf('tide', hit('Tides', 'best'), hit('High'), hit('Tides', 'worse'))
  expect(results.map(({ title, highlight }) => [title, highlight.text])).toEqual([
    ['Tides', 'best'],
    ['High', 'text'],
  ])
  expect(total).toBe(5)
})

test('a page without a title or that the visitor may not read is not sent, and not counted', async () => {
  const { results, total } = await answerOf('tide', hit('Nameless'), hit('Board'), hit('Nowhere'), hit('Tides'))
  expect(results.map(({ title }) => title)).toEqual(['Tides'])
  expect(total).toBe(4)
})

test('a blank query returns no results, and warms up the index', async () => {
  expect(await answerOf('  ', hit('Tides'))).toMatchObject({ results: [], total: 0, throttle: 150 })
  expect(warmUp).toHaveBeenCalledOnce()
})

test('a blank query returns the main pages and the newest other pages that the visitor may read', async () => {
  const named = (name: string, path: string, ancestors: string[] = []) => ({
    id: idOf(name),
    title: name,
    path,
    ancestors,
  })
  const { start } = await answerOf('')
  expect(start).toEqual({ sections: [named('Tides', '/tides')], newest: [named('High', '/high', ['Tides'])] })
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

test('of a thousand main pages the first are returned, and of all others the five newest', async () => {
  const names = Array.from({ length: 1000 }, (_, place) => `Section ${place}`)
  const rows = Array.from({ length: 9 }, (_, place) =>
    page(`Row ${place}`, 'Section 0', { block: { created_time: place } }),
  )
  const many = new Site(
    buildSite(
      buildInput([
        page('Root', undefined, { children: names.map(idOf) }),
        ...names.map((name) => page(name, 'Root')),
        ...rows,
      ]),
      SETTINGS,
    ),
  )
  const { start } = await searchSite(
    { query: '', limit: 9 },
    { index: { throttle: 150, search: vi.fn(), warmUp }, site: many, viewer: PUBLIC },
    () => undefined,
  )
  expect(start?.sections.map(({ title }) => title)).toEqual(names.slice(0, 6))
  expect(start?.newest.map(({ title }) => title)).toEqual(['Row 8', 'Row 7', 'Row 6', 'Row 5', 'Row 4'])
})

test('browsers send requests to the embedded index at most every 150 milliseconds', () => {
  expect(getSearchIndex().throttle).toBe(150)
})

test('a document that was shown is kept, unless it is long', async () => {
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
