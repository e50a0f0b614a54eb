import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { SitePage } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const rows = collection('Rows', 'Root', {
  Tags: { type: 'multi_select' },
  Date: { type: 'date' },
  Public: { type: 'checkbox' },
})
const createPost = (name: string, day: string, tags = '', isPublic = 'Yes', init = {}) =>
  row(name, 'Rows', { Tags: tags, Date: date(day), Public: isPublic }, init)

function createSite(records: ReturnType<typeof page>[]): Site {
  return new Site(buildSite(buildInput(records, [rows]), SETTINGS))
}

const root = page('Root', undefined, { children: ['A', 'B', 'C'].map(createId) })
const chapters = ['A', 'B', 'C'].map((name) => page(name, 'Root'))
const posts = [
  createPost('Third', '2022-01-01', 'web,type', 'Yes', { links: [createId('A')] }),
  createPost('First', '2020-01-01', 'web'),
  createPost('Second', '2021-01-01', 'type'),
  createPost('Fourth', '2023-01-01'),
]
const createDraft = (at: string) =>
  createPost('A secret', at, 'web,type', 'No', { links: [createId('A'), createId('Second')] })

/** Returns the titles of the neighbors of a page for the public. */
function getNeighbors(site: Site, title: string) {
  const found = site.index.pages.find((each) => each.title === title)
  if (found === undefined) throw new Error(`There is no page ${title}`)
  const { previous, next, related, backlinks } = site.neighbors(found, PUBLIC)
  const getTitles = (pages: { title: string }[]) => pages.map((each) => each.title)
  return [previous?.title, next?.title, getTitles(related), getTitles(backlinks)]
}

describe('Site.neighbors', () => {
  const site = createSite([root, ...chapters, ...posts])

  it('returns the pages before and after a page in its parent, and the pages that link to it', () => {
    expect(getNeighbors(site, 'A')).toEqual([undefined, 'B', [], ['Third']])
    expect(getNeighbors(site, 'B')).toEqual(['A', 'C', [], []])
    expect(getNeighbors(site, 'C')).toEqual(['B', undefined, [], []])
  })

  it('returns the posts before and after a post by date, and other posts with its tags, without duplicates', () => {
    expect(getNeighbors(site, 'First')).toEqual([undefined, 'Second', ['Third'], []])
    expect(getNeighbors(site, 'Second')).toEqual(['First', 'Third', [], []])
    expect(getNeighbors(site, 'Third')).toEqual(['Second', 'Fourth', ['First'], []])
  })

  it('follows depth-first order: a page, its subpages, then its sibling', () => {
    const nested = [
      page('Root', undefined, { children: ['A', 'B'].map(createId) }),
      page('A', 'Root', { children: ['A 1', 'A 2'].map(createId) }),
      page('A 1', 'A', { children: [createId('Deep')] }),
      page('Deep', 'A 1'),
      page('A 2', 'A'),
      page('B', 'Root'),
    ]
    const order = ['A', 'A 1', 'Deep', 'A 2', 'B']
    for (const [at, title] of order.entries())
      expect(getNeighbors(createSite(nested), title).slice(0, 2), title).toEqual([order[at - 1], order[at + 1]])
    expect(getNeighbors(createSite(nested), 'Root').slice(0, 2)).toEqual([undefined, undefined])
  })

  it('returns the subpages of a row before the next row', () => {
    const postsWithNotes = posts.map((each) =>
      each.block.properties.title?.[0]?.[0] === 'First' ? { ...each, children: [createId('Notes')] } : each,
    )
    const more = createSite([root, ...chapters, ...postsWithNotes, page('Notes', 'First')])
    expect(getNeighbors(more, 'Notes').slice(0, 2)).toEqual(['First', 'Second'])
    expect(getNeighbors(more, 'Second')[0]).toBe('Notes')
  })

  it('returns at most three related pages, and no parent as a backlink', () => {
    const tagged = Array.from({ length: 6 }, (_, at) => createPost(`Tagged ${at}`, `202${at}-01-01`, 'one'))
    const parent = { ...page('Parent', 'Root'), links: [createId('Child')] }
    const more = createSite([root, parent, page('Child', 'Parent'), ...tagged])
    expect(getNeighbors(more, 'Tagged 0')).toEqual([undefined, 'Tagged 1', ['Tagged 2', 'Tagged 3', 'Tagged 4'], []])
    expect(getNeighbors(more, 'Child').slice(2)).toEqual([[], []])
  })

  it('does not depend on pages that the viewer may not read', () => {
    const without = [...chapters, ...posts].map(({ id }) => [id, site.version(id, PUBLIC)])
    for (const day of ['2019-01-01', '2020-06-01', '2024-01-01']) {
      const more = createSite([root, ...chapters, ...posts, createDraft(day)])
      for (const { title } of site.index.pages) expect(getNeighbors(more, title)).toEqual(getNeighbors(site, title))
      expect(more.suggestions('/a-secret')).toEqual(site.suggestions('/a-secret'))
      expect([...more.terms('tags', PUBLIC).keys()]).toEqual([...site.terms('tags', PUBLIC).keys()])
      expect(more.dated(PUBLIC).map((each) => each.title)).toEqual(['Fourth', 'Third', 'Second', 'First'])
    }
    expect(without.every(([, version]) => version !== undefined)).toBe(true)
  })

  it('changes the version of a page that shows it', () => {
    const renamed = createSite([root, ...chapters, createPost('Zeroth', '2019-01-01'), ...posts])
    expect(renamed.version(createId('First'), PUBLIC)).not.toBe(site.version(createId('First'), PUBLIC))
    expect(renamed.version('lists', PUBLIC)).not.toBe(site.version('lists', PUBLIC))
  })
})

