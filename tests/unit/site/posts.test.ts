import { describe, expect, it } from 'vitest'
import { getFeedPages } from '@/lib/formats/feeds'
import { PUBLIC } from '@/lib/site/access'
import { collectNewestPosts, hasPostList } from '@/lib/site/lists'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { RichText } from '@/lib/workspace/record-map'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const STATUS = select('Published', 'Draft', 'Invisible')
const blog = collection('Rows', 'Root', {
  type: select('Post', 'Page'),
  status: STATUS,
  slug: {},
  date: { type: 'date' },
})
const createPost = (name: string, values: Record<string, string | RichText> = {}) =>
  row(name, 'Rows', { type: 'Post', status: 'Published', date: date('2025-01-01'), ...values })
const firstDatabase = { block: createId('Block'), collection: createId('Rows'), layout: 'table', properties: [] }
const root = page('Root', undefined, { collections: [createId('Rows')], firstDatabase })

function createSite(records: ReturnType<typeof page>[], formerPaths: Record<string, string> = {}): Site {
  const index = buildSite(buildInput([root, ...records], [blog]), SETTINGS)
  return new Site({ ...index, formerPaths: { ...index.formerPaths, ...formerPaths } })
}

const many = Array.from({ length: 40 }, (_, at) => createPost(`Post ${at}`))

describe('the pages of a list of posts', () => {
  it('are numbered, and former NotionNext paths redirect to them', () => {
    const site = createSite(many)
    expect(site.posts(PUBLIC).paths).toEqual(['', '2', '3', '4'])
    const found = site.resolve('4', PUBLIC)
    expect(found.kind === 'list' && found.list.kind === 'posts' && found.list.pages.length).toBe(4)
    for (const path of ['1', '5', '2/2', '02', 'x/2']) expect(site.resolve(path, PUBLIC).kind, path).toBe('missing')
    const moved = { 'page/1': '', 'page/2': '2', 'page/2.html': '2', 'page/9': '' }
    for (const [from, to] of Object.entries(moved))
      expect(site.resolve(from, PUBLIC), from).toEqual({ kind: 'redirect', path: to })
  })

  it('skip numbers that are paths or former paths of pages, so that no post is missing', () => {
    const site = createSite([...many, createPost('2'), createPost('Moved')], { '3': createId('Moved') })
    const { pages, paths } = site.posts(PUBLIC)
    expect(paths).toEqual(['', '4', '5', '6'])
    const later = paths.slice(1).flatMap((path) => {
      const found = site.resolve(path, PUBLIC)
      return found.kind === 'list' && found.list.kind === 'posts' ? found.list.pages : []
    })
    expect(later).toEqual(pages.slice(12))
    expect(site.resolve('page/2', PUBLIC)).toEqual({ kind: 'redirect', path: '4' })
  })

  it('list a post with a password unless it is unlisted', () => {
    const locked = { block: { locked: 'a'.repeat(64) } }
    const values = { type: 'Post', date: date('2025-01-01') }
    const records = [
      root,
      row('Diary', 'Rows', { ...values, status: 'Published' }, locked),
      row('Hidden', 'Rows', { ...values, status: 'Invisible' }, locked),
    ]
    const site = new Site(buildSite(buildInput(records, [blog]), { ...SETTINGS, asksForPasswords: true }))
    expect(site.posts(PUBLIC).pages.map(({ title }) => title)).toEqual(['Diary'])
  })

  it('do not reveal a draft with the path of a list page', () => {
    const site = createSite([...many, createPost('2', { status: 'Draft' })])
    expect(site.posts(PUBLIC).paths).toEqual(['', '2', '3', '4'])
  })

  it('are missing for viewers who may not read the home page or the database', () => {
    for (const closed of ['Root', 'Rows']) {
      const records = [{ ...root, accessTable: { [createId(closed)]: 'Members' } }, ...many]
      const site = new Site(buildSite(buildInput(records, [blog]), { ...SETTINGS, signIn: true }))
      expect(site.resolve('2', PUBLIC).kind, closed).toBe('missing')
      expect(site.resolve('2', { signedIn: true, organizations: [] }).kind, closed).toBe('list')
    }
  })

  it('change version when a post without tags and date changes', () => {
    const getVersion = (words: number) => {
      const undated = row('Undated', 'Rows', { type: 'Post', status: 'Published' }, { words })
      return createSite([undated]).version(createId('Root'), PUBLIC)
    }
    expect(getVersion(1)).not.toBe(getVersion(1000))
  })
})

