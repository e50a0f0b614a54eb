import { describe, expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { BOOK, type Book, indexBook, SIDEBAR } from '../../support/book'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page, row } from '../../support/records'

const rows = collection('Rows', 'Database', {})

/** The version of a page that shows a database with a row of which the root page says who may read it. */
function versionFor(word: string): string | undefined {
  const root = page('Root', undefined, { accessTable: { [idOf('A row')]: word }, holders: [idOf('Database')] })
  const pages = [root, page('Shows', 'Root', { collections: [rows.id] }), row('A row', 'Rows')]
  const index = buildSite(buildInput(pages, [rows], { root: root.id }), { ...SETTINGS, signIn: true })
  return index.pages.find(({ id }) => id === idOf('Shows'))?.version
}

it.each([
  ['acme', 'beta'],
  ['Members', 'acme'],
])('the version of a page is another when a row on it is no longer for %s but for %s', (first, then) => {
  expect(versionFor(first)).toBe(versionFor(first))
  expect(versionFor(then)).not.toBe(versionFor(first))
})

it('the version of every page is another when the site looks otherwise', () => {
  const versionsIn = (accent: string) => {
    const pages = [page('Root', undefined, { look: { accent } }), page('A', 'Root')]
    const index = buildSite(buildInput(pages), { ...SETTINGS, signIn: true })
    return [index.homeVersion, index.listsVersion, ...index.pages.map(({ version }) => version)]
  }
  const then = versionsIn('#28608c')
  for (const [at, version] of versionsIn('#2f6f4e').entries()) expect(version).not.toBe(then[at])
  // What cannot be a look changes nothing.
  expect(versionsIn('blue')).toEqual(versionsIn('green'))
})

it('the version of a page is another when the page of a synced block that it shows has a new title', () => {
  const container = idOf('container')
  const versionOf = (title: string) => {
    const block = { properties: { title: [[title]] satisfies [[string]] } }
    const owner = page('Owner', 'Other', { holders: [idOf('Owner'), container], block })
    const pages = [
      page('Root', undefined),
      page('Other', 'Root'),
      owner,
      page('Shows', 'Root', { synced: [container] }),
    ]
    const index = buildSite(buildInput(pages), SETTINGS)
    return index.pages.find(({ id }) => id === idOf('Shows'))?.version
  }
  expect(versionOf('Then')).not.toBe(versionOf('Now'))
})

describe('with a sidebar, the version of a page', () => {
  /** The titles of the pages whose version is another in the second book. */
  const changedBetween = (one: Book, other: Book, options = SIDEBAR) => {
    const versions = new Map(indexBook(one, options).pages.map(({ title, version }) => [title, version]))
    const { pages } = indexBook(other, options)
    return pages
      .filter(({ title, version }) => versions.has(title) && versions.get(title) !== version)
      .map(({ title }) => title)
  }

  it('changes with the branches that the page shows, and with no others', () => {
    const below = ['Hulls', 'Planks', 'Ribs']
    // Links at the end of a page lead to the pages before and after it.
    expect(changedBetween(BOOK, { ...BOOK, Keel: 'Hulls' })).toEqual(['Hulls', 'Sails', 'Planks', 'Ribs'])
    const { Ribs: _, ...without } = BOOK
    expect(changedBetween(BOOK, without)).toEqual(['Hulls', 'Sails', 'Planks'])
    expect(changedBetween(BOOK, { ...BOOK, Ribs: 'Tides' })).toEqual(
      expect.arrayContaining([...below, 'Tides', 'Moon']),
    )
  })

  it('changes on every page with the main pages', () => {
    expect(changedBetween(BOOK, { ...BOOK, Nets: 'Root' })).toHaveLength(8)
  })

  it('changes for lists, too, when a main page becomes a branch', () => {
    const flat: Book = { ...BOOK, Nets: 'Root' }
    const listsVersion = (book: Book, options = SIDEBAR) => indexBook(book, options).listsVersion
    expect(listsVersion({ ...flat, Knots: 'Nets' })).not.toBe(listsVersion(flat))
    expect(listsVersion({ ...flat, Knots: 'Boats' })).toBe(listsVersion(flat))
    expect(listsVersion({ ...flat, Knots: 'Nets' }, {})).toBe(listsVersion(flat, {}))
  })

  it('changes when a page beside it becomes a branch', () => {
    const changed = changedBetween(BOOK, { ...BOOK, Cloth: 'Sails' })
    expect(changed).toEqual(expect.arrayContaining(['Sails', 'Hulls', 'Planks', 'Ribs', 'Boats']))
    expect(changed).not.toContain('Moon')
  })

  it('does not change without one', () => {
    expect(changedBetween(BOOK, { ...BOOK, Cloth: 'Sails' }, {})).not.toContain('Planks')
  })
})
