import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { isPostDatabase } from '@/lib/site/blog'
import { type BuildInput, buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const POSTS = {
  Date: { type: 'date' },
  Summary: { type: 'text' },
  Tags: { type: 'multi_select' },
  Category: { type: 'select' },
  Author: { type: 'person' },
  Slug: { type: 'text' },
  Public: { type: 'checkbox' },
}
const [, TABLE = ''] = /has one of these names:\n\n((?:\|.*\n)+)/.exec(readFileSync('docs/blogs.md', 'utf8')) ?? []
const NAMES = [...TABLE.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

describe('isPostDatabase', () => {
  test.each(NAMES)('accepts the name %s', (name) => {
    expect(isPostDatabase(collection(` ${name.toUpperCase()} `, 'Root', POSTS))).toBe(true)
    expect(isPostDatabase(collection(`My ${name}`, 'Root', POSTS))).toBe(false)
  })

  it('requires a date and a summary', () => {
    expect(NAMES.length).toBeGreaterThan(8)
    const { Date: date, Summary: summary } = POSTS
    expect(isPostDatabase(collection('Posts', 'Root', { date, summary }))).toBe(true)
    expect(isPostDatabase(collection('Posts', 'Root', { date }))).toBe(false)
    expect(isPostDatabase(collection('Posts', 'Root', { summary }))).toBe(false)
  })

  const findHasPosts = (
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
  it('is overridden by a `Look` table on the page of the database or on its parent', () => {
    expect(findHasPosts('Notes', undefined)).toBe(false)
    expect(findHasPosts('Notes', 'Yes')).toBe(true)
    expect(findHasPosts('Notes', '是')).toBe(true)
    expect(findHasPosts('Posts', 'maybe')).toBe(true)
    expect(findHasPosts('Posts', 'no')).toBe(false)
    const database = page('Notes', 'Root', { block: { collection_id: createId('Notes') } })
    const below = page('Below', 'Root')
    expect(findHasPosts('Notes', 'yes', [database], 'Notes')).toBe(true)
    expect(findHasPosts('Notes', 'yes', [below], 'Below')).toBe(false)
    expect(findHasPosts('Notes', 'yes', [], 'Root', { Price: { type: 'number' } })).toBe(false)
  })
})

const mentionPeople = (...names: string[]): [string, [string, string][]][] =>
  names.map((name) => ['‣', [['u', createId(name)]]])
const createPost = (name: string, category: string, values: Parameters<typeof row>[2] = {}) =>
  row(name, 'Posts', { Category: category, Public: 'Yes', Author: mentionPeople('Ann'), ...values })

function create(records: PageRecord[], more: Partial<BuildInput> = {}) {
  const users = { [createId('Ann')]: 'Ann Lee', [createId('Bo')]: 'Bo' }
  const input = buildInput([page('Root', undefined), ...records], [collection('Posts', 'Root', POSTS)], {
    users,
    ...more,
  })
  const index = buildSite(input, SETTINGS)
  return { site: new Site(index), findings: findFindings(input, index, [], SETTINGS) }
}
const getTitles = (site: Site, path: string) => {
  const found = site.resolve(path, PUBLIC)
  return found.kind === 'list' && 'pages' in found.list ? found.list.pages.map(({ title }) => title) : found
}

describe('the lists by category and author', () => {
  const { site } = create([
    createPost('Low', 'News', { Author: [...mentionPeople('Ann'), [','], ...mentionPeople('Bo')] }),
    createPost('High', 'News', { Author: mentionPeople('Someone unknown') }),
    createPost('Draft', 'Secret', { Public: 'No', Author: mentionPeople('Bo') }),
  ])

  it('contain the pages that the viewer may read, and categories are not tags', () => {
    expect(getTitles(site, 'categories/news')).toEqual(expect.arrayContaining(['Low', 'High']))
    expect(getTitles(site, 'authors/ann-lee')).toEqual(['Low'])
    expect(getTitles(site, 'authors/bo')).toEqual(['Low'])
    expect([...site.terms('authors', PUBLIC).keys()]).toEqual(['ann-lee', 'bo'])
    for (const path of [
      'categories/secret',
      'tags',
      'categories/news/1',
      'categories/news/2',
      'authors/someone-unknown',
    ])
      expect(getTitles(site, path), path).toEqual({ kind: 'missing' })
  })

  it('redirect the former paths of categories, which were tags', () => {
    expect(getTitles(site, 'tags/news')).toEqual({ kind: 'redirect', path: 'categories/news' })
    expect(getTitles(site, 'tags/secret')).toEqual({ kind: 'missing' })
  })

  it('change version with the name of an author', () => {
    const records = [createPost('Low', 'News')]
    const renamed = create(records, { users: { [createId('Ann')]: 'Ann Wu' } }).site
    for (const id of ['lists', createId('Low')])
      expect(renamed.version(id, PUBLIC), id).not.toBe(create(records).site.version(id, PUBLIC))
  })
})

test('a category can have the name of a route or a number', () => {
  const names = ['api', 'Sitemap.xml', '2', 'feed.xml', '..', 'categories']
  const { site } = create(names.map((name) => createPost(`Post in ${name}`, name)))
  const paths = [...site.terms('categories', PUBLIC).keys()]
  expect(paths).toHaveLength(names.length)
  for (const path of paths) expect(path).not.toMatch(/[./]/)
  expect(getTitles(site, 'categories/api')).toEqual(['Post in api'])
  expect(getTitles(site, 'categories/2')).toEqual(['Post in 2'])
})

test('a page with the path of a list takes precedence and is reported', () => {
  const { site, findings } = create([
    createPost('Categories', 'News'),
    createPost('Tides', 'News', { Slug: 'authors/ann-lee' }),
  ])
  expect(site.resolve('categories', PUBLIC)).toMatchObject({ kind: 'page', page: { title: 'Categories' } })
  expect(getTitles(site, 'categories/news')).toHaveLength(2)
  expect(findings.filter(({ kind }) => kind === 'hides-list')).toEqual([
    { kind: 'hides-list', page: createId('Categories') },
  ])
  expect(site.resolve('authors/ann-lee', PUBLIC).kind).toBe('page')
})

test('an invalid value of `Posts` is reported on any page, other invalid values only on the root page', () => {
  const look = { posts: 'maybe', accent: 'red' }
  const input = buildInput([page('Root', undefined, { look }), page('Below', 'Root', { look })])
  const found = findFindings(input, buildSite(input, SETTINGS), [], SETTINGS)
  expect(found.flatMap((each) => (each.kind === 'wrong-look' ? [[each.what, each.page]] : []))).toEqual([
    ['accent', createId('Root')],
    ['posts', createId('Root')],
    ['posts', createId('Below')],
  ])
})