describe('a list of posts of another language', () => {
  const languages = [
    { tag: 'en', page: createId('Root') },
    { tag: 'zh-CN', page: createId('中文') },
  ]
  const first = page('Root', undefined, { languages })
  const chinese = { ...root, id: createId('中文'), block: { ...root.block, id: createId('中文') } }
  const rows = { ...blog, parent_id: createId('中文') }

  function createChineseSite(records: ReturnType<typeof page>[]): Site {
    return new Site(buildSite(buildInput([first, chinese, ...records], [rows]), SETTINGS))
  }

  it('has its pages below the tag of its language, and other languages have none', () => {
    const site = createChineseSite(many)
    const own = site.forLanguage('zh-CN')
    expect(own.posts(PUBLIC).paths).toEqual(['zh-CN', 'zh-CN/2', 'zh-CN/3', 'zh-CN/4'])
    const found = site.resolve('zh-CN/4', PUBLIC)
    expect(found.kind === 'list' && found.list.kind === 'posts' && found.list.pages.length).toBe(4)
    expect(site.resolve('2', PUBLIC).kind).toBe('missing')
    expect([hasPostList(own.index), hasPostList(site.forLanguage('en').index)]).toEqual([true, false])
  })

  it('has its pages below the tag even if another page has the path of its home page', () => {
    const site = createChineseSite([...many, page('zh-cn', 'Root')])
    const { paths } = site.forLanguage('zh-CN').posts(PUBLIC)
    expect(paths.slice(1)).toEqual(['zh-CN/2', 'zh-CN/3', 'zh-CN/4'])
    expect(site.resolve('zh-CN/2', PUBLIC).kind).toBe('list')
  })

  it('changes the version of its home page when a post without tags and date changes', () => {
    const getVersion = (words: number) => {
      const undated = row('Undated', 'Rows', { type: 'Post', status: 'Published' }, { words })
      return createChineseSite([undated]).version(createId('中文'), PUBLIC)
    }
    expect(getVersion(1)).not.toBe(getVersion(1000))
  })
})

describe('a site without a list of posts', () => {
  it('has no list pages', () => {
    const plain = collection('Rows', 'Root', { date: { type: 'date' } })
    const index = buildSite(buildInput([root, ...many], [plain]), SETTINGS)
    expect(index.postList).toBeNull()
    expect(new Site(index).posts(PUBLIC)).toEqual({ pages: [], paths: [] })
    expect(new Site(index).resolve('2', PUBLIC).kind).toBe('missing')
  })
})

describe('the newest posts, for a component that draws the home page', () => {
  const listNewest = (records: ReturnType<typeof page>[], collections = [blog]) => {
    const index = buildSite(buildInput([page('Root', undefined), ...records], collections), SETTINGS)
    expect(hasPostList(index)).toBe(false)
    return collectNewestPosts(index, PUBLIC).map(({ title }) => title)
  }

  it('are those of all databases of posts, wherever these are', () => {
    const posts = Array.from({ length: 14 }, (_, at) =>
      createPost(`Post ${at}`, { date: date(`2025-01-${String(at + 1).padStart(2, '0')}`) }),
    )
    const newest = listNewest([...posts, createPost('Draft', { status: 'Draft', date: date('2026-01-01') })])
    expect(newest).toEqual(Array.from({ length: 12 }, (_, at) => `Post ${13 - at}`))
  })

  it('are pages with a date on a site without posts, and none on a site without dates', () => {
    const log = collection('Rows', 'Root', { Date: { type: 'date' } })
    const dated = ['2025-01-01', '2025-02-01'].map((day) => row(day, 'Rows', { Date: date(day) }))
    expect(listNewest([...dated, row('Undated', 'Rows')], [log])).toEqual(['2025-02-01', '2025-01-01'])
    expect(listNewest([row('Undated', 'Rows')], [log])).toEqual([])
  })
})

