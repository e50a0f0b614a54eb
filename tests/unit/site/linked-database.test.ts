import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const ACCESS = { Access: { type: 'select' }, Password: { type: 'text' } }

/** Builds a site with a full-page database in a row, and a page that links to it. Both rows have these values. */
function build(target: Record<string, string>, linked: Record<string, string>, parent = 'Target') {
  const secret = { ...collection('Secret', parent, {}), icon: '/secret.png', cover: '/cover.png' }
  secret.description = [['Secret description']]
  const database = { type: 'collection_view_page', collection_id: secret.id, properties: {} }
  const pages = [
    page('Root', undefined),
    row('Target', 'Rows', target, { block: { ...database, properties: toProperties(target) } }),
    row('Linked', 'Rows', linked, { block: { ...database, properties: toProperties(linked) } }),
  ]
  const rows = collection('Rows', 'Root', ACCESS)
  const settings = { ...SETTINGS, signIn: true }
  const index = buildSite(buildInput(pages, [rows, secret]), settings)
  const found = index.pages.find(({ id }) => id === createId('Linked'))
  const { title, preferredPath, path, icon, cover, description } = found ?? {}
  return { title, path: preferredPath ?? path, icon, cover, description }
}

const toProperties = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]): [string, [string][]] => [key, [[value]]]))

const NAMED = {
  title: 'Secret',
  path: 'secret',
  icon: '/secret.png',
  cover: '/cover.png',
  description: 'Secret description',
}
const NAMELESS = { title: 'Untitled', icon: undefined, cover: undefined, description: '' }

test.each([
  ['Public', 'Public', NAMED],
  ['Members', 'Members', NAMED],
  ['Public', 'Members', NAMED],
  ['staff', 'staff', NAMED],
  ['Members', 'Public', NAMELESS],
  ['staff', 'Members', NAMELESS],
  ['staff', 'other', NAMELESS],
  ['', 'Public', NAMELESS],
  ['Unlisted', 'Public', NAMELESS],
  ['', '', NAMELESS],
])('of a database with access %o, a page with access %o has the name if all of its readers may', (to, from, named) => {
  expect(build({ Access: to }, { Access: from })).toMatchObject(named)
})

test('a page has no name of a database that is not part of the site', () => {
  expect(build({ Access: 'Public' }, { Access: 'Public' }, 'Elsewhere')).toMatchObject(NAMELESS)
})
