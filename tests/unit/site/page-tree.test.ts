import { describe, expect, it, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { type Branch, getBranch, getOpenPages, hasSidebar } from '@/lib/site/page-tree'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { BOOK, type Book, openBook } from '../../support/book'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page, row } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }

/** So many pages below one of the main pages. */
const nest = (count: number): Book => ({
  Part: 'Root',
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`Page ${at}`, 'Part'])),
})

describe('the sidebar', () => {
  it('is the default from 20 nested pages', () => {
    expect(hasSidebar(openBook(nest(20)), PUBLIC)).toBe(true)
    expect(hasSidebar(openBook(nest(19)), PUBLIC)).toBe(false)
  })

  it('is not the default for main pages that are not nested', () => {
    const flat = Object.fromEntries(Object.keys(nest(60)).map((name) => [name, 'Root']))
    expect(hasSidebar(openBook(flat), PUBLIC)).toBe(false)
  })

  it.each([
    [10, true],
    [11, false],
  ])(
    'beside %i rows of a database is the default: %s, because nested pages must be three times as many',
    (rows, is) => {
      const nested = Array.from({ length: 30 }, (_, at) => page(`Page ${at}`, 'Part'))
      const pages = [
        page('Root', undefined, { holders: [idOf('Holder')] }),
        page('Part', 'Root'),
        ...nested,
        ...Array.from({ length: rows }, (_, at) => row(`Row ${at}`, 'Rows')),
      ]
      const site = new Site(buildSite(buildInput(pages, [collection('Rows', 'Holder', {})]), SETTINGS))
      expect(hasSidebar(site, PUBLIC)).toBe(is)
    },
  )

  it('is chosen by an editor', () => {
    expect(hasSidebar(openBook(BOOK, { look: { navigation: 'sidebar' } }), PUBLIC)).toBe(true)
    expect(hasSidebar(openBook(nest(60), { look: { navigation: 'header' } }), PUBLIC)).toBe(false)
  })

  it('depends on what the viewer may read', () => {
    const site = openBook(nest(60), { access: { Part: 'Members' } })
    expect([hasSidebar(site, PUBLIC), hasSidebar(site, MEMBER)]).toEqual([false, true])
    const closed = openBook(BOOK, { access: { Root: 'Members' }, look: { navigation: 'sidebar' } })
    expect([hasSidebar(closed, PUBLIC), hasSidebar(closed, MEMBER)]).toEqual([false, true])
  })
})

type Names = (string | [string, Names])[]
const namesOf = ({ entries }: Branch): Names =>
  entries.map(({ page: { title }, branch }) => (branch === undefined ? title : [title, namesOf(branch)]))

function openOn(site: Site, name: string, viewer = PUBLIC): Names {
  const current = site.page(idOf(name), viewer)
  if (current === undefined) throw new Error(`There is no page ${name}`)
  return namesOf(getBranch(site, viewer, undefined, getOpenPages(site, viewer, current)))
}

describe('the tree', () => {
  it('has only the branches on the way to the current page and below it', () => {
    const site = openBook(BOOK)
    expect(openOn(site, 'Root')).toEqual(['Boats', 'Tides'])
    expect(openOn(site, 'Boats')).toEqual([['Boats', ['Hulls', 'Sails']], 'Tides'])
    expect(openOn(site, 'Ribs')).toEqual([['Boats', [['Hulls', ['Planks', 'Ribs']], 'Sails']], 'Tides'])
  })

  it('leaves out what the viewer may not read', () => {
    const site = openBook(BOOK, { access: { Hulls: 'Members', Moon: 'Members' } })
    expect(openOn(site, 'Boats')).toEqual([['Boats', ['Sails']], 'Tides'])
    expect(openOn(site, 'Ribs', MEMBER)).toEqual([['Boats', [['Hulls', ['Planks', 'Ribs']], 'Sails']], 'Tides'])
    const isBranch = (viewer: Viewer) => getBranch(site, viewer).entries.map((entry) => entry.isBranch)
    expect([isBranch(PUBLIC), isBranch(MEMBER)]).toEqual([
      [true, false],
      [true, true],
    ])
  })

  it('shows 100 pages of a branch, and the open one', () => {
    const site = openBook(nest(300))
    const part = site.page(idOf('Part'), PUBLIC)
    const { entries, isCut } = getBranch(site, PUBLIC, part)
    expect([entries.length, isCut]).toEqual([100, true])
    const open = getBranch(
      site,
      PUBLIC,
      part,
      [site.page(idOf('Page 250'), PUBLIC)].flatMap((each) => each ?? []),
    )
    expect([open.entries.length, open.entries.at(-1)?.page.title]).toEqual([101, 'Page 250'])
    expect(getBranch(openBook(nest(100)), PUBLIC, part).isCut).toBe(false)
  })

  test('opens 20 levels at most', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`Level ${at}`, at === 0 ? 'Root' : `Level ${at - 1}`]),
    )
    expect(JSON.stringify(openOn(openBook(chain), 'Level 499')).match(/Level/g)).toHaveLength(21)
  })
})