describe('lists of pages', () => {
  const many = Array.from({ length: 120 }, (_, at) => createPost(`Post ${at}`, '2020-01-01', 'Many Words'))
  const site = createSite([root, ...posts, ...many])
  const summarizeList = (path: string) => {
    const found = site.resolve(path, PUBLIC)
    if (found.kind !== 'list' || !('pages' in found.list)) return found.kind
    const { kind, number, partCount, pages } = found.list
    return [kind, number, partCount, pages.length]
  }

  it('are paginated, without a number in the path of the first page', () => {
    expect(summarizeList('tags/many-words')).toEqual(['term', 1, 3, 50])
    expect(summarizeList('tags/many-words/3')).toEqual(['term', 3, 3, 20])
    expect(summarizeList('archive/3')).toEqual(['archive', 3, 3, 24])
  })

  it('do not exist at other paths', () => {
    const none =
      'tags/none tags/many-words/1 tags/many-words/4 tags/many-words/02 tags/many-words/2/2 archive/x archive/-1 tag'
    for (const path of none.split(' ')) expect(summarizeList(path), path).toBe('missing')
  })

  it('redirect the name of a tag to its path', () => {
    expect(site.resolve('tags/Many Words', PUBLIC)).toEqual({ kind: 'redirect', path: 'tags/many-words' })
  })

  it('do not exist if no page has a tag or a date', () => {
    const bare = createSite([root, ...chapters])
    for (const path of ['tags', 'archive']) expect(bare.resolve(path, PUBLIC)).toEqual({ kind: 'missing' })
  })
})

describe('Site.suggestions', () => {
  const names = ['How a paragraph is set', 'The quiet parts', '中文排版的小规矩', 'Settings']
  const site = createSite([root, ...names.map((name) => page(name, 'Root'))])

  it.each([
    ['how-a-paragraf-is-set', ['How a paragraph is set']],
    ['blog/2020/the-quite-parts', ['The quiet parts']],
    ['setting', ['Settings']],
    ['中文排版的小规则', ['中文排版的小规矩']],
    ['wp-login', []],
    ['%E0%A4%A', []],
    ['', []],
  ])('%s', (path, expected) => {
    expect(site.suggestions(path).map(({ title }) => title)).toEqual(expected)
  })

  it('adds the parent to suggestions that share a title', () => {
    const guides = ['One', 'Two'].map((name) => page(`Guide ${name}`, 'Root'))
    const setups = ['One', 'Two'].map((name) =>
      page(`setup ${name}`, `Guide ${name}`, { block: { properties: { title: [['Setup of it']] } } }),
    )
    const twins = createSite([root, ...guides, ...setups])
    expect(twins.suggestions('setup-of-i').map(({ title, parent }) => [title, parent])).toEqual([
      ['Setup of it', 'Guide One'],
      ['Setup of it', 'Guide Two'],
    ])
    expect(site.suggestions('setting')[0]).not.toHaveProperty('parent')
  })
})

