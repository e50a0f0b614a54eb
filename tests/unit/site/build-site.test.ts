import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite, NoRootError } from '@/lib/site/prepare/build-site'
import { NO_HISTORY, updateHistory } from '@/lib/site/prepare/history'
import type { BuildSettings } from '@/lib/site/prepare/site-access'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import type { Collection } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'
import { isCompleteRun } from '@/tests/support/complete'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const now = Date.UTC(2026, 0, 1)
const settings: BuildSettings = { ...SETTINGS, now }

function build(
  pages: PageRecord[],
  collections: Collection[] = [],
  root: string | undefined = 'Root',
  more: Partial<BuildSettings> = {},
): SiteIndex {
  return buildSite(buildInput(pages, collections, { root: root === '' ? undefined : createId(root) }), {
    ...settings,
    ...more,
  })
}

const listPublicPaths = (index: SiteIndex) =>
  index.pages.filter((each) => each.access.kind === 'public').map((each) => `/${each.path}`)
const findPage = (index: SiteIndex, name: string) => index.pages.find((each) => each.id === createId(name))
const resolve = (index: SiteIndex, path: string) => new Site(index).resolve(path, PUBLIC)

it.each([
  ['nothing', ''],
  ['spaces', ' \u00a0\n'],
  ['invisible characters', '\u200b\u3164\u00ad\u2800'],
])('a page whose title is %s gets the default title of the interface language', (_, title) => {
  const index = build(
    [page('Root', undefined), page('A', 'Root', { block: { properties: { title: [[title]] } } })],
    [],
    'Root',
    { untitled: '无标题' },
  )
  expect(findPage(index, 'A')?.title).toBe('无标题')
})

describe('the pages of the site', () => {
  it('are those whose parents lead to the root through blocks and collections', () => {
    const index = build(
      [
        page('Root', undefined, { holders: [createId('a column'), createId('a database')] }),
        page('In a column', 'a column'),
        page('Below', 'In a column'),
        row('A row', 'Rows'),
        page('Below a row', 'A row'),
        page('Elsewhere', undefined),
        page('Below elsewhere', 'Elsewhere'),
      ],
      [collection('Rows', 'a database', {})],
    )
    expect(listPublicPaths(index)).toEqual(['/', '/in-a-column', '/below', '/a-row', '/below-a-row'])
  })

  it('do not include pages that are only linked, mentioned or listed as children', () => {
    const stranger = page('Stranger', 'unknown block')
    const index = build([page('Root', undefined, { links: [stranger.id], children: [stranger.id] }), stranger])
    expect(listPublicPaths(index)).toEqual(['/'])
    expect(findPage(index, 'Root')?.children).toEqual([])
  })

  it('exclude trashed pages and the pages below them', () => {
    const index = build([
      page('Root', undefined),
      page('Trashed', 'Root', { block: { alive: false } }),
      page('Below', 'Trashed'),
    ])
    expect(listPublicPaths(index)).toEqual(['/'])
  })

  it('exclude pages whose parents form a cycle', () => {
    const index = build([page('Root', undefined), page('A', 'B'), page('B', 'A'), page('C', 'C')])
    expect(listPublicPaths(index)).toEqual(['/'])
  })

  it('are all below a single top-level page if no root is configured', () => {
    const index = build([page('Top', undefined), page('Below', 'Top')], [], '')
    expect(index.root).toBe(createId('Top'))
    expect(resolve(index, 'top')).toEqual({ kind: 'redirect', path: '' })
  })

  it('have a generated home page if there are several top-level pages and no root is configured', () => {
    const index = build([page('One', undefined), page('Two', 'not in the folder'), page('Below', 'Two')], [], '')
    expect(index.root).toBeNull()
    expect(listPublicPaths(index)).toEqual(['/one', '/two', '/below'])
    expect(index.navigation).toEqual([createId('One'), createId('Two')])
    expect(resolve(index, '')).toEqual({ kind: 'home' })
  })

  it('cannot be built without an existing root page', () => {
    expect(() => build([page('Root', undefined)], [], 'Missing')).toThrow(NoRootError)
    expect(() => build([page('A', 'A')], [], '')).toThrow(NoRootError)
  })
})

