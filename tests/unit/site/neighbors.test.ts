import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, date, idOf, page, row } from '../../support/records'

const rows = collection('Rows', 'Root', {
  Tags: { type: 'multi_select' },
  Date: { type: 'date' },
  Public: { type: 'checkbox' },
})
const post = (name: string, day: string, tags = '', isPublic = 'Yes', init = {}) =>
  row(name, 'Rows', { Tags: tags, Date: date(day), Public: isPublic }, init)

function siteOf(records: ReturnType<typeof page>[]): Site {
  return new Site(buildSite(buildInput(records, [rows]), SETTINGS))
}

const root = page('Root', undefined, { children: ['A', 'B', 'C'].map(idOf) })
const chapters = ['A', 'B', 'C'].map((name) => page(name, 'Root'))
const posts = [
  post('Third', '2022-01-01', 'web,type', 'Yes', { links: [idOf('A')] }),
  post('First', '2020-01-01', 'web'),
  post('Second', '2021-01-01', 'type'),
  post('Fourth', '2023-01-01'),
]
const draft = (at: string) => post('A secret', at, 'web,type', 'No', { links: [idOf('A'), idOf('Second')] })

/** What is around a page for everybody, by title. */
function around(site: Site, title: string) {
  const found = site.index.pages.find((each) => each.title === title)
  if (found === undefined) throw new Error(`There is no page ${title}`)
  const { previous, next, related, backlinks } = site.around(found, PUBLIC)
  const titles = (pages: { title: string }[]) => pages.map((each) => each.title)
  return [previous?.title, next?.title, titles(related), titles(backlinks)]
}

describe('around a page', () => {
  const site = siteOf([root, ...chapters, ...posts])

  it('are those before and after it in its parent, and those that link to it', () => {
    expect(around(site, 'A')).toEqual([undefined, 'B', [], ['Third']])
    expect(around(site, 'B')).toEqual(['A', 'C', [], []])
    expect(around(site, 'C')).toEqual(['B', undefined, [], []])
  })

  it('are those that came out before and after it, and others with its tags, each once', () => {
    expect(around(site, 'First')).toEqual([undefined, 'Second', ['Third'], []])
    expect(around(site, 'Second')).toEqual(['First', 'Third', [], []])
    expect(around(site, 'Third')).toEqual(['Second', 'Fourth', ['First'], []])
  })

  it('are in depth-first order: a page is followed by its subpages, then by its sibling', () => {
    const nested = [
      page('Root', undefined, { children: ['A', 'B'].map(idOf) }),
      page('A', 'Root', { children: ['A 1', 'A 2'].map(idOf) }),
      page('A 1', 'A', { children: [idOf('Deep')] }),
      page('Deep', 'A 1'),
      page('A 2', 'A'),
      page('B', 'Root'),
    ]
    const order = ['A', 'A 1', 'Deep', 'A 2', 'B']
    for (const [at, title] of order.entries())
      expect(around(siteOf(nested), title).slice(0, 2), title).toEqual([order[at - 1], order[at + 1]])
    expect(around(siteOf(nested), 'Root').slice(0, 2)).toEqual([undefined, undefined])
  })

  it('are the subpages of a row before the next row', () => {
    const withNotes = posts.map((each) =>
      each.block.properties.title?.[0]?.[0] === 'First' ? { ...each, children: [idOf('Notes')] } : each,
    )
    const more = siteOf([root, ...chapters, ...withNotes, page('Notes', 'First')])
    expect(around(more, 'Notes').slice(0, 2)).toEqual(['First', 'Second'])
    expect(around(more, 'Second')[0]).toBe('Notes')
  })

  it('names three related pages, and no parent as a backlink', () => {
    const tagged = Array.from({ length: 6 }, (_, at) => post(`Tagged ${at}`, `202${at}-01-01`, 'one'))
    const parent = { ...page('Parent', 'Root'), links: [idOf('Child')] }
    const more = siteOf([root, parent, page('Child', 'Parent'), ...tagged])
    expect(around(more, 'Tagged 0')).toEqual([undefined, 'Tagged 1', ['Tagged 2', 'Tagged 3', 'Tagged 4'], []])
    expect(around(more, 'Child').slice(2)).toEqual([[], []])
  })

  it('is nothing that the viewer may not read, nor any trace of it', () => {
    const without = [...chapters, ...posts].map(({ id }) => [id, site.version(id, PUBLIC)])
    for (const day of ['2019-01-01', '2020-06-01', '2024-01-01']) {
      const more = siteOf([root, ...chapters, ...posts, draft(day)])
      for (const { title } of site.index.pages) expect(around(more, title)).toEqual(around(site, title))
      expect(more.near('/a-secret')).toEqual(site.near('/a-secret'))
      expect([...more.terms('tags', PUBLIC).keys()]).toEqual([...site.terms('tags', PUBLIC).keys()])
      expect(more.dated(PUBLIC).map((each) => each.title)).toEqual(['Fourth', 'Third', 'Second', 'First'])
    }
    expect(without.every(([, version]) => version !== undefined)).toBe(true)
  })

  it('changes the version of a page that shows it', () => {
    const renamed = siteOf([root, ...chapters, post('Zeroth', '2019-01-01'), ...posts])
    expect(renamed.version(idOf('First'), PUBLIC)).not.toBe(site.version(idOf('First'), PUBLIC))
    expect(renamed.version('lists', PUBLIC)).not.toBe(site.version('lists', PUBLIC))
  })
})

