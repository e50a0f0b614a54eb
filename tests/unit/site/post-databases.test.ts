import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { isPostDatabase } from '@/lib/site/blog'
import { type BuildInput, buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page, row } from '../../support/records'

const POSTS = {
  Date: { type: 'date' },
  Summary: { type: 'text' },
  Tags: { type: 'multi_select' },
  Category: { type: 'select' },
  Author: { type: 'person' },
  Slug: { type: 'text' },
  Public: { type: 'checkbox' },
}
const [, TABLE = ''] = readFileSync('docs/blogs.md', 'utf8')
  .split('has one of these names')
  .map((part) => part.split('\nA ')[0] ?? '')
const NAMES = [...TABLE.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

describe('a database of posts', () => {
  test.each(NAMES)('may be named %s', (name) => {
    expect(isPostDatabase(collection(` ${name.toUpperCase()} `, 'Root', POSTS))).toBe(true)
    expect(isPostDatabase(collection(`My ${name}`, 'Root', POSTS))).toBe(false)
  })

  it('has a date and a summary', () => {
    expect(NAMES.length).toBeGreaterThan(8)
    const { Date: date, Summary: summary } = POSTS
    expect(isPostDatabase(collection('Posts', 'Root', { date, summary }))).toBe(true)
    expect(isPostDatabase(collection('Posts', 'Root', { date }))).toBe(false)
    expect(isPostDatabase(collection('Posts', 'Root', { summary }))).toBe(false)
  })

  const find = (
    name: string,
    posts: string | undefined,
    more: PageRecord[] = [],
    parent = 'Root',
    schema: Parameters<typeof collection>[2] = POSTS,
  ) => {
    const rows = collection(name, parent, schema)
    const pages = [page('Root', undefined, posts === undefined ? {} : { look: { posts } }), ...more]
    return buildSite(buildInput(pages, [rows]), SETTINGS).collections[rows.id]?.hasPosts === true
  }
  it('is set by a `Look` table on its page, or on the page above', () => {
    expect(find('Notes', undefined)).toBe(false)
    expect(find('Notes', 'Yes')).toBe(true)
    expect(find('Notes', '是')).toBe(true)
    expect(find('Posts', 'maybe')).toBe(true)
    expect(find('Posts', 'no')).toBe(false)
    const database = page('Notes', 'Root', { block: { collection_id: idOf('Notes') } })
    const below = page('Below', 'Root')
    expect(find('Notes', 'yes', [database], 'Notes')).toBe(true)
    expect(find('Notes', 'yes', [below], 'Below')).toBe(false)
    expect(find('Notes', 'yes', [], 'Root', { Price: { type: 'number' } })).toBe(false)
  })
})

const person = (...names: string[]): [string, [string, string][]][] => names.map((name) => ['‣', [['u', idOf(name)]]])
const post = (name: string, category: string, values: Parameters<typeof row>[2] = {}) =>
  row(name, 'Posts', { Category: category, Public: 'Yes', Author: person('Ann'), ...values })

function create(records: PageRecord[], more: Partial<BuildInput> = {}) {
  const users = { [idOf('Ann')]: 'Ann Lee', [idOf('Bo')]: 'Bo' }
  const input = buildInput([page('Root', undefined), ...records], [collection('Posts', 'Root', POSTS)], {
    users,
    ...more,
  })
  const index = buildSite(input, SETTINGS)
  return { site: new Site(index), findings: findFindings(input, index, [], SETTINGS) }
}
const titlesAt = (site: Site, path: string) => {
  const found = site.resolve(path, PUBLIC)
  return found.kind === 'list' && 'pages' in found.list ? found.list.pages.map(({ title }) => title) : found
}

describe('the lists by category and author', () => {
  const { site } = create([
    post('Low', 'News', { Author: [...person('Ann'), [','], ...person('Bo')] }),
    post('High', 'News', { Author: person('Someone unknown') }),
    post('Draft', 'Secret', { Public: 'No', Author: person('Bo') }),
  ])

  it('contain the pages that the viewer may read, and a category is no tag', () => {
    expect(titlesAt(site, 'categories/news')).toEqual(expect.arrayContaining(['Low', 'High']))
    expect(titlesAt(site, 'authors/ann-lee')).toEqual(['Low'])
    expect(titlesAt(site, 'authors/bo')).toEqual(['Low'])
    expect([...site.terms('authors', PUBLIC).keys()]).toEqual(['ann-lee', 'bo'])
    for (const path of [
      'categories/secret',
      'tags',
      'categories/news/1',
      'categories/news/2',
      'authors/someone-unknown',
    ])
      expect(titlesAt(site, path), path).toEqual({ kind: 'missing' })
  })

  it('have the former addresses of categories, which were tags', () => {
    expect(titlesAt(site, 'tags/news')).toEqual({ kind: 'redirect', path: 'categories/news' })
    expect(titlesAt(site, 'tags/secret')).toEqual({ kind: 'missing' })
  })

  it('change the version of lists and pages with the name of a person', () => {
    const records = [post('Low', 'News')]
    const renamed = create(records, { users: { [idOf('Ann')]: 'Ann Wu' } }).site
    for (const id of ['lists', idOf('Low')])
      expect(renamed.version(id, PUBLIC), id).not.toBe(create(records).site.version(id, PUBLIC))
  })
})

test('a category may be named like a route or a number', () => {
  const names = ['api', 'Sitemap.xml', '2', 'feed.xml', '..', 'categories']
  const { site } = create(names.map((name) => post(`Post in ${name}`, name)))
  const paths = [...site.terms('categories', PUBLIC).keys()]
  expect(paths).toHaveLength(names.length)
  for (const path of paths) expect(path).not.toMatch(/[./]/)
  expect(titlesAt(site, 'categories/api')).toEqual(['Post in api'])
  expect(titlesAt(site, 'categories/2')).toEqual(['Post in 2'])
})

test('a page keeps the path of a list that came later, and is reported', () => {
  const { site, findings } = create([post('Categories', 'News'), post('Tides', 'News', { Slug: 'authors/ann-lee' })])
  expect(site.resolve('categories', PUBLIC)).toMatchObject({ kind: 'page', page: { title: 'Categories' } })
  expect(titlesAt(site, 'categories/news')).toHaveLength(2)
  expect(findings.filter(({ kind }) => kind === 'hides-list')).toEqual([
    { kind: 'hides-list', page: idOf('Categories') },
  ])
  expect(site.resolve('authors/ann-lee', PUBLIC).kind).toBe('page')
})

test('a value of `Posts` that is neither yes nor no is reported on any page, and other values on the root page only', () => {
  const look = { posts: 'maybe', accent: 'red' }
  const input = buildInput([page('Root', undefined, { look }), page('Below', 'Root', { look })])
  const found = findFindings(input, buildSite(input, SETTINGS), [], SETTINGS)
  expect(found.flatMap((each) => (each.kind === 'wrong-look' ? [[each.what, each.page]] : []))).toEqual([
    ['accent', idOf('Root')],
    ['posts', idOf('Root')],
    ['posts', idOf('Below')],
  ])
})
