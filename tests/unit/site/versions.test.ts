import { expect, it } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
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
