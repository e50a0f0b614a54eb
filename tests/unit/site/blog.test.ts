import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { getRowAccess } from '@/lib/site/access'
import { findBlogProperties, parseRowType, readBlogRow } from '@/lib/site/blog'
import { buildSite } from '@/lib/site/prepare/build-site'
import { convertBlogPath } from '@/lib/site/resolve/find-page'
import { readRowFacts } from '@/lib/site/row-facts'
import { getTermSegment } from '@/lib/site/terms'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const DOCUMENTED = readFileSync('docs/blogs.md', 'utf8')
/** Returns the quoted words in the second column of the table under a heading, by the first cell of their row. */
function readTable(heading: string): Map<string, string[]> {
  const [, section = ''] = DOCUMENTED.split(`## ${heading}\n`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| [a-z]/.test(line))
  return new Map(
    lines.slice(1).map((line) => {
      const [, first = '', words = ''] = line.split('|')
      return [first.trim(), [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)]
    }),
  )
}

describe('blog databases', () => {
  const type = select('Post', 'page', 'SubMenu', 'Notice', 'Config', 'Menu', 'Video')
  const status = select('Published', '已发布', 'Invisible', 'Draft', '草稿', 'Done')
  const isBlogDatabase = (schema: Parameters<typeof collection>[2]) =>
    findBlogProperties(collection('rows', 'root', schema)) !== undefined

  it('are recognized by a type that distinguishes posts, a status and one more property', () => {
    expect(isBlogDatabase({ type, status, slug: {} })).toBe(true)
    expect(isBlogDatabase({ ' Type ': type, STATUS: { ...status, type: 'status' }, Summary: {} })).toBe(true)
    expect(isBlogDatabase({ type, slug: {} })).toBe(false)
    expect(isBlogDatabase({ type, status })).toBe(false)
    expect(isBlogDatabase({ type: { type: 'text' }, status, slug: {} })).toBe(false)
    // A type property alone is common in other databases.
    expect(isBlogDatabase({ type: select('Post', 'Video'), status, slug: {} })).toBe(false)
    expect(isBlogDatabase({ type: select('Menu', 'Page'), status, slug: {} })).toBe(false)
  })

  const blog = collection('rows', 'root', { type, status, slug: {}, Access: { type: 'select' } })
  const getAccess = (values: Record<string, string>) =>
    getRowAccess(row('a', 'rows', { Access: 'Public', ...values }).block, blog, SETTINGS)

  it.each(['status', '状态'])('hide a row if one of two statuses hides it, with %s as the first property', (first) => {
    const names = first === 'status' ? ['status', '状态'] : ['状态', 'status']
    const both = collection('rows', 'Root', {
      type,
      slug: {},
      ...Object.fromEntries(names.map((name) => [name, status])),
    })
    const getAccessByStatuses = (one: string, other: string) =>
      getRowAccess(row('a', 'rows', { type: 'Post', status: one, 状态: other }).block, both, SETTINGS)
    expect(getAccessByStatuses('Published', '已发布')).toEqual({ kind: 'public' })
    expect(getAccessByStatuses('Published', 'Invisible')).toEqual({ kind: 'public', unlisted: 'self' })
    for (const [one, other] of [
      ['Published', 'Draft'],
      ['Draft', 'Published'],
      ['Invisible', '草稿'],
      ['', '已发布'],
    ] as const) {
      expect(getAccessByStatuses(one, other).kind, `${one}, ${other}`).toBe('unpublished')
    }
  })

  it('publish only published posts and pages', () => {
    for (const each of ['Post', ' page '])
      expect(getAccess({ type: each, status: 'Published' })).toEqual({ kind: 'public' })
    for (const each of ['Menu', 'SubMenu', 'Notice', 'Config', 'Video', '']) {
      expect(getAccess({ type: each, status: 'Published' }), each).toEqual({
        kind: 'unpublished',
        reason: { why: 'no-page', type: each },
      })
    }
    for (const each of ['Draft', 'Done', '']) {
      expect(getAccess({ type: 'Post', status: each }), each).toEqual({
        kind: 'unpublished',
        reason: { why: 'status', status: each },
      })
    }
    expect(getAccess({ type: 'Post', status: 'Invisible' })).toEqual({ kind: 'public', unlisted: 'self' })
    expect(getAccess({ type: 'Post', status: 'Published', Access: 'Members' }).kind).toBe('members')
  })

  it('close rows whose type or status was deleted from the options', () => {
    expect(getAccess({ type: '文章', status: 'Published' }).kind).toBe('unpublished')
    expect(getAccess({ type: 'Post', status: '发布' }).kind).toBe('unpublished')
    expect(getAccess({ type: 'Post', status: '发布,Published' }).kind).toBe('unpublished')
  })

  it('publish nothing if no status option publishes, unlike other databases', () => {
    const schema = { status: select('Done'), slug: {} }
    const { block } = row('a', 'rows', { type: 'Post', status: 'Done' })
    expect(getRowAccess(block, collection('rows', 'root', { ...schema, type }), SETTINGS).kind).toBe('unpublished')
    expect(getRowAccess(block, collection('rows', 'root', schema), SETTINGS).kind).toBe('public')
  })
})

