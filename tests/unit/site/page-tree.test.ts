import { describe, expect, it, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { type Branch, getBranch, getOpenPages, hasSidebar } from '@/lib/site/page-tree'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { BOOK, type Book, openBook } from '../../support/book'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }

/** Returns a book with `count` pages below one main page. */
const createNestedBook = (count: number): Book => ({
  Part: 'Root',
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`Page ${at}`, 'Part'])),
})

describe('hasSidebar', () => {
  it('returns true from 20 nested pages', () => {
    expect(hasSidebar(openBook(createNestedBook(20)), PUBLIC)).toBe(true)
    expect(hasSidebar(openBook(createNestedBook(19)), PUBLIC)).toBe(false)
  })

  it('returns false for main pages without subpages', () => {
    const flat = Object.fromEntries(Object.keys(createNestedBook(60)).map((name) => [name, 'Root']))
    expect(hasSidebar(openBook(flat), PUBLIC)).toBe(false)
  })

  it.each([
    [10, true],
    [11, false],
  ])(
    'with 30 nested pages and %i rows returns %s, because nested pages must outnumber rows three to one',
    (rows, is) => {
      const nested = Array.from({ length: 30 }, (_, at) => page(`Page ${at}`, 'Part'))
      const pages = [
        page('Root', undefined, { holders: [createId('Holder')] }),
        page('Part', 'Root'),
        ...nested,
        ...Array.from({ length: rows }, (_, at) => row(`Row ${at}`, 'Rows')),
      ]
      const site = new Site(buildSite(buildInput(pages, [collection('Rows', 'Holder', {})]), SETTINGS))
      expect(hasSidebar(site, PUBLIC)).toBe(is)
    },
  )

  it('follows the setting of the Look table', () => {
    expect(hasSidebar(openBook(BOOK, { look: { navigation: 'sidebar' } }), PUBLIC)).toBe(true)
    expect(hasSidebar(openBook(createNestedBook(60), { look: { navigation: 'header' } }), PUBLIC)).toBe(false)
  })

  it('depends on what the viewer may read', () => {
    const site = openBook(createNestedBook(60), { access: { Part: 'Members' } })
    expect([hasSidebar(site, PUBLIC), hasSidebar(site, MEMBER)]).toEqual([false, true])
    const closed = openBook(BOOK, { access: { Root: 'Members' }, look: { navigation: 'sidebar' } })
    expect([hasSidebar(closed, PUBLIC), hasSidebar(closed, MEMBER)]).toEqual([false, true])
  })
})

type Names = (string | [string, Names])[]
const getNames = ({ entries }: Branch): Names =>
  entries.map(({ page: { title }, branch }) => (branch === undefined ? title : [title, getNames(branch)]))

function getOpenTree(site: Site, name: string, viewer = PUBLIC): Names {
  const current = site.page(createId(name), viewer)
  if (current === undefined) throw new Error(`There is no page ${name}`)
  return getNames(getBranch(site, viewer, undefined, getOpenPages(site, viewer, current)))
}

describe('getBranch', () => {
  it('contains only the branches that lead to the current page, and its subpages', () => {
    const site = openBook(BOOK)
    expect(getOpenTree(site, 'Root')).toEqual(['Boats', 'Tides'])
    expect(getOpenTree(site, 'Boats')).toEqual([['Boats', ['Hulls', 'Sails']], 'Tides'])
    expect(getOpenTree(site, 'Ribs')).toEqual([['Boats', [['Hulls', ['Planks', 'Ribs']], 'Sails']], 'Tides'])
  })

  it('omits pages that the viewer may not read', () => {
    const site = openBook(BOOK, { access: { Hulls: 'Members', Moon: 'Members' } })
    expect(getOpenTree(site, 'Boats')).toEqual([['Boats', ['Sails']], 'Tides'])
    expect(getOpenTree(site, 'Ribs', MEMBER)).toEqual([['Boats', [['Hulls', ['Planks', 'Ribs']], 'Sails']], 'Tides'])
    const listIsBranch = (viewer: Viewer) => getBranch(site, viewer).entries.map((entry) => entry.isBranch)
    expect([listIsBranch(PUBLIC), listIsBranch(MEMBER)]).toEqual([
      [true, false],
      [true, true],
    ])
  })

  it('shows 100 pages of a branch and the open one', () => {
    const site = openBook(createNestedBook(300))
    const part = site.page(createId('Part'), PUBLIC)
    const { entries, isCut } = getBranch(site, PUBLIC, part)
    expect([entries.length, isCut]).toEqual([100, true])
    const open = getBranch(
      site,
      PUBLIC,
      part,
      [site.page(createId('Page 250'), PUBLIC)].flatMap((each) => each ?? []),
    )
    expect([open.entries.length, open.entries.at(-1)?.page.title]).toEqual([101, 'Page 250'])
    expect(getBranch(openBook(createNestedBook(100)), PUBLIC, part).isCut).toBe(false)
  })

  test('opens at most 20 levels', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`Level ${at}`, at === 0 ? 'Root' : `Level ${at - 1}`]),
    )
    expect(JSON.stringify(getOpenTree(openBook(chain), 'Level 499')).match(/Level/g)).toHaveLength(21)
  })
})
