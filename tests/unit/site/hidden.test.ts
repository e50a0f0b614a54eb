import { expect, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const button = createId('button')
const inButton = { parent_id: button, parent_table: 'block' as const }
const list = (root: string | undefined) => {
  const home = page('Home', undefined, { holders: [createId('Home'), button], hidden: [button] })
  const pages = [
    home,
    page('Shown', 'Home'),
    page('Hidden', 'Home', { block: inButton }),
    page('Below', 'Hidden'),
    row('Row', 'Rows'),
  ]
  const rows = { ...collection('Rows', 'Home', { title: { type: 'title' } }), ...inButton }
  const input = { ...buildInput(pages, [rows]), root: root && createId(root) }
  return buildSite(input, SETTINGS).pages.map(({ title }) => title)
}

test.each([
  ['a root page', 'Home'],
  ['no root page', undefined],
])('pages and databases in a block that its page does not show are not part of a site with %s', (_, root) => {
  expect(list(root)).toEqual(['Home', 'Shown'])
})