describe('the documented names and values', () => {
  it.each([...readTable('Types of rows')].flatMap(([type, values]) => values.map((value) => [value, type])))(
    '%s is a %s',
    (value, type) => expect(parseRowType(` ${value.toUpperCase()} `)).toBe(type),
  )

  const type = select('Post', 'Page')
  it.each([...readTable('Status')].flatMap(([kind, values]) => values.map((value) => [value, kind])))(
    'the status %s is %s',
    (value, kind) => {
      const blog = collection('rows', 'root', { type, status: select(value), slug: {} })
      expect(readBlogRow(row('a', 'rows', { type: 'Post', status: value }).block, blog)?.visibility).toBe(kind)
    },
  )

  const FACTS: Record<string, [type: string, value: string | ReturnType<typeof date>, fact: object]> = {
    slug: ['text', 'a', { slug: 'a' }],
    summary: ['text', 'b', { description: 'b' }],
    category: ['select', 'c', { categories: ['c'] }],
    author: ['text', 'Ann, Bo', { authors: ['Ann', 'Bo'] }],
    tags: ['multi_select', 'd,e', { tags: ['d', 'e'] }],
    pinned: ['checkbox', 'Yes', { isPinned: true }],
    series: ['select', 'f', { series: 'f' }],
    part: ['number', '2', { part: 2 }],
    date: ['date', date('2025-01-01'), { published: Date.UTC(2025, 0, 1) }],
  }
  const properties = [...readTable('Properties')].flatMap(([what, names]) => names.map((name) => [name, what] as const))
  it.each(properties.filter(([, what]) => what in FACTS))('%s is the %s', (name, what) => {
    const [propertyType = '', value = '', fact] = FACTS[what] ?? []
    const facts = readRowFacts(
      row('a', 'rows', { [name]: value }).block,
      collection('rows', 'root', { [name]: { type: propertyType } }),
      'UTC',
    )
    expect(facts).toMatchObject(fact ?? {})
  })
  it.each(properties.filter(([, what]) => what === 'type' || what === 'status'))(
    '%s is the %s of a row',
    (name, what) => {
      const names = { type: 'type', status: 'status', [what]: name }
      const schema = { [names.type]: type, [names.status]: select('Published'), slug: {} }
      expect(findBlogProperties(collection('rows', 'root', schema))).toEqual({
        type: names.type,
        statuses: [names.status],
      })
    },
  )

  it('treats the category as a tag in a database without posts', () => {
    const both = collection('rows', 'Root', { category: { type: 'select' }, tags: { type: 'multi_select' } })
    const site = buildSite(
      buildInput([page('Root', undefined), row('a', 'rows', { category: 'News', tags: 'Sea,News' })], [both]),
      SETTINGS,
    )
    expect(site.pages.map(({ tags, categories }) => [tags, categories])).toEqual([
      [[], undefined],
      [['Sea', 'News'], undefined],
    ])
  })
})

