import { describe, expect, test } from 'vitest'
import { arrange, type Filtering, getChoices, NO_FILTER, type Sorting } from '@/islands/collection/arrange'
import type { Column, Row } from '@/islands/collection/data'
import { collection, section, view } from './support'

const COLUMNS: Column[] = [
  { name: 'Name', kind: 'title', ranks: [2, 0, 1, 3] },
  { name: 'Price', kind: 'number', ranks: [1, -1, 0, 1] },
  { name: 'Tags', kind: 'tags', values: [{ text: 'red', color: 'red' }, { text: 'blue' }], ranks: [0, -1, 1, 0] },
  { name: 'Done', kind: 'checkbox', ranks: [1, 0, 0, 1] },
  { name: 'Files', kind: 'files' },
  { name: 'Day', kind: 'date' },
  { name: 'Site', kind: 'link' },
  { name: 'Hidden', kind: 'text' },
]
const ROWS: Row[] = [
  {
    path: '/pen',
    cells: [
      [['Pen ', 'b'], 'Holder'],
      '€2',
      [0],
      true,
      [{ name: 'photo.png', href: '/files/1' }],
      { text: 'Feb 1, 2020' },
      { text: 'example.com' },
      'secret',
    ],
  },
  { path: '/cat', cells: ['Cat'] },
  { path: '/ink', cells: ['Ink', '€1', [1], false] },
  { path: '/zip', cells: ['Zip', '€2', [0, 1], true] },
]
const all = view({
  columns: [0, 1, 2, 3, 4, 5, 6],
  sections: [section([0, 1, 2, 3], { totals: [{ label: 'Count', value: '4' }] })],
})
const data = collection({ columns: COLUMNS, rows: ROWS, views: [all] })
const createFilter = (init: Partial<Filtering>): Filtering => ({ ...NO_FILTER, ...init })
const arrangeRows = (sorted?: Sorting, filtering = NO_FILTER, tableView = all) =>
  arrange(data, tableView, sorted, filtering).sections.map(({ rows }) => rows)

describe('arrange with sorting', () => {
  test.each<[column: string, descending: boolean, rows: number[]]>([
    ['Name', false, [1, 2, 0, 3]],
    ['Name', true, [3, 0, 2, 1]],
    ['Price', false, [2, 0, 3, 1]],
    ['Price', true, [0, 3, 2, 1]],
  ])('sorts by the column %s (descending: %s), with rows without a value last', (column, descending, rows) => {
    expect(arrangeRows({ column, descending })).toEqual([rows])
  })

  test('sorts within each group, without changing the view', () => {
    const grouped = view({ sections: [section([0, 2], { label: 'A' }), section([3, 1], { label: 'B' })] })
    expect(arrangeRows({ column: 'Name', descending: false }, NO_FILTER, grouped)).toEqual([
      [2, 0],
      [1, 3],
    ])
    expect(grouped.sections.map(({ rows }) => rows)).toEqual([
      [0, 2],
      [3, 1],
    ])
  })

  test('keeps the calculations', () => {
    expect(arrange(data, all, { column: 'Name', descending: true }, NO_FILTER).sections[0]?.totals).toBeDefined()
  })

  test.each(['Files', 'Hidden', 'Gone'])(
    'returns the view itself for the column %s, which has no ranks or is not shown',
    (column) => {
      expect(arrange(data, all, { column, descending: false }, NO_FILTER)).toBe(all)
    },
  )
})

describe('arrange with a filter', () => {
  test.each<[words: string, rows: number[]]>([
    ['pen', [0]],
    ['PEN holder', [0]],
    ['holder €2', [0]],
    ['blue', [2, 3]],
    ['red blue', [3]],
    ['photo', [0]],
    ['feb 2020', [0]],
    ['example', [0]],
    ['secret', []],
    ['  ', [0, 1, 2, 3]],
  ])('filters by the words %j in its visible cells', (words, rows) => {
    expect(arrangeRows(undefined, createFilter({ words })).flat()).toEqual(rows)
  })

  test.each<[values: Record<string, string>, rows: number[]]>([
    [{ Tags: 'blue' }, [2, 3]],
    [{ Done: 'true' }, [0, 3]],
    [{ Done: 'false' }, [1, 2]],
    [{ Tags: 'red', Done: 'true' }, [0, 3]],
  ])('filters by the values %j', (values, rows) => {
    expect(arrangeRows(undefined, createFilter({ values: new Map(Object.entries(values)) })).flat()).toEqual(rows)
  })

  test.each<Record<string, string>>([{ Tags: 'green' }, { Done: 'maybe' }, { Gone: 'blue' }, { Hidden: 'secret' }])(
    'ignores the values %j, which are not available to this viewer',
    (values) => {
      expect(arrangeRows(undefined, createFilter({ values: new Map(Object.entries(values)) })).flat()).toEqual([
        0, 1, 2, 3,
      ])
    },
  )

  test('identifies values by their content, not by their index', () => {
    const { labels } = data
    const values: Column['values'] = [
      { text: 'Same', path: '/one' },
      { text: 'Same', path: '/two' },
    ]
    const people = ['Ada', 'Bo', 'Ada'].map((text) => ({ text }))
    expect([...getChoices({ name: 'Of', kind: 'pages', values }, labels)]).toEqual([
      ['/one', 'Same'],
      ['/two', 'Same'],
    ])
    expect([...getChoices({ name: 'By', kind: 'people', values: people }, labels)]).toEqual([
      ['Ada', 'Ada'],
      ['Bo', 'Bo'],
    ])
  })

  test('counts matches, and removes empty groups and calculations', () => {
    const grouped = view({
      columns: [0],
      sections: [
        section([0, 2], { label: 'A', totals: [{ label: 'Count', value: '2' }] }),
        section([1], { label: 'B' }),
      ],
    })
    expect(arrange(data, grouped, undefined, createFilter({ words: 'in' })).sections).toEqual([
      { rows: [2], total: 1, label: 'A', totals: undefined },
    ])
  })
})
