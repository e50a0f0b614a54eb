import { expect, it, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'
import { cleaned, createBlockMap, stored } from '../workspace/maps'

const PICTURE = 'https://example.com/ann.png'
const ANN = { name: 'Ann Lee', picture: PICTURE, about: 'Keeps the lighthouse' }

function build(authors: (typeof ANN)[], words = 'Public') {
  const root = page('Root', undefined, { authors, accessTable: { [createId('Root')]: words } })
  const input = buildInput([root, page('Open', 'Root')])
  const index = buildSite(input, { ...SETTINGS, signIn: true })
  return { index, findings: findFindings(input, index, [], SETTINGS) }
}

test('reads the picture and text of authors from the Authors table, matching names in any spelling', () => {
  const { index } = build([ANN, { ...ANN, name: 'ann lee', about: 'Again' }, { ...ANN, name: '林一', picture: '' }])
  expect(index.authors).toEqual({
    'ann-lee': { picture: PICTURE, about: 'Keeps the lighthouse' },
    林一: { about: 'Keeps the lighthouse' },
  })
})

test('ignores the Authors table of a root page that is not public', () => {
  expect(Object.keys(build([ANN]).index.authors)).toEqual(['ann-lee'])
  expect(build([ANN], 'Members').index.authors).toEqual({})
})

test('a change of the Authors table changes the version of lists but not of pages', () => {
  const getVersions = (about: string) => {
    const { index } = build([{ ...ANN, about }])
    return [index.listsVersion, new Site(index).page(createId('Open'), PUBLIC)?.version]
  }
  const [[lists, open], [newLists, newOpen]] = [getVersions('a'), getVersions('b')]
  expect(newLists).not.toBe(lists)
  expect(newOpen).toBe(open)
})

it.each(['javascript:alert(1)', 'http://example.com/a.png', '//example.com/a.png', 'me.png', 'https://a/"onerror="x'])(
  'ignores and reports the picture %s',
  (picture) => {
    const { index, findings } = build([{ ...ANN, picture }])
    expect(index.authors).toEqual({ 'ann-lee': { about: ANN.about } })
    expect(findings).toContainEqual({ kind: 'author-picture', name: 'Ann Lee', text: picture, page: createId('Root') })
  },
)

/** Returns the record of a page that contains a table with these rows. */
function readTable(rows: string[][]) {
  const createCells = (row: string[]) => Object.fromEntries(row.map((cell, column) => [`c${column}`, [[cell]]]))
  const map = createBlockMap([
    stored('page', 'page', undefined, { content: ['table'], properties: { title: [['Page']] } }),
    stored('table', 'table', 'page', { content: rows.map((_, at) => `row ${at}`) }),
    ...rows.map((row, at) => stored(`row ${at}`, 'table_row', 'table', { properties: createCells(row) })),
  ])
  const found = [...splitPages(cleaned(map).map)].find(({ page }) => page.id === createId('page'))
  return found && createPageRecord(found)
}

it.each([
  [
    ['Authors', 'Picture', 'About'],
    ['Ann Lee', PICTURE, 'Keeps the lighthouse'],
  ],
  [
    ['About', ' PHOTO ', ' authors '],
    ['Keeps the lighthouse', PICTURE, 'Ann Lee'],
  ],
  [
    ['Authors', '头像', '简介'],
    [' Ann Lee ', PICTURE, 'Keeps the lighthouse'],
  ],
])('reads a table with the headings %j as authors and not as text of the page', (heading, row) => {
  expect(readTable([heading, row, row.map(() => '')])).toMatchObject({ authors: [ANN], words: 0 })
})

test('treats a list of authors without pictures as an ordinary table', () => {
  const record = readTable([
    ['Authors', 'Books'],
    ['Ann Lee', 'Tides'],
  ])
  expect(record?.authors).toBeUndefined()
  expect(record?.words).toBe(5)
})