test('the menu omits rows that have a password, are for members or belong to a closed database', () => {
  const schema = { type: select('Post', 'Menu'), status: select('Published'), slug: {}, Access: { type: 'select' } }
  const values = { type: 'Menu', status: 'Published', Access: 'Public' }
  const createPages = (words: string) => [
    page('Root', undefined, { accessTable: { [createId('rows')]: words } }),
    row('Archive', 'rows', { ...values, slug: 'https://example.com/' }),
    row('Locked', 'rows', { ...values, slug: 'https://example.com/' }, { block: { locked: 'a' } }),
    row('Members', 'rows', { ...values, slug: 'https://example.com/', Access: 'Members' }),
  ]
  const drafts = collection('Drafts', 'Root', { Status: select('Published', 'Draft') })
  const draftPages = [
    page('Root', undefined),
    row('Draft', 'Drafts', { Status: 'Draft' }),
    row('Archive', 'rows', { ...values, slug: 'https://example.com/' }),
  ]
  expect(buildSite(buildInput(draftPages, [drafts, collection('rows', 'Draft', schema)]), SETTINGS).menu).toEqual([])
  const getMenu = (words: string) =>
    buildSite(buildInput(createPages(words), [collection('rows', 'Root', schema)]), { ...SETTINGS, signIn: true }).menu
  expect(getMenu('Public')).toEqual([{ title: 'Archive', address: 'https://example.com/' }])
  expect(getMenu('Members')).toEqual([])
  expect(getMenu('Unlisted')).toEqual([])
})

test.each([
  ['is scheduled', { 'Publish at': [['‣', [['d', { type: 'date', start_date: '2099-01-01' }]]]] }],
  ['is not ticked', { Public: 'No' }],
  ['has an unknown access', { Access: 'Everyone else' }],
  ['is unlisted', { Access: 'Unlisted' }],
  ['is a draft', { status: 'Draft' }],
])('the menu omits a row that %s', (_, properties) => {
  const schema = {
    ...{ type: select('Post', 'Menu'), status: select('Published', 'Draft'), slug: {}, Access: { type: 'select' } },
    ...{ Public: { type: 'checkbox' }, 'Publish at': { type: 'date' } },
  }
  const open = { type: 'Menu', status: 'Published', Access: 'Public', Public: 'Yes', slug: 'https://example.com/' }
  const getMenu = (more: object) =>
    buildSite(
      buildInput(
        [page('Root', undefined), row('Row', 'rows', { ...open, ...more })],
        [collection('rows', 'Root', schema)],
      ),
      SETTINGS,
    ).menu
  expect(getMenu({})).toHaveLength(1)
  expect(getMenu(properties)).toEqual([])
})

test.each([
  ['article/tides', 'tides'],
  ['article/tides.html', 'tides'],
  ['post/a/b', 'a/b'],
  ['tides.html', 'tides'],
  ['tag', 'tags'],
  ['tag/Sea Side', 'tags/sea-side'],
  ['tag/sea/page/2', 'tags/sea'],
  ['category/News.html', 'categories/news'],
  ['tag/UI/UX', `tags/${getTermSegment('UI/UX')}`],
  ['tag/UI/UX/page/2', `tags/${getTermSegment('UI/UX')}`],
  ['page/2', ''],
  ['page/two', undefined],
  ['index.html', ''],
  ['tides', undefined],
  ['article', undefined],
])('maps the NotionNext path %s to %s', (path, expected) => {
  expect(convertBlogPath(path)).toBe(expected)
})

test.each([
  ['zh-CN/article/tides', 'zh-CN/tides'],
  ['zh-cn/tag/Sea Side', 'zh-CN/tags/sea-side'],
  ['zh-CN/page/2', 'zh-CN/2'],
  ['zh-CN/page/9', 'zh-CN'],
  ['zh-CN/index.html', 'zh-CN'],
  ['zh-CN', undefined],
])('maps the NotionNext path %s of a language to %s', (path, expected) => {
  expect(convertBlogPath(path, ['zh-CN', 'zh-CN/2'], 'zh-CN')).toBe(expected)
})

test('ignores the extension .html of a slug', () => {
  const pages = [page('Root', undefined), row('Tides', 'rows', { Slug: 'low-water.html' })]
  const index = buildSite(buildInput(pages, [collection('rows', 'Root', { Slug: { type: 'text' } })]), SETTINGS)
  expect(index.pages.map(({ path }) => path)).toContain('low-water')
})
