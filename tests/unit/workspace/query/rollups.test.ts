import { describe, expect, test } from 'vitest'
import { formatValue, type Names, type Value } from '@/lib/workspace/property-values'
import { aggregate, readAggregation } from '@/lib/workspace/query/aggregate'
import { createRowReader, type Rows } from '@/lib/workspace/query/row-values'
import { rankRows } from '@/lib/workspace/query/sorts'
import { findStatusGroup, getStatusGroups } from '@/lib/workspace/query/status-groups'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { createId, date, row } from '@/tests/support/records'

const names: Names = {
  userName: (id) => (id === createId('Ada') ? 'Ada' : undefined),
  isListed: () => true,
  pageTitle: (id) => (id === createId('Closed') ? undefined : id.slice(0, 4)),
  locale: 'en',
  timeZone: 'UTC',
}
const createRelationValue = (...rows: string[]): RichText => rows.map((name) => ['‣', [['p', createId(name)]]])
const createRows = (of: string, rows: Record<string, Record<string, string | RichText>>) =>
  Object.entries(rows).map(([name, values]) => row(name, of, values).block)
const createRelation = (of: string): PropertySchema => ({
  name: 'To',
  type: 'relation',
  more: { collection_pointer: { id: createId(of), table: 'collection' } },
})
const createRollup = (target: string, aggregation?: unknown, more: object = {}): PropertySchema => ({
  name: 'Up',
  type: 'rollup',
  more: { relation_property: 'To', target_property: target, aggregation, ...more },
})

const cities: Rows = {
  schema: {
    title: { name: 'Name', type: 'title' },
    People: { name: 'People', type: 'number', number_format: 'number_with_commas' },
    Since: { name: 'Since', type: 'date' },
    Port: { name: 'Port', type: 'checkbox' },
    State: {
      name: 'State',
      type: 'status',
      options: ['open', 'shut', 'done'].map((value) => ({ id: value, value })),
      more: { groups: [{ id: 'g', name: 'Busy', optionIds: ['open', 'shut'] }] },
    },
    To: createRelation('Countries'),
    Up: createRollup('Area', 'sum'),
  },
  rows: createRows('Cities', {
    Lisbon: {
      People: '500000',
      Since: date('1147-10-25'),
      Port: 'Yes',
      State: 'open',
      To: createRelationValue('Portugal'),
    },
    Porto: { People: '230000', Port: 'Yes', State: 'done', To: createRelationValue('Portugal') },
    Empty: {},
  }),
}
const countries: Rows = {
  schema: { Area: { name: 'Area', type: 'number' } },
  rows: createRows('Countries', { Portugal: { Area: '92' } }),
}
const related = new Map([
  [createId('Cities'), cities],
  [createId('Countries'), countries],
])

test.each<[aggregation: string, stored: RichText, text: string]>([
  ['percent_per_group', [['0.5']], '50%'],
  ['count_per_group', [['2']], '2'],
  ['a_later_function', [['‣', [['d', { type: 'date', start_date: '2024-02-01' }]]]], 'Feb 1, 2024'],
])('a rollup that is calculated by %s shows the stored result', (aggregation, stored, text) => {
  const format = (to: string) => {
    const values = { To: createRelationValue(to), Up: stored }
    const own: Rows = {
      schema: { To: createRelation('Cities'), Up: createRollup('State', aggregation) },
      rows: createRows('Own', { Own: values }),
    }
    const read = createRowReader({ ...own, related, names, now: 0 })
    return own.rows.map((each) => formatValue(read(each, 'Up'), names))
  }
  expect(format('Lisbon')).toEqual([text])
  // The result of a row that relates to one which the viewer may not read.
  expect(format('Secret')).toEqual([''])
})

function formatRollup(
  property: PropertySchema,
  cells: RichText = createRelationValue('Lisbon', 'Porto', 'Empty', 'Closed', 'Gone'),
) {
  const schema = { To: createRelation('Cities'), Up: property }
  const rows = createRows('Trips', { Trip: { To: cells } })
  const read = createRowReader({ schema, rows, related, names, now: 0 })
  return rows[0] && formatValue(read(rows[0], 'Up'), names)
}