it('the neighbors of a blog post are posts, and those of a page are pages', () => {
  const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
  const blog = collection('Blog', 'Root', {
    ...{ type: select('Post', 'Page'), status: select('Published'), date: { type: 'date' } },
  })
  const createRow = (name: string, type: string, day: string) =>
    row(name, 'Blog', { type, status: 'Published', date: date(day) })
  const rows = [
    createRow('Old', 'Post', '2020-01-01'),
    createRow('About', 'Page', '2020-02-01'),
    createRow('New', 'Post', '2020-03-01'),
    createRow('Links', 'Page', '2020-04-01'),
  ]
  const site = new Site(buildSite(buildInput([page('Root', undefined), ...rows], [blog]), SETTINGS))
  expect(getNeighbors(site, 'Old').slice(0, 2)).toEqual([undefined, 'New'])
  expect(getNeighbors(site, 'New').slice(0, 2)).toEqual(['Old', undefined])
  expect(getNeighbors(site, 'About').slice(0, 2)).toEqual([undefined, 'Links'])
})

describe('Site.neighbors for a post of a series', () => {
  const posts = collection('Posts', 'Root', {
    ...{ Summary: {}, Date: { type: 'date' }, Series: { type: 'select' }, Public: { type: 'checkbox' } },
  })
  const createRow = (name: string, day: string, Series = '', Public = 'Yes') =>
    row(name, 'Posts', { Date: date(day), Series, Public })
  const createBlogSite = (...rows: ReturnType<typeof row>[]) =>
    new Site(buildSite(buildInput([page('Root', undefined), ...rows], [posts]), SETTINGS))

  it('returns the posts of the series, oldest first', () => {
    const site = createBlogSite(
      createRow('One', '2020-01-01', 'Tides'),
      createRow('Other', '2020-02-01'),
      createRow('Draft', '2020-03-01', 'tides', 'No'),
      createRow('Three', '2020-05-01', 'tides'),
      createRow('Two', '2020-04-01', 'Tides'),
      createRow('Alone', '2020-06-01', 'Ebb'),
    )
    const neighbors = Object.fromEntries(
      site.index.pages.slice(1).map(({ title }) => [title, getNeighbors(site, title).slice(0, 2)]),
    )
    expect(neighbors).toMatchObject({
      One: [undefined, 'Two'],
      Two: ['One', 'Three'],
      Three: ['Two', undefined],
      // A series with one post is ignored.
      Alone: ['Three', undefined],
      Other: ['One', 'Two'],
    })
  })

  it('lists the posts of the series that the viewer may read by their parts, and then by date', () => {
    const numbered = collection('Posts', 'Root', {
      ...{ Summary: {}, Date: { type: 'date' }, Series: { type: 'select' }, Part: { type: 'number' } },
      Public: { type: 'checkbox' },
    })
    const create = (name: string, day: string, Part: string, Public = 'Yes') =>
      row(name, 'Posts', { Date: date(day), Series: 'Tides', Part, Public })
    const rows = [
      create('Old', '2020-01-01', ''),
      create('Two', '2020-02-01', '2'),
      create('Draft', '2020-02-02', '1.5', 'No'),
      create('One', '2020-03-01', '1'),
      create('New', '2020-04-01', 'many'),
    ]
    const site = new Site(buildSite(buildInput([page('Root', undefined), ...rows], [numbered]), SETTINGS))
    const one = site.index.pages.find(({ title }) => title === 'One') as SitePage
    expect(site.neighbors(one, PUBLIC).series.map(({ title }) => title)).toEqual(['One', 'Two', 'Old', 'New'])
    expect(getNeighbors(site, 'Two').slice(0, 2)).toEqual(['One', 'Old'])
  })

  it('lists at most 100 posts of a long series, itself among them', () => {
    const days = Array.from({ length: 150 }, (_, at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10))
    const site = createBlogSite(...days.map((day) => createRow(day, day, 'Tides')))
    for (const at of [0, 70, 149]) {
      const post = site.index.pages.find(({ title }) => title === days[at]) as SitePage
      const { series } = site.neighbors(post, PUBLIC)
      expect(series).toHaveLength(100)
      expect(series).toContain(post)
    }
  })

  it('ignores the series of a database whose rows are not posts', () => {
    const films = collection('Films', 'Root', { Date: { type: 'date' }, Series: { type: 'select' } })
    const createFilm = (name: string, day: string, Series = '') => row(name, 'Films', { Date: date(day), Series })
    const rows = [
      createFilm('One', '2020-01-01', 'Tides'),
      createFilm('Other', '2020-02-01'),
      createFilm('Two', '2020-03-01', 'Tides'),
    ]
    const site = new Site(buildSite(buildInput([page('Root', undefined), ...rows], [films]), SETTINGS))
    expect(getNeighbors(site, 'One')[1]).toBe('Other')
  })
})
