import { describe, expect, test } from 'vitest'
import type { Part } from '@/lib/page/collection/parts'
import { countFirstSections, distributeRows, FIRST_ROWS } from '@/lib/page/wire/first-rows'
import { groups, prepare, shown, titles } from './support'

const FIRST: Part = { kind: 'first', rest: (view) => ({ data: '/api/rows/things', pages: `/rows/${view}/1` }) }
const rowsOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`Row ${index}`, { N: String(index), P: `p${index % 3}` }]),
  )
const schema = { N: { type: 'number' }, P: { type: 'text' }, Other: {} }
const views = [
  {
    format: { table_properties: shown('title', 'N') },
    query: { aggregations: [{ property: 'N', aggregator: 'sum' }] },
  },
  { type: 'list', id: 'list', name: 'Second', format: { list_properties: shown('title', 'Other') } },
]

describe('the first part of a database with many rows', () => {
  const data = prepare({ schema, rows: rowsOf(60), views, part: FIRST })

  test('is the first fifty rows of its first view, with only what they show', () => {
    expect(data.rows).toHaveLength(FIRST_ROWS)
    expect(titles(data)[49]).toBe('Row 49')
    expect(data.columns.map(({ name }) => name)).toEqual(['Name', 'N'])
  })

  test('counts and calculates over all of them', () => {
    expect(data.total).toBe(60)
    expect(data.views[0]?.sections[0]).toMatchObject({ total: 60, totals: [null, ['Sum', '1770']] })
  })

  test('knows the other views by name alone, and where the rest is', () => {
    expect(data.views[1]).toMatchObject({ name: 'Second', type: 'list', sections: [] })
    expect(data.rest).toEqual({ data: '/api/rows/things', pages: `/rows/${data.views[0]?.id}/1` })
  })

  test('cannot be sorted by a visitor yet', () => {
    expect(data.columns.every(({ ranks }) => ranks === undefined)).toBe(true)
  })

  test('shares its rows among the groups, and leaves out groups beyond fifty', () => {
    const by = (property: string) => [{ type: 'list', format: { collection_group_by: { property } } }]
    const three = prepare({ schema, rows: rowsOf(90), views: by('P'), part: FIRST })
    expect(groups(three).map(([label, members]) => [label, members.length])).toEqual([
      ['p0', 17],
      ['p1', 17],
      ['p2', 16],
    ])
    expect(three.views[0]?.sections.map(({ total }) => total)).toEqual([30, 30, 30])
    const many = prepare({ schema, rows: rowsOf(90), views: by('N'), part: FIRST })
    expect(many.views[0]).toMatchObject({ sectionsLeft: 40 })
    expect(many.rows).toHaveLength(50)
  })
})

describe('a database of at most fifty rows', () => {
  test('is whole, and can be sorted at once', () => {
    const data = prepare({ schema, rows: rowsOf(3), views, part: FIRST })
    expect(data.rest).toBeUndefined()
    expect(data.views.map(({ sections }) => sections[0]?.rows.length)).toEqual([3, 3])
    expect(data.columns.map(({ ranks }) => ranks)).toEqual([[0, 1, 2], [0, 1, 2], undefined])
  })

  test('names the page of all rows when its first view does not show all at first', () => {
    const format = { inline_collection_first_load_limit: { type: 'load_limit', limit: 2 } }
    const data = prepare({ schema, rows: rowsOf(3), views: [{ format }], part: FIRST })
    expect(data.views[0]?.pageSize).toBe(2)
    expect(data.rest).toEqual({ pages: `/rows/${data.views[0]?.id}/1` })
  })
})

describe('a page of rows', () => {
  const page = (from: number, more: object = {}) => {
    const { id } = prepare({ views: [views[1] ?? {}] }).views[0] ?? { id: '' }
    const of = { schema, rows: rowsOf(5), views, ...more }
    return prepare({ ...of, part: { kind: 'rows', view: id, from, count: 2 } })
  }

  test('is those rows of that view', () => {
    expect([0, 2, 4].map((from) => titles(page(from), 1))).toEqual([['Row 0', 'Row 1'], ['Row 2', 'Row 3'], ['Row 4']])
    expect(page(2).total).toBe(5)
    expect(page(2).views[0]?.sections).toEqual([])
  })

  test('goes from group to group', () => {
    const grouped = { ...views[1], format: { collection_group_by: { property: 'P' } } }
    expect(groups(page(1, { views: [views[0], grouped] }), 1)).toEqual([
      ['p0', ['Row 3']],
      ['p1', ['Row 1']],
    ])
  })
})

describe('a page size', () => {
  test.each([
    [10, 10],
    [1000, 50],
    [0, 50],
    [-5, 50],
    [Number.NaN, 50],
    [2.5, 2],
    ['25', 50],
    [null, 50],
  ])('of %j is %i', (limit, size) => {
    const format = { inline_collection_first_load_limit: { type: 'load_limit', limit } }
    expect(prepare({ views: [{ format }] }).views[0]?.pageSize).toBe(size)
  })
})

describe('sharing out', () => {
  test.each<[lengths: number[], size: number, shares: number[]]>([
    [[], 50, []],
    [[10], 50, [10]],
    [[100], 50, [50]],
    [[100], 10, [10]],
    [[100, 3, 100], 50, [24, 3, 23]],
    [[0, 100], 50, [0, 50]],
  ])('%j in pages of %i', (lengths, size, shares) => {
    expect(distributeRows(lengths, size)).toEqual(shares)
  })

  test('gives each of fifty sections one row, and later ones none', () => {
    const shares = distributeRows(
      Array.from({ length: 60 }, () => 9),
      50,
    )
    expect(shares.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 1))
    expect(shares.slice(50).every((share) => share === 0)).toBe(true)
  })

  test('shows no more boards than have fifty columns together, and at least one', () => {
    const board = (columns: number) => ({ columns: Array.from({ length: columns }, () => ({})) })
    expect(countFirstSections([board(20), board(20), board(20)])).toBe(2)
    expect(countFirstSections([board(200)])).toBe(1)
    expect(countFirstSections([{}, {}])).toBe(2)
  })
})