describe('createRowReader: rollups over another database', () => {
  test.each<[target: string, aggregation: unknown, text: string]>([
    ['title', undefined, 'Lisbon, Porto, Empty'],
    ['People', 'show_original', '500,000, 230,000'],
    ['People', 'sum', '730,000'],
    ['People', 'average', '365,000'],
    ['People', 'median', '365,000'],
    ['People', 'min', '230,000'],
    ['People', 'max', '500,000'],
    ['People', 'range', '270,000'],
    ['People', 'count', '3'],
    ['People', 'count_values', '2'],
    ['People', 'empty', '1'],
    ['People', 'not_empty', '2'],
    ['People', 'percent_empty', '33.3%'],
    ['State', 'unique', '2'],
    ['State', 'count_unique_values', '2'],
    ['State', 'show_unique', 'open, done'],
    ['State', { operator: 'count_per_group', groupName: 'Busy' }, '1'],
    ['State', { operator: 'percent_per_group', groupName: 'Busy' }, '50%'],
    ['Port', 'checked', '2'],
    ['Port', 'percent_unchecked', '33.3%'],
    ['Since', 'earliest_date', 'Oct 25, 1147'],
    ['Up', 'sum', '184'],
    ['Up', 'percent_checked', '0%'],
    ['gone', undefined, ''],
  ])('calculates %s %j', (target, aggregation, text) => {
    expect(formatRollup(createRollup(target, aggregation))).toBe(text)
  })

  test('reads only rows that exist for the viewer', () => {
    expect(formatRollup(createRollup('People', 'count'), createRelationValue('Closed', 'Gone'))).toBe('')
  })

  test.each([undefined, null, 5, 'nowhere', {}])('returns no value for a relation or target of %j', (junk) => {
    expect(formatRollup(createRollup('People', 'sum', { relation_property: junk }))).toBe('')
    expect(formatRollup(createRollup('People', 'sum', { target_property: junk }))).toBe('')
  })

  test('returns an unknown instead of an empty value for a database that is not shared', () => {
    expect(formatRollup(createRollup('People', 'count', { unshared: true }), createRelationValue())).toBe('\uFFFD')
  })

  test('returns no value for a rollup that depends on itself', () => {
    const schema = { To: createRelation('Loop'), Up: createRollup('Up', 'sum') }
    const rows = createRows('Loop', { A: { To: createRelationValue('B') }, B: { To: createRelationValue('A') } })
    const read = createRowReader({
      schema,
      rows,
      related: new Map([[createId('Loop'), { schema, rows }]]),
      names,
      now: 0,
    })
    expect(rows.map((each) => read(each, 'Up'))).toEqual([undefined, undefined])
  })
})

test('createRowReader returns no value for too long a chain of formulas and rollups', () => {
  const createFormula = (id: string): PropertySchema => ({
    name: id,
    type: 'formula',
    more: { formula: { type: 'property', id, name: id, result_type: 'text' } },
  })
  const chain = Array.from({ length: 40 }, (_, n) => [
    n,
    n % 2 === 0 ? createFormula(`${n + 1}`) : createRollup(`${n + 1}`),
  ])
  const schema = { ...Object.fromEntries(chain), To: createRelation('Chain'), 40: { name: 'End', type: 'text' } }
  const rows = createRows('Chain', { Row: { To: createRelationValue('Row'), 40: 'the end' } })
  const read = createRowReader({
    schema,
    rows,
    related: new Map([[createId('Chain'), { schema, rows }]]),
    names,
    now: 0,
  })
  const formatAll = (property: string) => rows.map((each) => formatValue(read(each, property), names))
  expect(formatAll('0')).toEqual([''])
  expect(formatAll('36')).toEqual(['the end'])
})

test.each([
  undefined,
  null,
  7,
  'hologram',
  {},
  { operator: 'sum', groupName: 'x' },
  { operator: 'count_per_group' },
  '__proto__',
])('readAggregation returns undefined for %j', (stored) => {
  expect(readAggregation(stored)).toBeUndefined()
})

test('aggregate returns 0 for a missing group', () => {
  const values: Value[] = [{ type: 'options', options: ['open'] }]
  const aggregation = { name: 'count_per_group', group: 'Gone' }
  expect(aggregate(aggregation, values, names, cities.schema.State)).toEqual({ type: 'number', number: 0 })
  expect(aggregate(aggregation, values, names)).toEqual({ type: 'number', number: 0 })
})

