import { getCanonicalPageId } from 'notion-utils'
import { describe, expect, it, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const posts = collection('Journal', 'Root', {
  type: select('Post', 'Page', 'Menu'),
  status: select('Published', 'Draft'),
  date: { type: 'date' },
  category: { type: 'select' },
  tags: { type: 'multi_select' },
  slug: { type: 'text' },
})
const post = { type: 'Post', status: 'Published', category: 'Open Sea', tags: 'Low Water', date: date('2024-05-01') }

const TITLES = ['Café & Bar', 'Über uns', 'my_var_name', 'Привет, мир', 'a -- b', 'C++ / C#', '关于 我们', 'Members']

function create(languages: { tag: string; page: string }[] = []) {
  const input = buildInput(
    [
      page(
        'Root',
        undefined,
        languages.length === 0 ? {} : { languages: languages.map(({ tag, page }) => ({ tag, page: createId(page) })) },
      ),
      page('中文', 'Root'),
      page('About', 'Root'),
      ...TITLES.map((title) => page(title, 'Root')),
      row('Tides', 'Journal', post),
      row('Draft', 'Journal', { ...post, status: 'Draft', category: 'Hidden' }),
    ],
    [posts],
  )
  const accessTable = { [createId('Members')]: 'Members' }
  const root = input.pages.get(createId('Root'))
  if (root) root.accessTable = accessTable
  return new Site(buildSite(input, { ...SETTINGS, signIn: true }))
}
const site = create()
const resolve = (path: string, query = '') => site.resolve(path, PUBLIC, query)

describe('addresses of nextjs-notion-starter-kit', () => {
  it.each(TITLES.slice(0, -1))('lead to the page %s', (title) => {
    const id = createId(title)
    const map = {
      block: { [id]: { value: { id, type: 'page', parent_table: 'block', properties: { title: [[title]] } } } },
      collection: {},
    } as unknown as Parameters<typeof getCanonicalPageId>[1]
    const path = site.index.pages.find((each) => each.id === id)?.path
    for (const uuid of [true, false]) {
      const old = getCanonicalPageId(id, map, { uuid }) ?? ''
      if (old === path) continue
      expect([old, resolve(old)]).toEqual([old, { kind: 'redirect', path }])
    }
  })

  it('are kept only where they differ, and reveal no page that the visitor may not read', () => {
    expect(Object.keys(site.index.starterKitPaths).sort()).toEqual([
      'a--b',
      'ber-uns',
      'c-c',
      'caf-bar',
      'members',
      'myvarname',
    ])
    const hidden = new Site({ ...site.index, starterKitPaths: { hidden: createId('Members') } })
    expect(hidden.resolve('hidden', PUBLIC)).toEqual({ kind: 'missing' })
  })
})

test.each([
  ['2024/05/01/tides', 'tides'],
  ['2024/05/tides.html', 'tides'],
  ['Open Sea/tides', 'tides'],
  ['open-sea/2024/5/1/tides', 'tides'],
  ['article/2024/05/01/Tides', 'tides'],
  ['article/Open Sea/tides.html', 'tides'],
  ['posts/tides', 'tides'],
  ['tag/Low Water/page/3', 'tags/low-water'],
  ['category/Open Sea/page/2', 'categories/open-sea'],
  ['page/7', ''],
  ['index.html', ''],
  ['tides/index.html', 'tides'],
  ['tides.html', 'tides'],
  ['TIDES.HTM', 'tides'],
  ['page/7.html', ''],
  ['tag/Low Water/index.html', 'tags/low-water'],
  ['archive/index.html', 'archive'],
])('%s leads to /%s', (from, path) => {
  expect(resolve(from)).toEqual({ kind: 'redirect', path })
})

test.each([
  '05/01/tides',
  '2024/32/tides',
  'Hidden/tides',
  'news/tides',
  '2024/05/01/about',
  '2024/05/01/draft',
  'Hidden/draft',
  'a/b/c/d/e/f/g/tides',
  'tides.php',
  'about.html.html.html',
  `search/${'a'.repeat(2000)}`,
  'none.html',
  'rssfeed',
  'none/feed',
  'tag/none/feed',
  'search',
])('%s leads nowhere', (from) => {
  expect(resolve(from)).toEqual({ kind: 'missing' })
})

test.each([
  ...['rss/feed.xml', 'rss/atom.xml', 'feed', 'rss', 'rss.xml', 'atom.xml', 'index.xml', 'feed/atom', 'feed/rss2'].map(
    (from) => [from, '/feed.xml'] as const,
  ),
  ...['rss/feed.json', 'feed/json'].map((from) => [from, '/feed.json'] as const),
  ...['tag/Low Water/feed', 'tags/low-water/index.xml', 'tags/Low Water/rss.xml'].map(
    (from) => [from, '/tags/low-water/feed.xml'] as const,
  ),
  ['category/open-sea/feed/json', '/categories/open-sea/feed.json'] as const,
  ['search/low tide', '/search?q=low+tide'] as const,
  ['search/low tide/page/2', '/search?q=low+tide'] as const,
])('%s leads to %s', (from, address) => {
  expect(resolve(from)).toEqual({ kind: 'external', address })
})

test('a search of WordPress leads to the search, and other parameters do not matter', () => {
  expect(resolve('', 's=low+tide')).toEqual({ kind: 'external', address: '/search?q=low+tide', dropsQuery: true })
  expect(resolve('', 'utm=s').kind).toBe('page')
  expect(resolve('', 's=').kind).toBe('page')
})

test('feeds of languages lead to those of the same language', () => {
  const own = create([
    { tag: 'en', page: 'Root' },
    { tag: 'zh-CN', page: '中文' },
  ])
  const address = (path: string) => own.resolve(path, PUBLIC)
  for (const from of ['zh/rss/feed.xml', 'zh-cn/feed', 'zh-CN/rss']) {
    expect([from, address(from)]).toEqual([from, { kind: 'external', address: '/zh-CN/feed.xml' }])
  }
  expect(address('en/rss/feed.xml')).toEqual({ kind: 'external', address: '/feed.xml' })
})
