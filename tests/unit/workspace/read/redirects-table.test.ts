import { expect, test } from 'vitest'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import { createId } from '../../../support/records'
import { cleaned, createBlockMap, type Raw, stored } from '../maps'

/** Returns the redirects of a table with the given cells. 0 stands for a mention of a page. */
function readRows(rows: (string | 0)[][], order?: string[]) {
  const createCell = (value: string | 0) => (value === 0 ? [['‣', [['p', createId('about')]]]] : [[value]])
  const ids = rows.map((_, index) => `row ${index}`)
  const blocks = rows.map((cells, index): [string, Raw] =>
    stored(`row ${index}`, 'table_row', 'table', {
      properties: Object.fromEntries(cells.map((value, column) => [`c${column}`, createCell(value)])),
    }),
  )
  const map = createBlockMap([
    stored('page', 'page', undefined, { content: ['table'], properties: { title: [['Page']] } }),
    stored('table', 'table', 'page', {
      content: ids,
      format: { table_block_column_order: order ?? ['c0', 'c1', 'c2'] },
    }),
    ...blocks,
  ])
  const found = [...splitPages(cleaned(map).map)].find(({ page }) => page.id === createId('page'))
  return found && createPageRecord(found).redirects
}

test.each<[what: string, rows: (string | 0)[][]]>([
  [
    'with its heading above the first column',
    [
      ['Redirects', 'To', ''],
      ['/old', '/new', 'Temporary'],
    ],
  ],
  [
    'with all columns named',
    [
      ['From', 'To', 'redirects'],
      [' /old ', '/new', '307'],
    ],
  ],
  [
    'with the kind first',
    [
      ['REDIRECTS', '', ''],
      ['临时', '/old', '/new'],
    ],
  ],
  [
    'with the target first',
    [
      ['To', 'From', 'Redirects'],
      ['/new', '/old', '302'],
    ],
  ],
])('createPageRecord reads a table of redirects %s', (_, rows) => {
  const [, second = []] = rows
  const status = second.includes('302') ? 302 : 307
  expect(readRows(rows)).toEqual([{ from: '/old', to: '/new', status }])
})

test('createPageRecord reads the columns in the order in which they are shown', () => {
  expect(
    readRows(
      [
        ['Redirects', ''],
        ['/new', '/old'],
      ],
      ['c1', 'c0'],
    ),
  ).toEqual([{ from: '/old', to: '/new' }])
})

test('createPageRecord accepts a mention as target, and names the faults of malformed rows', () => {
  expect(
    readRows([
      ['Redirects', 'To', ''],
      ['/old', 0, 'permanent'],
      ['/a', '/b', '/c'],
      ['/d', '', ''],
      ['/weird', '/about', '309'],
      ['/twice', '301', '410'],
      ['/gone-to', '/about', '410'],
      ['/gone', '', '410'],
      ['', '/about', ''],
      ['', '/about', '410'],
      ['', '', ''],
    ]),
  ).toEqual([
    { from: '/old', to: '', page: createId('about') },
    { from: '/a', to: '', fault: 'status' },
    { from: '/d', to: '' },
    { from: '/weird', to: '', fault: 'status' },
    { from: '/twice', to: '', status: 410, fault: 'status' },
    { from: '/gone-to', to: '/about', status: 410, fault: 'gone' },
    { from: '/gone', to: '', status: 410 },
    { from: '', to: '/about', fault: 'source' },
    { from: '', to: '/about', fault: 'source' },
  ])
})

test('createPageRecord ignores a table with another heading', () => {
  expect(
    readRows([
      ['Redirected', 'To'],
      ['/old', '/new'],
    ]),
  ).toBeUndefined()
})
