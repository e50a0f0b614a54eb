import { describe, expect, test } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { createId, date } from '@/tests/support/records'
import { context, createRow, getGroups, prepare } from './support'

const createPeople = (...names: string[]): RichText => names.map((name) => ['‣', [['u', createId(name)]]])
const createPages = (...names: string[]): RichText => names.map((name) => ['‣', [['p', createId(name)]]])
const createOptions = (...values: string[]) => values.map((value) => ({ id: value, value, color: 'red' }))
const arrange = (...values: [value: unknown, hidden?: boolean][]) =>
  values.map(([value, hidden = false]) => ({ property: 'P', value, hidden }))

type Values = Record<string, string | RichText>

interface Init {
  by?: object
  arranged?: unknown
  more?: object
  hidden?: string[]
}

/** Groups rows by the property P, and returns each group as `label: titles`. */
function groupByProperty(
  type: string,
  values: Record<string, string | RichText | undefined>,
  init: Init = {},
): string[] {
  const rows = Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Values] => [name, value === undefined ? {} : { P: value }]),
  )
  const data = prepare({
    schema: { P: { type, ...init.more } },
    rows,
    context: context({ hidden: init.hidden }),
    views: [
      {
        type: 'list',
        format: { collection_group_by: { property: 'P', type, ...init.by }, collection_groups: init.arranged },
      },
    ],
  })
  return getGroups(data).map(([label, members]) => `${label}: ${members.join('')}`)
}

describe('prepareCollection: groups by type', () => {
  test.each<[string, string, Record<string, string | RichText | undefined>, Init, string[]]>([
    [
      'options',
      'select',
      { A: 'x', B: 'y', C: undefined },
      { more: { options: createOptions('y', 'x') } },
      ['y: B', 'x: A', 'No P: C'],
    ],
    ['status', 'status', { A: 'x' }, { more: { options: createOptions('x', 'z') } }, ['x: A', 'z: ']],
    [
      'several options',
      'multi_select',
      { A: 'x,y', B: 'y' },
      { more: { options: createOptions('x', 'y') } },
      ['x: A', 'y: AB'],
    ],
    [
      'an option that the schema no longer contains',
      'select',
      { A: 'old', B: 'x' },
      { more: { options: createOptions('x') } },
      ['x: B', 'No P: A'],
    ],
    ['an option with a comma', 'select', { A: 'x, y' }, { more: { options: createOptions('x, y') } }, ['x, y: A']],
    [
      'the names of people',
      'person',
      { A: createPeople('Bo'), B: createPeople('Ada', 'Bo'), C: undefined },
      {},
      ['Ada Lovelace: B', 'Bo Diddley: AB', 'No P: C'],
    ],
    ['unknown people', 'person', { A: createPeople('Nobody') }, {}, ['No P: A']],
    ['checkbox', 'checkbox', { A: 'Yes', B: 'No', C: undefined }, {}, ['Unchecked: BC', 'Checked: A']],
    [
      'numbers, including zero',
      'number',
      { A: '10', B: '9', C: '0', D: '10', E: undefined },
      {},
      ['0: C', '9: B', '10: AD', 'No P: E'],
    ],
    ['texts', 'text', { A: 'b', B: 'a', C: 'b' }, {}, ['a: B', 'b: AC']],
    [
      'the first letter of texts',
      'text',
      { A: 'berry', B: 'apple', C: 'Banana' },
      { by: { groupBy: 'alphabet_prefix' } },
      ['A: B', 'B: AC'],
    ],
    ['addresses', 'url', { A: 'https://a.example', B: undefined }, {}, ['https://a.example: A', 'No P: B']],
    [
      'days',
      'date',
      { A: date('2024-06-15'), B: date('2024-06-14'), C: undefined },
      { by: { groupBy: 'day' } },
      ['Jun 14, 2024: B', 'Jun 15, 2024: A', 'No P: C'],
    ],
    [
      'weeks',
      'date',
      { A: date('2024-06-15'), B: date('2024-06-16'), C: date('2024-06-17') },
      { by: { groupBy: 'week' } },
      ['Jun 10 – 16, 2024: AB', 'Jun 17 – 23, 2024: C'],
    ],
    [
      'months',
      'date',
      { A: date('2024-06-30'), B: date('2024-07-01', '00:00') },
      { by: { groupBy: 'month' } },
      ['June 2024: A', 'July 2024: B'],
    ],
    [
      'years',
      'date',
      { A: date('2024-06-30'), B: date('2023-07-01') },
      { by: { groupBy: 'year' } },
      ['2023: B', '2024: A'],
    ],
    ['a date that does not exist', 'date', { A: date('2024-02-31') }, {}, ['No P: A']],
    ['files', 'file', { A: [['a.txt', [['a', 'https://example.com/a.txt']]]] }, {}, ['a.txt: A']],
    ['an unknown type', 'mood', { A: 'good' }, {}, ['good: A']],
  ])('groups by %s', (_, type, values, init, expected) => {
    expect(groupByProperty(type, values, init)).toEqual(expected)
  })

  test('groups by title', () => {
    const format = { collection_group_by: { property: 'title', type: 'title' } }
    const data = prepare({ rows: { B: {}, A: {} }, views: [{ type: 'list', format }] })
    expect(getGroups(data)).toEqual([
      ['A', ['A']],
      ['B', ['B']],
    ])
  })

  test('groups by related pages that exist for the viewer', () => {
    const label = `Page ${createId('Paris').slice(0, 8)}`
    const values = { A: createPages('Paris', 'Secret'), B: createPages('Secret') }
    expect(groupByProperty('relation', values, { hidden: ['Secret'] })).toEqual([`${label}: A`, 'No P: B'])
  })

  test('groups by the creation time in the time zone of the site', () => {
    const blocks = [createRow('A', {}, { created_time: Date.parse('2024-06-30T23:00:00Z') })]
    const view = { type: 'list', format: { collection_group_by: { property: 'Made', groupBy: 'month' } } }
    const getFirstLabel = (timeZone: string) =>
      getGroups(
        prepare({ schema: { Made: { type: 'created_time' } }, blocks, views: [view], context: context({ timeZone }) }),
      )[0]?.[0]
    expect([getFirstLabel('UTC'), getFirstLabel('Asia/Shanghai')]).toEqual(['June 2024', 'July 2024'])
  })

  test('groups by the result of a formula', () => {
    const more = {
      formula: { type: 'function', name: 'length', args: [{ type: 'property', id: 'title', result_type: 'text' }] },
    }
    expect(groupByProperty('formula', { A: undefined, BB: undefined }, { more: { more } })).toEqual(['1: A', '2: BB'])
  })
})