describe('the lists of pages', () => {
  const many = Array.from({ length: 120 }, (_, at) => post(`Post ${at}`, '2020-01-01', 'Many Words'))
  const site = siteOf([root, ...posts, ...many])
  const shown = (path: string) => {
    const found = site.resolve(path, PUBLIC)
    if (found.kind !== 'list' || !('pages' in found.list)) return found.kind
    const { kind, number, numbers, pages } = found.list
    return [kind, number, numbers, pages.length]
  }

  it('are cut into parts of which the first has no number', () => {
    expect(shown('tags/many-words')).toEqual(['term', 1, 3, 50])
    expect(shown('tags/many-words/3')).toEqual(['term', 3, 3, 20])
    expect(shown('archive/3')).toEqual(['archive', 3, 3, 24])
  })

  it('are not there for anything else', () => {
    const none =
      'tags/none tags/many-words/1 tags/many-words/4 tags/many-words/02 tags/many-words/2/2 archive/x archive/-1 tag'
    for (const path of none.split(' ')) expect(shown(path), path).toBe('missing')
  })

  it('are found by a tag as it is written', () => {
    expect(site.resolve('tags/Many Words', PUBLIC)).toEqual({ kind: 'redirect', path: 'tags/many-words' })
  })

  it('are not there where nothing has a tag or a date', () => {
    const bare = siteOf([root, ...chapters])
    for (const path of ['tags', 'archive']) expect(bare.resolve(path, PUBLIC)).toEqual({ kind: 'missing' })
  })
})

describe('pages near a path that does not exist', () => {
  const names = ['How a paragraph is set', 'The quiet parts', '中文排版的小规矩', 'Settings']
  const site = siteOf([root, ...names.map((name) => page(name, 'Root'))])

  it.each([
    ['how-a-paragraf-is-set', ['How a paragraph is set']],
    ['blog/2020/the-quite-parts', ['The quiet parts']],
    ['setting', ['Settings']],
    ['中文排版的小规则', ['中文排版的小规矩']],
    ['wp-login', []],
    ['%E0%A4%A', []],
    ['', []],
  ])('%s', (path, expected) => {
    expect(site.near(path).map(({ title }) => title)).toEqual(expected)
  })

  it('names the page above where suggestions share a title, if everybody may read it', () => {
    const guides = ['One', 'Two'].map((name) => page(`Guide ${name}`, 'Root'))
    const setups = ['One', 'Two'].map((name) =>
      page(`setup ${name}`, `Guide ${name}`, { block: { properties: { title: [['Setup of it']] } } }),
    )
    const twins = siteOf([root, ...guides, ...setups])
    expect(twins.near('setup-of-i').map(({ title, parent }) => [title, parent])).toEqual([
      ['Setup of it', 'Guide One'],
      ['Setup of it', 'Guide Two'],
    ])
    expect(site.near('setting')[0]).not.toHaveProperty('parent')
  })
})

it('the posts of a blog lead to posts, and its pages to pages', () => {
  const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
  const blog = collection('Blog', 'Root', {
    ...{ type: select('Post', 'Page'), status: select('Published'), date: { type: 'date' } },
  })
  const make = (name: string, type: string, day: string) =>
    row(name, 'Blog', { type, status: 'Published', date: date(day) })
  const rows = [
    make('Old', 'Post', '2020-01-01'),
    make('About', 'Page', '2020-02-01'),
    make('New', 'Post', '2020-03-01'),
    make('Links', 'Page', '2020-04-01'),
  ]
  const site = new Site(buildSite(buildInput([page('Root', undefined), ...rows], [blog]), SETTINGS))
  expect(around(site, 'Old').slice(0, 2)).toEqual([undefined, 'New'])
  expect(around(site, 'New').slice(0, 2)).toEqual(['Old', undefined])
  expect(around(site, 'About').slice(0, 2)).toEqual([undefined, 'Links'])
})

describe('around a post of a series', () => {
  const posts = collection('Posts', 'Root', {
    ...{ Summary: {}, Date: { type: 'date' }, Series: { type: 'select' }, Public: { type: 'checkbox' } },
  })
  const make = (name: string, day: string, Series = '', Public = 'Yes') =>
    row(name, 'Posts', { Date: date(day), Series, Public })
  const siteWith = (...rows: ReturnType<typeof row>[]) =>
    new Site(buildSite(buildInput([page('Root', undefined), ...rows], [posts]), SETTINGS))

  it('are the posts of the series, oldest first', () => {
    const site = siteWith(
      make('One', '2020-01-01', 'Tides'),
      make('Other', '2020-02-01'),
      make('Draft', '2020-03-01', 'tides', 'No'),
      make('Three', '2020-05-01', 'tides'),
      make('Two', '2020-04-01', 'Tides'),
      make('Alone', '2020-06-01', 'Ebb'),
    )
    const turns = Object.fromEntries(
      site.index.pages.slice(1).map(({ title }) => [title, around(site, title).slice(0, 2)]),
    )
    expect(turns).toMatchObject({
      One: [undefined, 'Two'],
      Two: ['One', 'Three'],
      Three: ['Two', undefined],
      // A series of one post is none.
      Alone: ['Three', undefined],
      Other: ['One', 'Two'],
    })
  })

  it('are those of the database if its rows are no posts', () => {
    const films = collection('Films', 'Root', { Date: { type: 'date' }, Series: { type: 'select' } })
    const film = (name: string, day: string, Series = '') => row(name, 'Films', { Date: date(day), Series })
    const rows = [film('One', '2020-01-01', 'Tides'), film('Other', '2020-02-01'), film('Two', '2020-03-01', 'Tides')]
    const site = new Site(buildSite(buildInput([page('Root', undefined), ...rows], [films]), SETTINGS))
    expect(around(site, 'One')[1]).toBe('Other')
  })
})