describe('the order of a list of posts', () => {
  const NAMES = ['Old', 'New', 'Middle']
  const dates: Record<string, string> = { Old: '2023-01-01', Middle: '2024-01-01', New: '2025-01-01' }
  const create = (name: string, created: number, edited = 1, tags = '') => {
    const values = { type: 'Post', status: 'Published', date: date(dates[name] ?? ''), tags }
    return row(name, 'Rows', values, { block: { created_time: created, last_edited_time: edited } })
  }
  const tagged = collection('Rows', 'Root', { ...blog.schema, tags: { type: 'multi_select' } })
  const plain = collection('Rows', 'Root', { date: { type: 'date' }, Summary: {} })
  const rows = NAMES.map(createId)

  function list(first: object, look = {}, posts = NAMES.map((name, at) => create(name, at)), database = tagged) {
    const home = { ...root, firstDatabase: { ...firstDatabase, rows, ...first }, look }
    const index = buildSite(buildInput([home, ...posts], [database]), SETTINGS)
    return { titles: new Site(index).posts(PUBLIC).pages.map(({ title }) => title), index }
  }

  it('is by date if the view has the order in which its rows were created', () => {
    expect(list({}).titles).toEqual(['New', 'Middle', 'Old'])
    expect(list({ rows: undefined, isSorted: true }).titles).toEqual(['New', 'Middle', 'Old'])
  })

  it('is that of the first view of a blog database if the view sorts or moved its rows', () => {
    expect(list({ isSorted: true }).titles).toEqual(NAMES)
    const moved = NAMES.map((name, at) => create(name, 9 - at))
    expect(list({}, {}, moved).titles).toEqual(NAMES)
    // A row that the view does not show follows the others.
    expect(list({ isSorted: true, rows: rows.slice(1) }).titles).toEqual(['New', 'Middle', 'Old'])
    expect(list({ isSorted: true }, { postOrder: 'date' }).titles).toEqual(['New', 'Middle', 'Old'])
  })

  it('of another database is that of the view only if the Look table says so', () => {
    const sorted = { isSorted: true }
    const marked = { posts: 'yes' }
    expect(list(sorted, marked, undefined, plain).titles).toEqual(['New', 'Middle', 'Old'])
    expect(list(sorted, { ...marked, postOrder: 'view' }, undefined, plain).titles).toEqual(NAMES)
  })

  it('begins with the posts of the pinned tag, those that were edited last before others', () => {
    const posts = [create('Old', 0, 5, 'Top'), create('New', 1, 9), create('Middle', 2, 7, 'Top,Sea')]
    expect(list({ isSorted: true }, { pinnedTag: 'Top' }, posts).titles).toEqual(['Middle', 'Old', 'New'])
    expect(list({ isSorted: true }, { pinnedTag: 'Other' }, posts).titles).toEqual(NAMES)
  })

  it('changes the version of the lists, and feeds stay by date', () => {
    const [view, dated] = [list({ isSorted: true }), list({})]
    expect(view.index.listsVersion).not.toBe(dated.index.listsVersion)
    expect(getFeedPages(view.index, PUBLIC, Date.UTC(2026, 0)).map(({ title }) => title)).toEqual([
      'New',
      'Middle',
      'Old',
    ])
  })
})
