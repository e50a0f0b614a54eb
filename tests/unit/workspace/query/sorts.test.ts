import { describe, expect, test } from 'vitest'
import { createRowReader } from '@/lib/workspace/query/row-values'
import { readViewSorts, sortRows } from '@/lib/workspace/query/sorts'
import { date } from '@/tests/support/records'
import { createPeople, createRow, createView, NOW, names, SCHEMA } from './support'

describe('sortRows', () => {
  const A = createRow(
    'Émile',
    {
      number: '10',
      select: 'high, very',
      tags: 'b',
      date: date('2024-01-02'),
      tick: 'Yes',
      person: createPeople('Bo'),
    },
    3,
  )
  const B = createRow(
    'zoe 10',
    {
      number: '9',
      select: 'low',
      tags: 'a,b',
      date: date('2023-12-31', '10:00'),
      tick: 'No',
      person: createPeople('Ada'),
    },
    1,
  )
  const C = createRow('Zoe 9', { number: '-1', tags: 'a', tick: 'No' }, 2)
  const rows = [A, B, C]
  const reader = createRowReader({ schema: SCHEMA, rows, names, now: NOW })

  function sortByNames(...sort: unknown[]) {
    const sorts = readViewSorts(createView({ query: { sort } }), SCHEMA)
    return sortRows(rows, sorts, { schema: SCHEMA, read: reader, names }).map(
      (each) => ({ [A.id]: 'A', [B.id]: 'B', [C.id]: 'C' })[each.id],
    )
  }
  const createSort = (property: string, direction = 'ascending') => ({ property, direction })

  test.each<[string, unknown[], string]>([
    ['nothing', [], 'ABC'],
    ['title in the order of the language, and numbers in titles by value', [createSort('title')], 'ACB'],
    ['title descending', [createSort('title', 'descending')], 'BCA'],
    ['number', [createSort('number')], 'CBA'],
    ['number descending', [createSort('number', 'descending')], 'ABC'],
    ['options as listed, empty last', [createSort('select')], 'BAC'],
    ['options descending, empty last', [createSort('select', 'descending')], 'ABC'],
    ['several options', [createSort('tags')], 'CBA'],
    ['date, empty last', [createSort('date')], 'BAC'],
    ['checkbox', [createSort('tick')], 'BCA'],
    ['person by name', [createSort('person')], 'BAC'],
    ['created time', [createSort('made')], 'BCA'],
    ['formula', [createSort('double')], 'CBA'],
    ['first one, then another', [createSort('tick'), createSort('number')], 'CBA'],
    ['an unknown property', [createSort('gone')], 'ABC'],
    ['malformed sorts', [null, 5, 'number', {}, { property: 5 }], 'ABC'],
  ])('sorts by %s', (_, sort, order) => {
    expect(sortByNames(...sort).join('')).toBe(order)
  })

  test('readViewSorts returns nothing for a malformed list', () => {
    expect(readViewSorts(createView({ query: { sort: 'number' } }), SCHEMA)).toEqual([])
  })
})
