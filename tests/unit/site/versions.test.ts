import { describe, expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { BOOK, type Book, createBookIndex, SIDEBAR } from '../../support/book'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const rows = collection('Rows', 'Database', {})

/** Returns the version of a page that shows a database with one row, whose access is set by the root page. */
function getVersion(word: string): string | undefined {
  const root = page('Root', undefined, { accessTable: { [createId('A row')]: word }, holders: [createId('Database')] })
  const pages = [root, page('Shows', 'Root', { collections: [rows.id] }), row('A row', 'Rows')]
  const index = buildSite(buildInput(pages, [rows], { root: root.id }), { ...SETTINGS, signIn: true })
  return index.pages.find(({ id }) => id === createId('Shows'))?.version
}

it.each([
  ['acme', 'beta'],
  ['Members', 'acme'],
])('the version of a page changes when the access of a row on it changes from %s to %s', (first, then) => {
  expect(getVersion(first)).toBe(getVersion(first))
  expect(getVersion(then)).not.toBe(getVersion(first))
})

it('the version of every page changes with the branding', () => {
  const getVersions = (accent: string) => {
    const pages = [page('Root', undefined, { look: { accent } }), page('A', 'Root')]
    const index = buildSite(buildInput(pages), { ...SETTINGS, signIn: true })
    return [index.homeVersion, index.listsVersion, ...index.pages.map(({ version }) => version)]
  }
  const then = getVersions('#28608c')
  for (const [at, version] of getVersions('#2f6f4e').entries()) expect(version).not.toBe(then[at])
  // Invalid branding has no effect.
  expect(getVersions('blue')).toEqual(getVersions('green'))
})

it('the version of a page changes when the page of a synced block on it is renamed', () => {
  const container = createId('container')
  const getVersionWithTitle = (title: string) => {
    const block = { properties: { title: [[title]] satisfies [[string]] } }
    const owner = page('Owner', 'Other', { holders: [createId('Owner'), container], block })
    const pages = [
      page('Root', undefined),
      page('Other', 'Root'),
      owner,
      page('Shows', 'Root', { synced: [container] }),
    ]
    const index = buildSite(buildInput(pages), SETTINGS)
    return index.pages.find(({ id }) => id === createId('Shows'))?.version
  }
  expect(getVersionWithTitle('Then')).not.toBe(getVersionWithTitle('Now'))
})

describe('with a sidebar, the version of a page', () => {
  /** Returns the titles of the pages whose versions differ between two books. */
  const findChanges = (one: Book, other: Book, options = SIDEBAR) => {
    const versions = new Map(createBookIndex(one, options).pages.map(({ title, version }) => [title, version]))
    const { pages } = createBookIndex(other, options)
    return pages
      .filter(({ title, version }) => versions.has(title) && versions.get(title) !== version)
      .map(({ title }) => title)
  }

  it('changes only with the branches that the page shows', () => {
    const below = ['Hulls', 'Planks', 'Ribs']
    // The end of a page links to the pages before and after it.
    expect(findChanges(BOOK, { ...BOOK, Keel: 'Hulls' })).toEqual(['Hulls', 'Sails', 'Planks', 'Ribs'])
    const { Ribs: _, ...without } = BOOK
    expect(findChanges(BOOK, without)).toEqual(['Hulls', 'Sails', 'Planks'])
    expect(findChanges(BOOK, { ...BOOK, Ribs: 'Tides' })).toEqual(expect.arrayContaining([...below, 'Tides', 'Moon']))
  })

  it('changes for every page when a main page is added', () => {
    expect(findChanges(BOOK, { ...BOOK, Nets: 'Root' })).toHaveLength(8)
  })

  it('changes for lists when a main page becomes a branch', () => {
    const flat: Book = { ...BOOK, Nets: 'Root' }
    const getListsVersion = (book: Book, options = SIDEBAR) => createBookIndex(book, options).listsVersion
    expect(getListsVersion({ ...flat, Knots: 'Nets' })).not.toBe(getListsVersion(flat))
    expect(getListsVersion({ ...flat, Knots: 'Boats' })).toBe(getListsVersion(flat))
    expect(getListsVersion({ ...flat, Knots: 'Nets' }, {})).toBe(getListsVersion(flat, {}))
  })

  it('changes when a sibling becomes a branch', () => {
    const changed = findChanges(BOOK, { ...BOOK, Cloth: 'Sails' })
    expect(changed).toEqual(expect.arrayContaining(['Sails', 'Hulls', 'Planks', 'Ribs', 'Boats']))
    expect(changed).not.toContain('Moon')
  })

  it('does not change with siblings if there is no sidebar', () => {
    expect(findChanges(BOOK, { ...BOOK, Cloth: 'Sails' }, {})).not.toContain('Planks')
  })
})
