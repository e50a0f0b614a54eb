import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { pageId } from '@/cli/sample/ids'
import { readEnv } from '@/lib/env'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { getRowAccess, PUBLIC } from '@/lib/site/access'
import { findBlogProperties, parseRowType, readBlogRow } from '@/lib/site/blog'
import { toPathHere } from '@/lib/site/former-addresses'
import { buildSite } from '@/lib/site/prepare/build-site'
import type { Finding } from '@/lib/site/prepare/lint'
import { prepareSite, readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { readRowFacts } from '@/lib/site/row-facts'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { writeBlogWorkspace } from '../../support/blog-workspace'
import { buildInput, SETTINGS } from '../../support/build-input'
import { SECRET } from '../../support/closed-workspace'
import { collection, date, idOf, page, row } from '../../support/records'
import { newFolder } from '../../support/site'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const DOCUMENTED = readFileSync('docs/blogs.md', 'utf8')
/** The quoted words of a column, by the first cell of the row, of the table under a heading. */
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

describe('a blog database', () => {
  const type = select('Post', 'Page', 'Menu')
  const status = select('Published', 'Draft')
  const isBlog = (schema: Parameters<typeof collection>[2]) =>
    findBlogProperties(collection('rows', 'root', schema)) !== undefined

  it('has a type that distinguishes posts, a status, and one property more', () => {
    expect(isBlog({ type, status, slug: {} })).toBe(true)
    expect(isBlog({ ' Type ': type, STATUS: { ...status, type: 'status' }, Summary: {} })).toBe(true)
    expect(isBlog({ type, slug: {} })).toBe(false)
    expect(isBlog({ type, status })).toBe(false)
    expect(isBlog({ type: { type: 'text' }, status, slug: {} })).toBe(false)
    // Many databases have a type.
    expect(isBlog({ type: select('Post', 'Video'), status, slug: {} })).toBe(false)
    expect(isBlog({ type: select('Menu', 'Page'), status, slug: {} })).toBe(false)
  })

  const blog = collection('rows', 'root', { type, status, slug: {}, Access: { type: 'select' } })
  const access = (values: Record<string, string>) =>
    getRowAccess(row('a', 'rows', { Access: 'Public', ...values }).block, blog, SETTINGS)

  it.each(['status', '状态'])('closes a row if one of two statuses does, also if %s is the first', (first) => {
    const names = first === 'status' ? ['status', '状态'] : ['状态', 'status']
    const both = collection('rows', 'root', {
      type,
      slug: {},
      ...Object.fromEntries(names.map((name) => [name, status])),
    })
    const accessOf = (one: string, other: string) =>
      getRowAccess(row('a', 'rows', { type: 'Post', status: one, 状态: other }).block, both, SETTINGS)
    expect(accessOf('Published', '已发布')).toEqual({ kind: 'public' })
    expect(accessOf('Published', 'Invisible')).toEqual({ kind: 'public', unlisted: 'self' })
    for (const [one, other] of [
      ['Published', 'Draft'],
      ['Draft', 'Published'],
      ['Invisible', '草稿'],
      ['', '已发布'],
    ] as const) {
      expect(accessOf(one, other).kind, `${one}, ${other}`).toBe('unpublished')
    }
  })

  it('publishes posts and pages that are published, and no other row', () => {
    for (const each of ['Post', ' page '])
      expect(access({ type: each, status: 'Published' })).toEqual({ kind: 'public' })
    for (const each of ['Menu', 'SubMenu', 'Notice', 'Config', 'Video', '']) {
      expect(access({ type: each, status: 'Published' }), each).toEqual({
        kind: 'unpublished',
        reason: { why: 'no-page', type: each },
      })
    }
    for (const each of ['Draft', 'Done', '']) {
      expect(access({ type: 'Post', status: each }), each).toEqual({
        kind: 'unpublished',
        reason: { why: 'status', status: each },
      })
    }
    expect(access({ type: 'Post', status: 'Invisible' })).toEqual({ kind: 'public', unlisted: 'self' })
    expect(access({ type: 'Post', status: 'Published', Access: 'Members' }).kind).toBe('members')
  })

  it('publishes nothing without an option that publishes, unlike other databases', () => {
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
    category: ['select', 'c', { tags: ['c'] }],
    tags: ['multi_select', 'd,e', { tags: ['d', 'e'] }],
    date: ['date', date('2025-01-01'), { published: Date.UTC(2025, 0, 1) }],
  }
  const properties = [...readTable('Properties')].flatMap(([what, names]) => names.map((name) => [name, what] as const))
  it.each(properties.filter(([, what]) => what in FACTS))('%s is the %s', (name, what) => {
    const [of = '', value = '', fact] = FACTS[what] ?? []
    const facts = readRowFacts(
      row('a', 'rows', { [name]: value }).block,
      collection('rows', 'root', { [name]: { type: of } }),
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

  it('are a category and tags together', () => {
    const both = collection('rows', 'root', { category: { type: 'select' }, tags: { type: 'multi_select' } })
    const facts = readRowFacts(row('a', 'rows', { category: 'News', tags: 'Sea,News' }).block, both, 'UTC')
    expect(facts.tags).toEqual(['Sea', 'News'])
  })
})

test('a menu row with a password, for members, or in a closed database is in no menu', () => {
  const schema = { type: select('Post', 'Menu'), status: select('Published'), slug: {}, Access: { type: 'select' } }
  const said = { type: 'Menu', status: 'Published', Access: 'Public' }
  const pages = (words: string) => [
    page('Root', undefined, { accessTable: { [idOf('rows')]: words } }),
    row('Archive', 'rows', { ...said, slug: 'https://example.com/' }),
    row('Locked', 'rows', { ...said, slug: 'https://example.com/' }, { block: { locked: 'a' } }),
    row('Members', 'rows', { ...said, slug: 'https://example.com/', Access: 'Members' }),
  ]
  const drafts = collection('Drafts', 'Root', { Status: select('Published', 'Draft') })
  const inDraft = [
    page('Root', undefined),
    row('Draft', 'Drafts', { Status: 'Draft' }),
    row('Archive', 'rows', { ...said, slug: 'https://example.com/' }),
  ]
  expect(buildSite(buildInput(inDraft, [drafts, collection('rows', 'Draft', schema)]), SETTINGS).menu).toEqual([])
  const menu = (words: string) =>
    buildSite(buildInput(pages(words), [collection('rows', 'Root', schema)]), { ...SETTINGS, signIn: true }).menu
  expect(menu('Public')).toEqual([{ title: 'Archive', address: 'https://example.com/' }])
  expect(menu('Members')).toEqual([])
})

test.each([
  ['article/tides', 'tides'],
  ['article/tides.html', 'tides'],
  ['post/a/b', 'a/b'],
  ['tides.html', 'tides'],
  ['tag', 'tags'],
  ['tag/Sea Side', 'tags/sea-side'],
  ['tag/sea/page/2', 'tags/sea'],
  ['category/News.html', 'tags/news'],
  ['page/2', ''],
  ['page/two', undefined],
  ['index.html', ''],
  ['tides', undefined],
  ['article', undefined],
])('what NotionNext has at %s is here at %s', (path, expected) => {
  expect(toPathHere(path)).toBe(expected)
})

describe.each(['en', 'zh-CN'] as const)('a workspace of NotionNext in %s', (language) => {
  let site: Site
  let findings: Finding[]
  const before = getRuntime().site
  beforeAll(async () => {
    const settings = {
      WORKSPACE_DIR: writeBlogWorkspace(language),
      STATE_DIR: newFolder('state'),
      SITE_SECRET: 'secret',
    }
    const env = readEnv(settings, '/')
    await prepareSite(env, Date.now())
    const store = openWorkingCopy(env)
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no index was saved')
    site = new Site(index)
    findings = await readSavedFindings(env)
    getRuntime().site = { store, site: Promise.resolve(site), last: site }
  })
  afterAll(() => {
    getRuntime().site = before
  })

  it('publishes posts and pages', () => {
    const kinds = Object.fromEntries(
      ['', 'low-water', 'high-water', 'about', 'quiet', 'locked', 'the-archive'].map((path) => [
        path,
        site.resolve(path, PUBLIC).kind,
      ]),
    )
    expect(kinds).toEqual({
      ...{ '': 'page', 'low-water': 'page', 'high-water': 'page', about: 'page', quiet: 'page' },
      ...{ locked: 'locked', 'the-archive': 'missing' },
    })
    expect(
      site
        .dated(PUBLIC)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['High water', 'Low water'])
    expect([...site.tags(PUBLIC).keys()].sort()).toEqual(['harbour-news', 'sea', 'tides'])
  })

  it('shows no draft, no password and no unlisted page on its home page', async () => {
    const home = site.page(site.index.root ?? '', PUBLIC)
    if (home === undefined) throw new Error('no home page')
    const view = JSON.stringify(await getPageView(site, home, PUBLIC))
    expect(view).toContain('Low water')
    expect(view).not.toMatch(new RegExp(`${SECRET}|quiet|locked`, 'i'))
  })

  it('has its menu as navigation, in which every link leads somewhere', () => {
    expect(site.navigation(PUBLIC)).toEqual([
      { path: '/archive', title: 'The archive' },
      { path: '/about', title: 'Who we are' },
      { path: '/tags/harbour-news', title: 'News' },
      { path: 'https://example.com/a?b=c', title: 'Elsewhere' },
      { path: '/unlock/locked', title: 'For friends' },
    ])
    expect(site.navigation({ signedIn: true, organizations: [] }).map(({ path }) => path)).toEqual([
      '/members/archive',
      '/members/about',
      '/members/tags/harbour-news',
      'https://example.com/a?b=c',
      '/unlock/locked',
    ])
  })

  it('redirects the addresses of NotionNext', () => {
    const moved = ['article/low-water', 'low-water.html', 'tag/Sea', 'category/Tides', 'archive.html', 'article/quiet']
    expect(moved.map((path) => site.resolve(path, PUBLIC))).toEqual(
      ['low-water', 'low-water', 'tags/sea', 'tags/tides', 'archive', 'quiet'].map((path) => ({
        kind: 'redirect',
        path,
      })),
    )
    expect(site.resolve('page/2', PUBLIC)).toEqual({ kind: 'redirect', path: '' })
    for (const path of ['article/nothing', 'tag/nothing', `article/${SECRET}-draft`])
      expect(site.resolve(path, PUBLIC).kind, path).toBe('missing')
    const other = new Site({ ...site.index, hasBlog: false })
    expect(other.resolve('article/low-water', PUBLIC).kind).toBe('missing')
  })

  it('names once what cannot be used', () => {
    const of = (kind: string) => findings.filter((finding) => finding.kind === kind)
    expect(of('unused-rows')).toHaveLength(1)
    expect(
      of('menu-target')
        .map(({ page }) => page)
        .sort(),
    ).toEqual(['nowhere', 'script', 'host', 'blank'].map((name) => pageId(`${SECRET} ${name}`)).sort())
    expect(of('wrong-access').map(({ page }) => page)).toEqual([pageId(`${SECRET} untyped`)])
  })
})