describe('prepareCollection: arranged groups', () => {
  const values = { A: 'x', B: 'y', C: undefined, D: 'z' }
  const more = { options: createOptions('x', 'y', 'z') }
  const createValue = (name?: string) => ({ type: 'select', ...(name && { value: name }) })

  test.each<[string, Init, string[]]>([
    [
      'the order of the view',
      { arranged: arrange([createValue('y')], [createValue()], [createValue('x')]) },
      ['y: B', 'No P: C', 'x: A', 'z: D'],
    ],
    [
      'null as the group without a value',
      { arranged: arrange([null], [createValue('x')]) },
      ['No P: C', 'x: A', 'y: B', 'z: D'],
    ],
    [
      'a missing value as the group without a value',
      { arranged: [{ property: 'P' }] },
      ['No P: C', 'x: A', 'y: B', 'z: D'],
    ],
    ['hidden groups', { arranged: arrange([createValue('y'), true], [null, true]) }, ['x: A', 'z: D']],
    [
      'groups of another property, which are ignored',
      { arranged: [{ property: 'Q', value: createValue('y'), hidden: true }] },
      ['x: A', 'y: B', 'z: D', 'No P: C'],
    ],
    [
      'an option that no longer exists',
      { arranged: arrange([createValue('gone')]) },
      ['x: A', 'y: B', 'z: D', 'No P: C'],
    ],
    [
      'a group that is listed twice',
      { arranged: arrange([createValue('z')], [createValue('z')]) },
      ['z: D', 'x: A', 'y: B', 'No P: C'],
    ],
    [
      'a descending order',
      { by: { sort: { type: 'descending' } }, arranged: arrange([createValue('x')]) },
      ['z: D', 'y: B', 'x: A', 'No P: C'],
    ],
    [
      'junk',
      { arranged: [null, 5, 'x', [], { value: [] }, { value: { value: { range: 5 } } }] },
      ['x: A', 'y: B', 'z: D', 'No P: C'].sort(),
    ],
  ])('applies %s', (name, init, expected) => {
    const found = groupByProperty('select', values, { more, ...init })
    expect(name === 'junk' ? found.sort() : found).toEqual(expected)
  })

  test('shows options without rows, unless the view hides empty groups', () => {
    expect(groupByProperty('select', { A: 'x' }, { more })).toEqual(['x: A', 'y: ', 'z: '])
    expect(groupByProperty('select', { A: 'x' }, { more, by: { hideEmptyGroups: true } })).toEqual(['x: A'])
  })

  test('does not show an empty group without a value at any position', () => {
    expect(
      groupByProperty('select', { A: 'y' }, { more, arranged: arrange([createValue()], [createValue('y')]) }),
    ).toEqual(['y: A', 'x: ', 'z: '])
  })

  test('hides a group of a checkbox and a group of a month', () => {
    expect(
      groupByProperty('checkbox', { A: 'Yes', B: 'No' }, { arranged: arrange([{ type: 'checkbox' }, true]) }),
    ).toEqual(['Checked: A'])
    const june = { type: 'date', value: { type: 'month', range: { start_date: '2024-06-01', end_date: '2024-06-30' } } }
    const dates = { A: date('2024-06-15'), B: date('2024-07-15') }
    expect(groupByProperty('date', dates, { arranged: arrange([june, true]) })).toEqual(['July 2024: B'])
  })

  test('returns the color, the count and the calculations of each group', () => {
    const data = prepare({
      schema: { P: { type: 'select', ...more }, N: { type: 'number' } },
      rows: { A: { P: 'x', N: '1' }, B: { P: 'x', N: '2' }, C: { N: '4' } },
      views: [
        {
          format: { collection_group_by: { property: 'P', hideEmptyGroups: true } },
          query: { aggregations: [{ property: 'N', aggregator: 'sum' }] },
        },
      ],
    })
    expect(data.views[0]?.sections).toMatchObject([
      { label: 'x', color: 'red', total: 2, totals: [null, null, { label: 'Sum', value: '3' }] },
      { label: 'No P', total: 1, totals: [null, null, { label: 'Sum', value: '4' }] },
    ])
  })
})