test('getStatusGroups ignores malformed groups', () => {
  const read = (groups: unknown) => getStatusGroups({ name: '', type: 'status', more: { groups } })
  expect([null, 5, 'x', {}, [null, 5, {}, { name: 5 }]].map(read)).toEqual([[], [], [], [], []])
  expect(read([{ name: 'A', optionIds: 'x', color: 5 }])).toEqual([{ id: 'A', name: 'A', options: [] }])
  expect(findStatusGroup(cities.schema.State ?? { name: '', type: '' }, 'g')?.options).toEqual(['open', 'shut'])
})

describe('createRowReader: stored results of formulas', () => {
  const readResult = (
    stored: RichText | undefined,
    more: Record<string, unknown> = {},
    init: Partial<PropertySchema> = {},
  ) => {
    const schema = { F: { name: 'F', type: 'formula', more, ...init } }
    const rows = createRows('Rows', { Row: stored ? { F: stored } : {} })
    const read = createRowReader({ schema, rows, names, now: 0 })
    return rows[0] && read(rows[0], 'F')
  }
  const createNewerFormula = (type: unknown) => ({ formula2: { result_type: type } })

  test.each<[string, RichText, Record<string, unknown>, Value | undefined]>([
    ['text', [['a '], ['b', [['b']]]], createNewerFormula('text'), { type: 'text', text: 'a b' }],
    ['a number', [['1.50']], createNewerFormula('number'), { type: 'number', number: 1.5 }],
    ['a number in the older format', [['7']], { formula: { result_type: 'number' } }, { type: 'number', number: 7 }],
    ['a type in an object', [['7']], createNewerFormula({ type: 'number' }), { type: 'number', number: 7 }],
    ['a checked checkbox', [['Yes']], createNewerFormula('checkbox'), { type: 'checkbox', checked: true }],
    ['an unchecked checkbox', [['No']], createNewerFormula('boolean'), { type: 'checkbox', checked: false }],
    [
      'a date',
      date('2024-02-01'),
      createNewerFormula('date'),
      { type: 'date', date: { type: 'date', start_date: '2024-02-01' } },
    ],
    [
      'people',
      [['‣', [['u', createId('Ada')]]], [','], ['‣', [['u', createId('Bo')]]]],
      {},
      { type: 'people', ids: [createId('Ada'), createId('Bo')] },
    ],
    [
      'pages that exist for the viewer',
      createRelationValue('Open', 'Closed'),
      {},
      { type: 'pages', ids: [createId('Open')] },
    ],
    ['a text that is not a number', [['n/a']], createNewerFormula('number'), { type: 'text', text: 'n/a' }],
    ['an unknown type', [['x']], createNewerFormula('hologram'), { type: 'text', text: 'x' }],
    ['a hostile type', [['x']], createNewerFormula('__proto__'), { type: 'text', text: 'x' }],
    ['nothing', [['']], createNewerFormula('text'), undefined],
  ])('reads %s', (_, stored, more, value) => {
    expect(readResult(stored, more)).toEqual(value)
  })

  test('ignores the formula in the older format if there is one in the newer format', () => {
    const formula = { type: 'constant', value: '3', value_type: 'number', result_type: 'number' }
    expect(readResult(undefined, { formula })).toEqual({ type: 'number', number: 3 })
    expect(readResult(undefined, { formula, ...createNewerFormula('number') })).toBeUndefined()
    expect(readResult(undefined, { formula, formula2: null })).toEqual({ type: 'number', number: 3 })
  })

  test('formats the result in the format of its column', () => {
    expect(formatValue(readResult([['3']], createNewerFormula('number'), { number_format: 'euro' }), names)).toBe(
      '€3.00',
    )
  })
})

test('rankRows ranks rows by the sort order, and gives equal rows the same rank', () => {
  const schema: Rows['schema'] = { N: { name: 'N', type: 'number' } }
  const rows = createRows('Rows', { A: { N: '10' }, B: { N: '9' }, C: {}, D: { N: '10' }, E: { N: '-1' } })
  const read = createRowReader({ schema, rows, names, now: 0 })
  expect(rankRows(rows, 'N', { schema, read, names })).toEqual([2, 1, -1, 2, 0])
  expect(rankRows([], 'N', { schema, read, names })).toEqual([])
})
