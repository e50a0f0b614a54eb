import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { NO_HISTORY, updateHistory } from '@/lib/site/prepare/history'
import { findFindings } from '@/lib/site/prepare/lint'
import { createSimilarPathFinder } from '@/lib/site/resolve/find-page'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page } from '../../support/records'

const root = {
  ...page('Root', undefined),
  accessTable: { [createId('Board')]: 'Members', [createId('Crew')]: 'Members' },
}

function buildIndex(pages: ReturnType<typeof page>[], more = {}) {
  return buildSite(buildInput([root, ...pages], [], more), { ...SETTINGS, signIn: true })
}

/** Creates a page with a new title and its former id. */
const renamePage = (name: string, title: string) => page(name, 'Root', { block: { properties: { title: [[title]] } } })

test('keeps the former path of a renamed public page but not of a members page', () => {
  const before = updateHistory(NO_HISTORY, buildIndex([page('Tides', 'Root'), page('Board', 'Root')]))
  expect(before.published).toEqual({ [createId('Root')]: '', [createId('Tides')]: 'tides' })
  const after = updateHistory(before, buildIndex([renamePage('Tides', 'High water'), renamePage('Board', 'Council')]))
  expect([after.former, after.gone]).toEqual([{ tides: createId('Tides') }, {}])
})

test('pages of another root are not marked as gone', () => {
  const before = updateHistory(NO_HISTORY, buildIndex([page('Tides', 'Root')]))
  const other = buildSite(buildInput([page('Other', undefined)], [], { root: createId('Other') }), SETTINGS)
  expect(updateHistory(before, other).gone).toEqual({})
  expect(updateHistory(before, buildIndex([])).gone).toEqual({ tides: createId('Tides') })
})

test('marks a page as gone only after its parent was read without it', () => {
  const site = buildIndex([page('Tides', 'Root'), page('Spring', 'Tides'), page('Boats', 'Root')])
  const before = updateHistory(NO_HISTORY, site)
  // A first sync marks no page as gone.
  expect(updateHistory(before, buildIndex([], { isFilling: true }))).toEqual(before)
  // The parent page exists but could not be read.
  const after = updateHistory(before, buildIndex([], { unreadable: [createId('Tides')] }))
  expect(after.gone).toEqual({ boats: createId('Boats') })
  expect(Object.keys(after.published).sort()).toEqual([createId('Root'), createId('Spring'), createId('Tides')].sort())
  expect(updateHistory(after, site).gone).toEqual({})
  // Pages below a gone page are gone as well.
  const all = { boats: createId('Boats'), spring: createId('Spring'), tides: createId('Tides') }
  expect(updateHistory(after, buildIndex([])).gone).toEqual(all)
  // An index of an older version does not contain the parents of pages.
  expect(updateHistory({ ...before, parents: undefined }, buildIndex([])).gone).toEqual(all)
})

test('unknown paths are unavailable during a first sync', () => {
  const index = {
    ...buildIndex([page('Tides', 'Root'), page('Board', 'Root')], { isFilling: true }),
    gone: { old: createId('x') },
  }
  const filling = new Site(index)
  const resolveKinds = (site: Site) =>
    ['tides', 'board', 'old', 'nothing', 'tags', 'tags/nothing'].map((path) => site.resolve(path, PUBLIC).kind)
  expect(resolveKinds(filling)).toEqual([
    'page',
    'unavailable',
    'unavailable',
    'unavailable',
    'unavailable',
    'unavailable',
  ])
  expect(filling.resolvePage('nothing', PUBLIC).kind).toBe('unavailable')
  expect(resolveKinds(new Site({ ...index, isFilling: false }))).toEqual([
    'page',
    'missing',
    'gone',
    'missing',
    'missing',
    'missing',
  ])
})

test('lists the page with the most similar path first', () => {
  const pages = buildIndex([page('Spring tides', 'Root'), page('Spring tide', 'Root'), page('Springs', 'Root')]).pages
  expect(createSimilarPathFinder(pages)('spring-tide-').map(({ title }) => title)).toEqual([
    'Spring tide',
    'Spring tides',
    'Springs',
  ])
})

test('a page is not its own backlink', () => {
  const index = buildIndex([page('Tides', 'Root', { links: [createId('Tides'), createId('Root')] })])
  expect(index.pages.map(({ title, backlinks }) => [title, backlinks])).toEqual([
    ['Root', [createId('Tides')]],
    ['Tides', []],
  ])
})

test('the index omits databases outside of the site', () => {
  const collections = [collection('Rows', 'Root', {}), collection('Foreign', 'Elsewhere', {})]
  const pages = [root, page('Elsewhere', undefined)]
  const index = buildSite(buildInput(pages, collections), SETTINGS)
  expect(Object.keys(index.collections)).toEqual([createId('Rows')])
})

test('reports a link to a members page only if it is on a public page', () => {
  const settings = { ...SETTINGS, signIn: true }
  const crew = page('Crew', 'Root', { links: [createId('Board')] })
  const open = page('Open', 'Root', { links: [createId('Board')] })
  const input = buildInput([root, crew, open, page('Board', 'Root')])
  const notes = findFindings(input, buildSite(input, settings), [], settings).filter(
    ({ kind }) => kind === 'closed-link',
  )
  expect(notes).toEqual([{ kind: 'closed-link', to: createId('Board'), page: createId('Open') }])
})
