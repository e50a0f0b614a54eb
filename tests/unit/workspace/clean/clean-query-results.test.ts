import { describe, expect, test } from 'vitest'
import { createId } from '../../../support/records'
import { cleanTables } from './support'

describe('cleanRecordMap: query results', () => {
  const [c, v, a, b] = [createId('c'), createId('v'), createId('a'), createId('b')]
  const cleanQueryResult = (result: unknown) =>
    cleanTables({ collection_query: { [c]: { [v]: result } } }).map.collection_query[c]?.[v]
  const results = { type: 'results', blockIds: [a, b] }

  test.each([
    ['under reducerResults', { reducerResults: { collection_group_results: results } }],
    ['in the format of notion-client', { collection_group_results: results }],
    ['in the old format', { blockIds: [a, b], total: 2, type: 'table' }],
    ['with ids in any notation', { blockIds: [a.toUpperCase(), a, 5, null, b.replaceAll('-', '')] }],
  ])('reads rows %s', (_name, result) => {
    expect(cleanQueryResult(result)).toEqual({ rows: [a, b], groups: [] })
  })

  test('keeps the stored order and the totals of groups', () => {
    const result = {
      list_groups: {
        type: 'groups',
        results: [{ value: { type: 'select', value: 'Zebra' } }, { value: { type: 'select' } }, { value: null }],
      },
      'results:select:uncategorized': { blockIds: [b] },
      'results:select:Zebra': { blockIds: [a] },
      'group_aggregation:select:Zebra': { aggregationResult: { value: 7 } },
    }
    expect(cleanQueryResult(result)).toEqual({
      rows: [a, b],
      groups: [
        { value: { type: 'select', value: 'Zebra' }, rows: [a], total: 7 },
        { value: { type: 'select' }, rows: [b], total: 1 },
      ],
    })
  })

  test('reads groups without a stored order from their keys', () => {
    const result = {
      'results:status:In: progress': { blockIds: [a] },
      'results:status:uncategorized': { blockIds: [] },
    }
    expect(cleanQueryResult(result)?.groups.map(({ value }) => value)).toEqual([
      { type: 'status', value: 'In: progress' },
      { type: 'status' },
    ])
  })

  test('identifies a group of dates by its first day', () => {
    const value = { type: 'date', value: { type: 'month', range: { start_date: '2024-01-01' } } }
    const result = { l: { type: 'groups', results: [{ value }] }, 'results:date:2024-01-01': { blockIds: [a] } }
    expect(cleanQueryResult(result)?.groups).toEqual([{ value, rows: [a], total: 1 }])
  })

  test('reads groups in the older format', () => {
    const result = { groupResults: [{ value: { type: 'select', value: 'x' }, blockIds: [a], total: 3 }, null] }
    expect(cleanQueryResult(result)?.groups).toEqual([{ value: { type: 'select', value: 'x' }, rows: [a], total: 3 }])
  })

  test.each([
    { blockIds: 'x' },
    { collection_group_results: null },
    { reducerResults: [] },
    { groupResults: {} },
    { l: { type: 'groups', results: 'x' }, 'results:select:x': null },
    { l: { type: 'groups', results: [null, 5, { value: {} }, { value: { type: {} } }] } },
  ])('returns no rows for %o', (result) => {
    expect(cleanQueryResult(result)).toEqual({ rows: [], groups: [] })
  })

  test.each([null, 5, 'x', []])('returns undefined for %o', (result) =>
    expect(cleanQueryResult(result)).toBeUndefined(),
  )
})
