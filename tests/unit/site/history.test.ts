import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { NO_HISTORY, updateHistory } from '@/lib/site/prepare/history'
import { findFindings } from '@/lib/site/prepare/lint'
import { createSimilarPathFinder } from '@/lib/site/similar-paths'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page } from '../../support/records'

const root = { ...page('Root', undefined), accessTable: { [idOf('Board')]: 'Members', [idOf('Crew')]: 'Members' } }

function siteOf(pages: ReturnType<typeof page>[], more = {}) {
  return buildSite(buildInput([root, ...pages], [], more), { ...SETTINGS, signIn: true })
}

/** A page under another title. */
const renamed = (name: string, title: string) => page(name, 'Root', { block: { properties: { title: [[title]] } } })

test('a renamed page leaves its path behind, and a closed one is not remembered at all', () => {
  const before = updateHistory(NO_HISTORY, siteOf([page('Tides', 'Root'), page('Board', 'Root')]))
  expect(before.published).toEqual({ [idOf('Root')]: '', [idOf('Tides')]: 'tides' })
  const after = updateHistory(before, siteOf([renamed('Tides', 'High water'), renamed('Board', 'Council')]))
  expect([after.former, after.gone]).toEqual([{ tides: idOf('Tides') }, {}])
})

test('the pages of another root were not deleted', () => {
  const before = updateHistory(NO_HISTORY, siteOf([page('Tides', 'Root')]))
  const other = buildSite(buildInput([page('Other', undefined)], [], { root: idOf('Other') }), SETTINGS)
  expect(updateHistory(before, other).gone).toEqual({})
  expect(updateHistory(before, siteOf([])).gone).toEqual({ tides: idOf('Tides') })
})

test('a page is gone only after the page above it was read without it', () => {
  const site = siteOf([page('Tides', 'Root'), page('Spring', 'Tides'), page('Boats', 'Root')])
  const before = updateHistory(NO_HISTORY, site)
  // Nothing is gone while the site is being filled.
  expect(updateHistory(before, siteOf([], { isFilling: true }))).toEqual(before)
  // The page above exists and could not be read.
  const after = updateHistory(before, siteOf([], { unreadable: [idOf('Tides')] }))
  expect(after.gone).toEqual({ boats: idOf('Boats') })
  expect(Object.keys(after.published).sort()).toEqual([idOf('Root'), idOf('Spring'), idOf('Tides')].sort())
  expect(updateHistory(after, site).gone).toEqual({})
  // What lay below a page that is gone is gone, too.
  const all = { boats: idOf('Boats'), spring: idOf('Spring'), tides: idOf('Tides') }
  expect(updateHistory(after, siteOf([])).gone).toEqual(all)
  // So is what was published by a version that did not know the pages above.
  expect(updateHistory({ ...before, parents: undefined }, siteOf([])).gone).toEqual(all)
})

test('while the site is being filled, every path that leads nowhere is unavailable', () => {
  const index = {
    ...siteOf([page('Tides', 'Root'), page('Board', 'Root')], { isFilling: true }),
    gone: { old: idOf('x') },
  }
  const filling = new Site(index)
  const kinds = (site: Site) =>
    ['tides', 'board', 'old', 'nothing', 'tags', 'tags/nothing'].map((path) => site.resolve(path, PUBLIC).kind)
  expect(kinds(filling)).toEqual(['page', 'unavailable', 'unavailable', 'unavailable', 'unavailable', 'unavailable'])
  expect(filling.resolvePage('nothing', PUBLIC).kind).toBe('unavailable')
  expect(kinds(new Site({ ...index, isFilling: false }))).toEqual([
    'page',
    'missing',
    'gone',
    'missing',
    'missing',
    'missing',
  ])
})

test('the path of the most similar page comes first', () => {
  const pages = siteOf([page('Spring tides', 'Root'), page('Spring tide', 'Root'), page('Springs', 'Root')]).pages
  expect(createSimilarPathFinder(pages)('spring-tide-').map(({ title }) => title)).toEqual([
    'Spring tide',
    'Spring tides',
    'Springs',
  ])
})

test('a page is no backlink of itself', () => {
  const index = siteOf([page('Tides', 'Root', { links: [idOf('Tides'), idOf('Root')] })])
  expect(index.pages.map(({ title, backlinks }) => [title, backlinks])).toEqual([
    ['Root', [idOf('Tides')]],
    ['Tides', []],
  ])
})

test('a database that lies outside of the site is not part of its index', () => {
  const collections = [collection('Rows', 'Root', {}), collection('Foreign', 'Elsewhere', {})]
  const pages = [root, page('Elsewhere', undefined)]
  const index = buildSite(buildInput(pages, collections), SETTINGS)
  expect(Object.keys(index.collections)).toEqual([idOf('Rows')])
})

test('a link to a closed page is worth a note on a public page, and not on a closed one', () => {
  const settings = { ...SETTINGS, signIn: true }
  const crew = page('Crew', 'Root', { links: [idOf('Board')] })
  const open = page('Open', 'Root', { links: [idOf('Board')] })
  const input = buildInput([root, crew, open, page('Board', 'Root')])
  const notes = findFindings(input, buildSite(input, settings), [], settings).filter(
    ({ kind }) => kind === 'closed-link',
  )
  expect(notes).toEqual([{ kind: 'closed-link', to: idOf('Board'), page: idOf('Open') }])
})