describe('access inherited from the root', () => {
  const status = { Status: { type: 'status', options: [{ id: '1', value: 'Published' }] } }

  it('hides all pages below a draft', () => {
    const index = build(
      [page('Root', undefined), row('Draft', 'Rows', { Status: 'Draft' }), page('Below', 'Draft')],
      [collection('Rows', 'Root', status)],
    )
    expect(listPublicPaths(index)).toEqual(['/'])
  })

  it('is read from the Access table of the root page for pages and whole databases', () => {
    const accessTable = { [createId('Team')]: 'Members', [createId('a database')]: 'Members', [createId('Odd')]: '' }
    const index = build(
      [
        page('Root', undefined, { accessTable, holders: [createId('a database')] }),
        page('Team', 'Root'),
        page('Below', 'Team'),
        page('Odd', 'Root'),
        page('Open', 'Root', { accessTable: { [createId('Open')]: 'Members' } }),
        row('A row', 'Rows'),
      ],
      [collection('Rows', 'a database', {})],
      'Root',
      { signIn: true },
    )
    expect(Object.fromEntries(index.pages.map((each) => [each.title, each.access.kind]))).toEqual({
      Root: 'public',
      Team: 'members',
      Below: 'members',
      Odd: 'unpublished',
      Open: 'public',
      'A row': 'members',
    })
    expect(index.collections[createId('Rows')]?.access.kind).toBe('members')
  })

  it('is the strictest of several rows of the Access table for one page', () => {
    const accessTable = {
      [createId('A')]: 'Public\n',
      [createId('B')]: 'acme\nbeta',
      [createId('C')]: 'Public\nMembers',
    }
    const pages = [page('Root', undefined, { accessTable }), ...['A', 'B', 'C'].map((name) => page(name, 'Root'))]
    const index = build(pages, [], 'Root', { signIn: true })
    expect(['A', 'B', 'C'].map((name) => findPage(index, name)?.access.kind)).toEqual([
      'unpublished',
      'unpublished',
      'members',
    ])
  })

  it('is inherited through many thousand nested pages', () => {
    const depth = isCompleteRun ? 20_000 : 12_000
    const pages = Array.from({ length: depth }, (_, index) =>
      page(`${index}`, index === 0 ? undefined : `${index - 1}`),
    )
    const index = build(pages, [], '0')
    expect(index.pages).toHaveLength(depth)
    const closed = build([page('0', undefined, { accessTable: { [createId('1')]: '' } }), ...pages.slice(1)], [], '0')
    expect(listPublicPaths(closed)).toEqual(['/'])
  })

  it('determines which viewers see the name of the site', () => {
    const createSite = (words: string) =>
      new Site(build([page('Root', undefined, { accessTable: { [createId('Root')]: words } }), page('A', 'Root')]))
    expect(createSite('Public').name(PUBLIC)).toBe('Root')
    expect(createSite('Members').name(PUBLIC)).toBeUndefined()
  })

  it('treats a page for members as unpublished without sign-in', () => {
    const pages = [page('Root', undefined, { accessTable: { [createId('Team')]: 'Members' } }), page('Team', 'Root')]
    expect(findPage(build(pages), 'Team')?.access.kind).toBe('unpublished')
    expect(findPage(build(pages, [], 'Root', { signIn: true }), 'Team')?.access.kind).toBe('members')
  })

  it('is due to change at the earliest publication time', () => {
    const rows = ['2026-03-01', '2026-02-01'].map((day) => row(day, 'Rows', { 'Publish at': date(day) }))
    const index = build(
      [page('Root', undefined), ...rows],
      [collection('Rows', 'Root', { 'Publish at': { type: 'date' } })],
    )
    expect(index.due).toBe(Date.UTC(2026, 1, 1))
  })
})

