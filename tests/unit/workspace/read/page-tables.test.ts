import { describe, expect, test } from 'vitest'
import {
  isLayoutTable,
  isSeoTable,
  readLayoutTable,
  readNavigationTable,
  readNavigationTables,
  readSeoTable,
} from '@/lib/workspace/read/page-tables'
import { isSiteTable, readLookTable, readUnknownLookTableRows } from '@/lib/workspace/read/site-tables'
import type { Block, Id, RichText } from '@/lib/workspace/record-map'
import { createId } from '../../../support/records'

type Cell = string | RichText

/** Creates a simple table of these cells, with its rows. */
function createTable(...lines: Cell[][]): [Block, Record<Id, Block>] {
  const create = (id: Id, type: string, more: Partial<Block>) =>
    ({ id, type, alive: true, properties: {}, content: [], format: {}, ...more }) as unknown as Block
  const rows = lines.map((cells, at) =>
    create(`row ${at}`, 'table_row', {
      properties: Object.fromEntries(
        cells.map((cell, column) => [`c${column}`, typeof cell === 'string' ? [[cell]] : cell]),
      ),
    }),
  )
  const table = create('table', 'table', { content: rows.map(({ id }) => id) })
  return [table, Object.fromEntries([table, ...rows].map((block) => [block.id, block]))]
}

const mention = (name: string): RichText => [['‣', [['p', createId(name)]]]]

describe('readNavigationTable', () => {
  test('reads links, menus and columns of the footer', () => {
    const table = createTable(
      [' navigation ', 'LINK', 'Group', 'Place'],
      ['GitHub', 'https://github.com/ann', '', ''],
      ['Prices', mention('Prices'), 'Product', ''],
      ['Imprint', [['here', [['a', '/imprint']]]], '', 'Footer'],
      [mention('Team'), '', 'Company', 'footer'],
      ['', '', '', ''],
    )
    expect(readNavigationTable(...table)).toEqual([
      { title: 'GitHub', to: 'https://github.com/ann', group: '' },
      { title: 'Prices', to: '', page: createId('Prices'), group: 'Product' },
      { title: 'Imprint', to: '/imprint', group: '', isInFooter: true },
      { title: '', to: '', page: createId('Team'), group: 'Company', isInFooter: true },
    ])
    expect(isSiteTable(...table)).toBe(true)
  })

  test.each([
    [
      'without a Link column',
      [
        ['Navigation', 'Ship'],
        ['Compass', 'all'],
      ],
    ],
    [
      'with another heading',
      [
        ['Instrument', 'Link'],
        ['Compass', '/compass'],
      ],
    ],
    ['without rows', [['Navigation', 'Link']]],
  ])('treats a table %s as an ordinary table', (_, lines) => {
    expect(readNavigationTable(...createTable(...lines))).toEqual([])
    expect(isSiteTable(...createTable(...lines))).toBe(false)
  })

  test('reads at most 100 rows', () => {
    const lines = Array.from({ length: 300 }, (_, at) => [`Link ${at}`, `/${at}`])
    const [table, blocks] = createTable(['Navigation', 'Link'], ...lines)
    expect(readNavigationTable(table, blocks)).toHaveLength(100)
    expect(readNavigationTables([table, table], blocks)).toHaveLength(100)
  })

  test('cuts titles and groups after 100 characters', () => {
    const table = createTable(['Navigation', 'Link', 'Group'], ['🚢'.repeat(300), '/ships', 'a'.repeat(300)])
    expect(readNavigationTable(...table)).toEqual([{ title: '🚢'.repeat(100), to: '/ships', group: 'a'.repeat(100) }])
  })
})

describe('readLayoutTable', () => {
  test('reads the layouts of pages, also beside another column', () => {
    const table = createTable(
      ['Page', 'Access', 'Layout'],
      [mention('Start'), 'Public', 'Landing'],
      [mention('Text'), 'Members', ''],
      [mention('Odd'), '', 'sideways'],
    )
    expect([...readLayoutTable(...table)]).toEqual([
      [createId('Start'), 'Landing'],
      [createId('Odd'), 'sideways'],
    ])
    expect(isLayoutTable(...table)).toBe(true)
  })

  test('treats a table without a layout as an ordinary table', () => {
    expect(isLayoutTable(...createTable(['House', 'Layout'], [mention('Start'), 'two rooms']))).toBe(false)
  })
})

describe('readSeoTable', () => {
  test('reads columns for search engines beside others, and applies them to the page of the row only', () => {
    const table = createTable(
      ['Page', 'Access', 'SEO title', 'no-index', 'Canonical', 'Translation'],
      [mention('Start'), 'Public', 'Begin here', 'yes', '', mention('Anfang')],
      [mention('Text'), 'Public', '', '', mention('Start'), ''],
      [mention('Start'), 'Public', 'Again', '', [['here', [['a', 'https://other.example']]]], ''],
      ['', 'Public', 'Nothing', '', '', ''],
    )
    expect([...readSeoTable(...table)]).toEqual([
      [
        createId('Start'),
        {
          title: 'Begin here',
          noindex: 'yes',
          canonical: 'https://other.example',
          translations: [createId('Anfang')],
        },
      ],
      [createId('Text'), { canonical: `https://www.notion.so/${createId('Start').replaceAll('-', '')}` }],
    ])
    expect(isSeoTable(...table)).toBe(true)
    expect(isSiteTable(...createTable(['Page', 'Noindex'], [mention('Start'), 'yes']))).toBe(true)
  })

  test.each([
    [
      'of translations only',
      [
        ['Page', 'Translation'],
        [mention('Start'), mention('Anfang')],
      ],
    ],
    [
      'without pages',
      [
        ['House', 'Canonical'],
        ['Red', 'yes'],
      ],
    ],
    [
      'without values',
      [
        ['Page', 'Noindex'],
        [mention('Start'), ''],
      ],
    ],
  ])('treats a table %s as an ordinary table', (_, lines) => {
    expect(isSeoTable(...createTable(...lines))).toBe(false)
  })
})

describe('readLookTable', () => {
  test('reads names of several words, whatever their case', () => {
    const table = createTable(
      ['Setting', 'Look'],
      ['Logo DARK', '/dark.svg'],
      ['made with', 'No'],
      ['Social links', [['GitHub', [['a', 'https://github.com/ann']]], [', mailto:ann@example.com']]],
      ['Not found page', mention('Lost')],
    )
    expect(readLookTable(...table)).toEqual({
      logoDark: '/dark.svg',
      madeWith: 'No',
      social: 'https://github.com/ann , mailto:ann@example.com',
      notFoundPage: `https://www.notion.so/${createId('Lost').replaceAll('-', '')}`,
    })
  })

  test('lists rows that set nothing, at most 20, with a bounded length', () => {
    const table = createTable(['Setting', 'Look'], ['Colour', '#fff'], ['Accent', '#123456'], ['', 'x'], ['Empty', ''])
    expect(readUnknownLookTableRows(...table)).toEqual(['Colour'])
    const long = Array.from({ length: 50 }, (_, at) => [`${at} ${'x'.repeat(500)}`, 'y'])
    const unknown = readUnknownLookTableRows(...createTable(['Setting', 'Look'], ...long))
    expect(unknown).toHaveLength(20)
    expect(Math.max(...unknown.map(({ length }) => length))).toBe(60)
  })
})
