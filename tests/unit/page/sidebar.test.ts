import { expect, test } from 'vitest'
import { createSidebar, getPagesBelow, renderBranch } from '@/lib/page/sidebar'
import { PUBLIC } from '@/lib/site/access'
import type { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { BOOK, openBook, SIDEBAR } from '../../support/book'
import { createId } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }

async function renderSidebar(site: Site, name: string, viewer = PUBLIC): Promise<string> {
  return (await createSidebar(site, viewer, site.page(createId(name), viewer)))?.html ?? ''
}

const findLinks = (markup: string) => [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('createSidebar lists the branches of the page, and marks the page', async () => {
  const markup = await renderSidebar(openBook(BOOK, SIDEBAR), 'Ribs')
  expect(findLinks(markup)).toEqual(['/boats', '/hulls', '/planks', '/ribs', '/sails', '/tides'])
  expect(markup).toContain('<a href="/ribs" aria-current="page">Ribs</a></li>')
  expect(markup.match(/aria-current/g)).toHaveLength(1)
  expect(markup.match(/<details open="">/g)).toHaveLength(2)
  expect(markup).toContain(
    '<a href="/tides">Tides</a><details><summary aria-label="Pages below Tides"></summary></details>',
  )
})

test('createSidebar returns undefined for a workspace without a sidebar', async () => {
  const site = openBook(BOOK)
  expect(await createSidebar(site, PUBLIC)).toBeUndefined()
  const boats = site.page(createId('Boats'), PUBLIC)
  expect(boats && getPagesBelow(site, boats, PUBLIC)).toBeUndefined()
})

test('createSidebar escapes titles', async () => {
  const name = '<img src=x onerror=alert(1)>"\'&'
  const markup = await renderSidebar(openBook({ [name]: 'Root', Below: name }, SIDEBAR), name)
  expect(markup).toContain('>&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;</a>')
  expect(markup).not.toContain('<img')
})

test('createSidebar lists the pages that the viewer may read, with the addresses for that viewer', async () => {
  const site = openBook(BOOK, { ...SIDEBAR, access: { Hulls: 'Members' } })
  expect(findLinks(await renderSidebar(site, 'Boats'))).toEqual(['/boats', '/sails', '/tides'])
  expect(findLinks(await renderSidebar(site, 'Boats', MEMBER))).toEqual(
    ['boats', 'hulls', 'sails', 'tides'].map((path) => `/members/${path}`),
  )
})

test('getPagesBelow ends a truncated list with a link to the page', async () => {
  const book = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`Page ${index}`, 'Part']))
  const site = openBook({ Part: 'Root', ...book }, SIDEBAR)
  const part = site.page(createId('Part'), PUBLIC)
  const branch = part && getPagesBelow(site, part, PUBLIC)
  const markup = branch ? await renderBranch(branch) : ''
  expect(findLinks(markup)).toHaveLength(101)
  expect(markup).toMatch(/<li><a href="\/part">All pages<\/a><\/li><\/ul>$/)
})

test('createSidebar returns the top-level page above the current one as a section for searches', async () => {
  const site = openBook(BOOK, SIDEBAR)
  const getSection = async (name: string) =>
    (await createSidebar(site, PUBLIC, site.page(createId(name), PUBLIC)))?.section
  expect(await getSection('Ribs')).toEqual({ id: createId('Boats'), title: 'Boats' })
  expect(await getSection('Boats')).toEqual({ id: createId('Boats'), title: 'Boats' })
  expect(await getSection('Root')).toBeUndefined()
})