describe('paths', () => {
  const createdAt = (created: number) => ({ block: { created_time: created } })
  const rows = collection('Rows', 'Root', { Public: { type: 'checkbox' }, Slug: { type: 'text' } })

  it('assigns paths to public pages first, oldest first, regardless of unpublished pages', () => {
    const index = build(
      [
        page('Root', undefined),
        row('draft', 'Rows', { Slug: 'news' }, createdAt(1)),
        row('younger', 'Rows', { Slug: 'news', Public: 'Yes' }, createdAt(3)),
        row('older', 'Rows', { Slug: 'news', Public: 'Yes' }, createdAt(2)),
      ],
      [rows],
    )
    expect(findPage(index, 'older')?.path).toBe('news')
    expect(findPage(index, 'younger')?.path).toMatch(/^news-[0-9a-f]{8}$/)
    expect(findPage(index, 'draft')?.path).toMatch(/^news-[0-9a-f]{8}$/)
  })

  it('redirects from an id, a Notion URL and another spelling', () => {
    const index = build([page('Root', undefined), page('Über Uns', 'Root')])
    const hex = createId('Über Uns').replaceAll('-', '')
    const expected = { kind: 'redirect', path: 'über-uns' }
    for (const path of [createId('Über Uns'), hex, `Anything-${hex}`, 'Über-Uns', 'Über Uns']) {
      expect(resolve(index, path)).toEqual(expected)
    }
  })

  it('returns missing for unpublished pages in every spelling', () => {
    const index = build([page('Root', undefined), row('draft', 'Rows', { Slug: 'news' })], [rows])
    for (const path of ['news', createId('draft'), `News-${createId('draft').replaceAll('-', '')}`, 'NEWS']) {
      expect(resolve(index, path)).toEqual({ kind: 'missing' })
    }
  })

  it('redirects from the path before a rename, and returns gone after a deletion', () => {
    const rename = (title: string) => page('A', 'Root', { block: { properties: { title: [[title]] } } })
    let history = updateHistory(NO_HISTORY, build([page('Root', undefined), rename('First')]))
    const renamed = build([page('Root', undefined), rename('Second')])
    history = updateHistory(history, renamed)
    const addHistory = (index: SiteIndex) => ({ ...index, formerPaths: history.former, gone: history.gone })
    expect(resolve(addHistory(renamed), 'first')).toEqual({ kind: 'redirect', path: 'second' })

    const deleted = build([page('Root', undefined)])
    history = updateHistory(history, deleted)
    expect(resolve(addHistory(deleted), 'first')).toEqual({ kind: 'gone' })
    expect(resolve(addHistory(deleted), 'second')).toEqual({ kind: 'gone' })

    history = updateHistory(history, renamed)
    expect(resolve(addHistory(renamed), 'second').kind).toBe('page')
    expect(resolve(addHistory(renamed), 'first')).toEqual({ kind: 'redirect', path: 'second' })
  })

  it('returns missing, not gone, for a withdrawn page', () => {
    const published = build([page('Root', undefined), row('A', 'Rows', { Public: 'Yes' })], [rows])
    const withdrawn = build([page('Root', undefined), row('A', 'Rows', {})], [rows])
    const history = updateHistory(updateHistory(NO_HISTORY, published), withdrawn)
    expect(resolve({ ...withdrawn, formerPaths: history.former, gone: history.gone }, 'a')).toEqual({ kind: 'missing' })
  })

  it('returns unavailable for a page that cannot be read', () => {
    const index = build([page('Root', undefined), page('A', 'Root', { readable: false, hasStoredContent: false })])
    expect(resolve(index, 'a')).toEqual({ kind: 'unavailable' })
  })
})

describe('the navigation', () => {
  const children = Array.from({ length: 60 }, (_, index) => page(`Child ${index}`, 'Root'))
  const buildRenamed = (last: string) =>
    build([
      page('Root', undefined, { children: children.map(({ id }) => id) }),
      ...children.slice(0, -1),
      { ...page(last, 'Root'), id: createId('Child 59') },
    ])

  it('has at most 50 entries, and pages outside of it do not change the versions of others', () => {
    const [before, after] = [buildRenamed('Child 59'), buildRenamed('Renamed')]
    expect(new Site(before).navigation(PUBLIC)).toHaveLength(50)
    expect(findPage(after, 'Child 0')?.version).toBe(findPage(before, 'Child 0')?.version)
    expect(findPage(after, 'Root')?.version).not.toBe(findPage(before, 'Root')?.version)
  })
})

describe('the version of a page', () => {
  const getVersions = (pages: PageRecord[]) => new Map(build(pages).pages.map((each) => [each.title, each.version]))
  const createPages = () => [
    page('Root', undefined, { children: [createId('A'), createId('B')] }),
    page('A', 'Root', { links: [createId('B')] }),
    page('B', 'Root'),
    page('C', 'B'),
    page('D', 'C', { hash: 'own' }),
  ]

  it('changes with the page but not with pages that it does not show', () => {
    const changed = createPages().map((each) => (each.id === createId('D') ? { ...each, hash: 'other' } : each))
    const [before, after] = [getVersions(createPages()), getVersions(changed)]
    expect(after.get('D')).not.toBe(before.get('D'))
    expect(after.get('A')).toBe(before.get('A'))
  })

  it('changes when a page that it shows the title of is renamed', () => {
    const renamed = createPages().map((each) =>
      each.id === createId('C') ? page('C', 'B', { block: { properties: { title: [['New']] } } }) : each,
    )
    const [before, after] = [getVersions(createPages()), getVersions(renamed)]
    expect(after.get('D')).not.toBe(before.get('D'))
    expect(after.get('A')).toBe(before.get('A'))
  })
})
