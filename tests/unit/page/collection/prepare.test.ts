import { describe, expect, test } from 'vitest'
import type { QueryResult } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { context, getTitles, prepare, shown } from './support'

describe('prepareCollection: data for the browser', () => {
  const schema = { Open: {}, Secret: {}, Filter: { type: 'checkbox' } }
  const rows = {
    Kept: { Open: 'open words', Secret: 'secret words', Filter: 'Yes' },
    Filtered: { Open: 'filtered words', Secret: 'secret words' },
  }
  const views = [
    {
      format: { table_properties: [...shown('title', 'Open'), { property: 'Secret', visible: false }] },
      query: {
        filter: { property: 'Filter', filter: { operator: 'checkbox_is', value: { type: 'exact', value: true } } },
      },
    },
  ]

  test('omits properties and rows that no view shows', () => {
    const { labels: _, ...data } = prepare({ schema, rows, views })
    const sent = JSON.stringify(data)
    expect(sent).toContain('open words')
    expect(sent).not.toMatch(/secret|Secret|Filter|filtered/)
  })

  test('omits rows that the viewer may not read, even from counts', () => {
    const data = prepare({
      schema,
      rows: { Kept: { Open: 'a' }, Private: { Open: 'b' } },
      views: [{ query: { aggregations: [{ property: 'title', aggregator: 'count' }] } }],
      results: { [createId('view')]: { rows: [createId('Private'), createId('Kept')], groups: [] } },
      context: context({ hidden: ['Private'] }),
    })
    expect(getTitles(data)).toEqual(['Kept'])
    expect(data.total).toBe(1)
    expect(data.views[0]?.sections[0]?.totals?.[0]).toEqual({ label: 'Count', value: '1' })
    expect(JSON.stringify(data)).not.toContain('Private')
  })

  test('contains no ids of records', () => {
    expect(JSON.stringify(prepare({ schema, rows, views }))).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  test('contains a property of two views once', () => {
    const data = prepare({ schema, rows, views: [{}, { id: createId('other') }] })
    expect(data.columns.filter((column) => column.name === 'Open')).toHaveLength(1)
    expect(data.views.map((view) => view.columns)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ])
  })
})

describe('prepareCollection: rows', () => {
  const schema = { N: { type: 'number' } }
  const rows = { A: { N: '2' }, B: { N: '1' }, C: { N: '3' }, D: {} }
  const createResults = (...names: string[]) => ({ [createId('view')]: { rows: names.map(createId), groups: [] } })
  const createMinimumFilter = (value: number) => ({
    property: 'N',
    filter: { operator: 'number_greater_than', value: { type: 'exact', value } },
  })
  const UNKNOWN_FILTER = { property: 'gone', filter: { operator: 'string_is', value: { type: 'exact', value: 'x' } } }

  test.each<[string, object, Record<string, QueryResult>, string]>([
    ['in their own order without a stored result', {}, {}, 'ABCD'],
    ['in the order of the stored result, followed by the rest', {}, createResults('C', 'A', 'Gone', 'A'), 'CABD'],
    [
      'in the order of the sorts of the view',
      { sort: [{ property: 'N', direction: 'ascending' }] },
      createResults('C', 'A'),
      'BACD',
    ],
    [
      'that pass the filter of the view, independently of the stored result',
      { filter: createMinimumFilter(1) },
      createResults('B', 'C'),
      'CA',
    ],
    [
      'of the stored result only, if the filter is unsupported',
      { filter: UNKNOWN_FILTER },
      createResults('C', 'B'),
      'CB',
    ],
    [
      'without exception, if the filter is unsupported and there is no stored result',
      { filter: UNKNOWN_FILTER },
      {},
      'ABCD',
    ],
    [
      'that pass the supported part of a filter',
      { filter: { operator: 'and', filters: [UNKNOWN_FILTER, createMinimumFilter(1)] } },
      createResults('C'),
      'CA',
    ],
  ])('returns rows %s', (_, query, results, order) => {
    expect(
      getTitles(prepare({ schema, rows, views: [{ query: { ...query } }], results: { ...results } })).join(''),
    ).toBe(order)
  })
})

test('prepareCollection returns calculations below the shown columns [N-150]', () => {
  const data = prepare({
    schema: { N: { type: 'number', number_format: 'percent' }, Hidden: { type: 'number' } },
    rows: { A: { N: '0.5', Hidden: '1' }, B: { N: '0.07', Hidden: '2' }, C: {} },
    views: [
      {
        format: { table_properties: shown('title', 'N') },
        query: {
          aggregations: [{ property: 'N', aggregator: 'sum' }, { property: 'Hidden', aggregator: 'sum' }, null],
          aggregate: [{ property: 'title', aggregation_type: 'count' }],
        },
      },
    ],
  })
  expect(data.views[0]?.sections[0]?.totals).toEqual([
    { label: 'Count', value: '3' },
    { label: 'Sum', value: '57%' },
  ])
})

test('prepareCollection labels a percentage like the corresponding count', () => {
  const getTotal = (aggregator: string) => {
    const query = { aggregations: [{ property: 'N', aggregator }] }
    const views = [{ format: { table_properties: shown('N') }, query }]
    const data = prepare({ schema: { N: { type: 'checkbox' } }, rows: { A: { N: 'Yes' }, B: {} }, views })
    return data.views[0]?.sections[0]?.totals?.find((total) => total !== null)
  }
  expect(['checked', 'percent_checked', 'percent_not_empty', 'show_unique'].map(getTotal)).toEqual([
    { label: 'Checked', value: '1' },
    { label: 'Checked', value: '50%' },
    { label: 'Not empty', value: '50%' },
    { label: 'Unique', value: 'Yes, No' },
  ])
})

describe('prepareCollection: malformed collections', () => {
  test('returns titles without a schema', () => {
    const data = prepare({ collection: { schema: {} }, rows: { A: {}, B: {} } })
    expect(getTitles(data)).toEqual(['A', 'B'])
  })

  test('returns nothing without views', () => {
    expect(prepare({ rows: { A: {} }, views: [] })).toMatchObject({ views: [], rows: [] })
  })

  test.each([null, 5, 'text', {}, [null, 5, 'text', {}, { property: 5 }, { property: '__proto__' }]])(
    'ignores the malformed settings %j',
    (junk) => {
      const format = Object.fromEntries(
        ['table_properties', 'collection_groups', 'collection_group_by', 'property_filters', 'gallery_cover'].map(
          (key) => [key, junk],
        ),
      )
      const query = { sort: junk, aggregations: junk, aggregate: junk, group_by: junk }
      const data = prepare({ schema: { A: {} }, rows: { Row: { A: 'a' } }, views: [{ format, query }] })
      expect(getTitles(data)).toEqual(['Row'])
    },
  )
})
