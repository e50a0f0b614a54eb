import { describe, expect, test } from 'vitest'
import { countFirstSections, distributeRows, FIRST_ROWS } from '@/islands/collection/first-rows'
import type { Part } from '@/lib/page/collection/groups'
import { getGroups, getTitles, prepare, shown } from './support'

const FIRST_PART: Part = { kind: 'first', rest: (view) => ({ data: '/api/rows/things', pages: `/rows/${view}/1` }) }
const createRows = (count: number) =>
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

describe('prepareCollection: first part of a large database', () => {
  const data = prepare({ schema, rows: createRows(60), views, part: FIRST_PART })

  test('contains the first fifty rows of the first view, and only their shown properties', () => {
    expect(data.rows).toHaveLength(FIRST_ROWS)
    expect(getTitles(data)[49]).toBe('Row 49')
    expect(data.columns.map(({ name }) => name)).toEqual(['Name', 'N'])
  })

  test('counts and aggregates all rows', () => {
    expect(data.total).toBe(60)
    expect(data.views[0]?.sections[0]).toMatchObject({ total: 60, totals: [null, { label: 'Sum', value: '1770' }] })
  })

  test('contains the names of the other views, and the address of the rest', () => {
    expect(data.views[1]).toMatchObject({ name: 'Second', type: 'list', sections: [] })
    expect(data.rest).toEqual({ data: '/api/rows/things', pages: `/rows/${data.views[0]?.id}/1` })
  })

  test('contains no ranks for sorting', () => {
    expect(data.columns.every(({ ranks }) => ranks === undefined)).toBe(true)
  })

  test('distributes its rows among the groups, and omits groups after the fiftieth', () => {
    const createGroupedViews = (property: string) => [{ type: 'list', format: { collection_group_by: { property } } }]
    const threeGroups = prepare({ schema, rows: createRows(90), views: createGroupedViews('P'), part: FIRST_PART })
    expect(getGroups(threeGroups).map(([label, members]) => [label, members.length])).toEqual([
      ['p0', 17],
      ['p1', 17],
      ['p2', 16],
    ])
    expect(threeGroups.views[0]?.sections.map(({ total }) => total)).toEqual([30, 30, 30])
    const manyGroups = prepare({ schema, rows: createRows(90), views: createGroupedViews('N'), part: FIRST_PART })
    expect(manyGroups.views[0]).toMatchObject({ sectionsLeft: 40 })
    expect(manyGroups.rows).toHaveLength(50)
  })
})

describe('prepareCollection: first part of a small database', () => {
  test('contains all rows, and ranks for sorting', () => {
    const data = prepare({ schema, rows: createRows(3), views, part: FIRST_PART })
    expect(data.rest).toBeUndefined()
    expect(data.views.map(({ pages }) => pages)).toEqual([undefined, `/rows/${data.views[1]?.id}/1`])
    expect(data.views.map(({ sections }) => sections[0]?.rows.length)).toEqual([3, 3])
    expect(data.columns.map(({ ranks }) => ranks)).toEqual([[0, 1, 2], [0, 1, 2], undefined])
  })

  test('contains the address of the page of all rows if the view limits its first rows', () => {
    const format = { inline_collection_first_load_limit: { type: 'load_limit', limit: 2 } }
    const data = prepare({ schema, rows: createRows(3), views: [{ format }], part: FIRST_PART })
    expect(data.views[0]?.pageSize).toBe(2)
    expect(data.rest).toEqual({ pages: `/rows/${data.views[0]?.id}/1` })
  })
})

describe('prepareCollection: page of rows', () => {
  const preparePage = (from: number, more: object = {}) => {
    const { id } = prepare({ views: [views[1] ?? {}] }).views[0] ?? { id: '' }
    const sample = { schema, rows: createRows(5), views, ...more }
    return prepare({ ...sample, part: { kind: 'rows', view: id, from, count: 2 } })
  }

  test('contains the given rows of the given view', () => {
    expect([0, 2, 4].map((from) => getTitles(preparePage(from), 1))).toEqual([
      ['Row 0', 'Row 1'],
      ['Row 2', 'Row 3'],
      ['Row 4'],
    ])
    expect(preparePage(2).total).toBe(5)
    expect(preparePage(2).views[0]?.sections).toEqual([])
  })

  test('continues from group to group', () => {
    const grouped = { ...views[1], format: { collection_group_by: { property: 'P' } } }
    expect(getGroups(preparePage(1, { views: [views[0], grouped] }), 1)).toEqual([
      ['p0', ['Row 3']],
      ['p1', ['Row 1']],
    ])
  })
})

describe('prepareCollection: page size', () => {
  test.each([
    [10, 10],
    [1000, 50],
    [0, 50],
    [-5, 50],
    [Number.NaN, 50],
    [2.5, 2],
    ['25', 50],
    [null, 50],
  ])('is for the stored limit %j the number %i', (limit, size) => {
    const format = { inline_collection_first_load_limit: { type: 'load_limit', limit } }
    expect(prepare({ views: [{ format }] }).views[0]?.pageSize).toBe(size)
  })
})

describe('distributeRows', () => {
  test.each<[lengths: number[], size: number, shares: number[]]>([
    [[], 50, []],
    [[10], 50, [10]],
    [[100], 50, [50]],
    [[100], 10, [10]],
    [[100, 3, 100], 50, [24, 3, 23]],
    [[0, 100], 50, [0, 50]],
  ])('distributes %j in pages of %i', (lengths, size, shares) => {
    expect(distributeRows(lengths, size)).toEqual(shares)
  })

  test('returns one row for each of fifty sections, and none for later sections', () => {
    const shares = distributeRows(
      Array.from({ length: 60 }, () => 9),
      50,
    )
    expect(shares.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 1))
    expect(shares.slice(50).every((share) => share === 0)).toBe(true)
  })

  test('countFirstSections counts boards with at most fifty columns together, and at least one board', () => {
    const createBoard = (columns: number) => ({ columns: Array.from({ length: columns }, () => ({})) })
    expect(countFirstSections([createBoard(20), createBoard(20), createBoard(20)])).toBe(2)
    expect(countFirstSections([createBoard(200)])).toBe(1)
    expect(countFirstSections([{}, {}])).toBe(2)
  })
})
