import { expect, test } from 'vitest'
import { createSidebar, renderPagesBelow } from '@/lib/page/sidebar'
import { PUBLIC } from '@/lib/site/access'
import type { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { BOOK, openBook, SIDEBAR } from '../../support/book'
import { idOf } from '../../support/records'

const MEMBER: Viewer = { signedIn: true, organizations: [] }

function markupOn(site: Site, name: string, viewer = PUBLIC): string {
  const { texts } = createSidebar(site, viewer, site.page(idOf(name), viewer)) ?? {}
  const json = texts?.pieces.map((piece) => piece.slice(1, -1)).join('') ?? '[]'
  return String(JSON.parse(json))
}

const linksIn = (markup: string) => [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('the sidebar lists the branches of the page, and marks the page', () => {
  const markup = markupOn(openBook(BOOK, SIDEBAR), 'Ribs')
  expect(linksIn(markup)).toEqual(['/boats', '/hulls', '/planks', '/ribs', '/sails', '/tides'])
  expect(markup).toContain('<a href="/ribs" aria-current="page">Ribs</a></li>')
  expect(markup.match(/aria-current/g)).toHaveLength(1)
  expect(markup.match(/<details open>/g)).toHaveLength(2)
  expect(markup).toContain(
    '<a href="/tides">Tides</a><details><summary aria-label="Pages below Tides"></summary></details>',
  )
})

test('a workspace without a sidebar has none', () => {
  const site = openBook(BOOK)
  expect(createSidebar(site, PUBLIC)).toBeUndefined()
  const boats = site.page(idOf('Boats'), PUBLIC)
  expect(boats && renderPagesBelow(site, boats, PUBLIC)).toBeUndefined()
})

test('titles are text, whatever they contain', () => {
  const name = '<img src=x onerror=alert(1)>"\'&'
  const markup = markupOn(openBook({ [name]: 'Root', Below: name }, SIDEBAR), name)
  expect(markup).toContain('>&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;</a>')
  expect(markup).not.toContain('<img')
})

test('each viewer gets the pages that the viewer may read, at the addresses of the viewer', () => {
  const site = openBook(BOOK, { ...SIDEBAR, access: { Hulls: 'Members' } })
  expect(linksIn(markupOn(site, 'Boats'))).toEqual(['/boats', '/sails', '/tides'])
  expect(linksIn(markupOn(site, 'Boats', MEMBER))).toEqual(
    ['boats', 'hulls', 'sails', 'tides'].map((path) => `/members/${path}`),
  )
})

test('a branch of more pages than a list shows ends with a link to its page', () => {
  const book = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`Page ${at}`, 'Part']))
  const site = openBook({ Part: 'Root', ...book }, SIDEBAR)
  const part = site.page(idOf('Part'), PUBLIC)
  const markup = (part && renderPagesBelow(site, part, PUBLIC)) ?? ''
  expect(linksIn(markup)).toHaveLength(101)
  expect(markup).toMatch(/<li><a href="\/part">All pages<\/a><\/li><\/ul>$/)
})

test('names the main page above the current one, to which searches can be limited', () => {
  const site = openBook(BOOK, SIDEBAR)
  const sectionOn = (name: string) => createSidebar(site, PUBLIC, site.page(idOf(name), PUBLIC))?.section
  expect(sectionOn('Ribs')).toEqual({ id: idOf('Boats'), title: 'Boats' })
  expect(sectionOn('Boats')).toEqual({ id: idOf('Boats'), title: 'Boats' })
  expect(sectionOn('Root')).toBeUndefined()
})
