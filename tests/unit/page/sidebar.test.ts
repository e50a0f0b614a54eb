import { expect, test } from 'vitest'
import { createSidebar, getPagesBelow, type SidebarBranch } from '@/lib/page/sidebar'
import { PUBLIC } from '@/lib/site/access'
import type { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { BOOK, openBook, SIDEBAR } from '../../support/book'
import { createId } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }

const create = (site: Site, name: string, viewer = PUBLIC) =>
  createSidebar(site, viewer, site.page(createId(name), viewer))

/** Returns the addresses in the order of the tree. */
const listPaths = (branch: SidebarBranch | undefined): string[] =>
  branch?.entries.flatMap(({ path, below }) => [path, ...listPaths(below ?? undefined)]) ?? []

test('createSidebar lists the branches of the page, and names the page', () => {
  const sidebar = create(openBook(BOOK, SIDEBAR), 'Ribs')
  expect(listPaths(sidebar?.branch)).toEqual(['/boats', '/hulls', '/planks', '/ribs', '/sails', '/tides'])
  expect(sidebar?.current).toBe('/ribs')
  expect(sidebar?.branch.entries.at(-1)).toEqual({
    path: '/tides',
    title: 'Tides',
    below: null,
  })
})

test('createSidebar returns undefined for a workspace without a sidebar', () => {
  const site = openBook(BOOK)
  expect(createSidebar(site, PUBLIC)).toBeUndefined()
  const boats = site.page(createId('Boats'), PUBLIC)
  expect(boats && getPagesBelow(site, boats, PUBLIC)).toBeUndefined()
})

test('createSidebar lists the pages that the viewer may read, with the addresses for that viewer', () => {
  const site = openBook(BOOK, { ...SIDEBAR, access: { Hulls: 'Members' } })
  expect(listPaths(create(site, 'Boats')?.branch)).toEqual(['/boats', '/sails', '/tides'])
  expect(listPaths(create(site, 'Boats', MEMBER)?.branch)).toEqual(
    ['boats', 'hulls', 'sails', 'tides'].map((path) => `/members/${path}`),
  )
})

test('getPagesBelow ends a truncated list with a link to the page', () => {
  const book = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`Page ${index}`, 'Part']))
  const site = openBook({ Part: 'Root', ...book }, SIDEBAR)
  const part = site.page(createId('Part'), PUBLIC)
  const branch = part && getPagesBelow(site, part, PUBLIC)
  expect(branch?.entries).toHaveLength(100)
  expect(branch?.more).toEqual({ path: '/part', title: 'All pages' })
})

test('createSidebar returns the top-level page above the current one as a section for searches', () => {
  const site = openBook(BOOK, SIDEBAR)
  const getSection = (name: string) => createSidebar(site, PUBLIC, site.page(createId(name), PUBLIC))?.section
  expect(getSection('Ribs')).toEqual({ id: createId('Boats'), title: 'Boats' })
  expect(getSection('Boats')).toEqual({ id: createId('Boats'), title: 'Boats' })
  expect(getSection('Root')).toBeUndefined()
})
