import { describe, expect, test } from 'vitest'
import { createRowReader } from '@/lib/workspace/query/row-values'
import { readViewSorts, sortRows } from '@/lib/workspace/query/sorts'
import { date } from '@/tests/support/records'
import { block, NOW, names, person, SCHEMA, view } from '../things'

describe('sorts', () => {
  const A = block(
    'Émile',
    { number: '10', select: 'high, very', tags: 'b', date: date('2024-01-02'), tick: 'Yes', person: person('Bo') },
    3,
  )
  const B = block(
    'zoe 10',
    { number: '9', select: 'low', tags: 'a,b', date: date('2023-12-31', '10:00'), tick: 'No', person: person('Ada') },
    1,
  )
  const C = block('Zoe 9', { number: '-1', tags: 'a', tick: 'No' }, 2)
  const rows = [A, B, C]
  const reader = createRowReader({ schema: SCHEMA, rows, names, now: NOW })

  function sorted(...sort: unknown[]) {
    const sorts = readViewSorts(view({ query: { sort } }), SCHEMA)
    return sortRows(rows, sorts, { schema: SCHEMA, read: reader, names }).map(
      (each) => ({ [A.id]: 'A', [B.id]: 'B', [C.id]: 'C' })[each.id],
    )
  }
  const by = (property: string, direction = 'ascending') => ({ property, direction })

  test.each<[string, unknown[], string]>([
    ['nothing', [], 'ABC'],
    ['title by the language, numbers in it by size', [by('title')], 'ACB'],
    ['title descending', [by('title', 'descending')], 'BCA'],
    ['number', [by('number')], 'CBA'],
    ['number descending', [by('number', 'descending')], 'ABC'],
    ['options as listed, empty last', [by('select')], 'BAC'],
    ['options descending, empty last too', [by('select', 'descending')], 'ABC'],
    ['several options', [by('tags')], 'CBA'],
    ['date, empty last', [by('date')], 'BAC'],
    ['checkbox', [by('tick')], 'BCA'],
    ['person by name', [by('person')], 'BAC'],
    ['created time', [by('made')], 'BCA'],
    ['formula', [by('double')], 'CBA'],
    ['first one, then another', [by('tick'), by('number')], 'CBA'],
    ['an unknown property', [by('gone')], 'ABC'],
    ['things that are no sorts', [null, 5, 'number', {}, { property: 5 }], 'ABC'],
  ])('by %s', (_, sort, order) => {
    expect(sorted(...sort).join('')).toBe(order)
  })

  test('a list of sorts that is none sorts nothing', () => {
    expect(readViewSorts(view({ query: { sort: 'number' } }), SCHEMA)).toEqual([])
  })
})
