import { describe, expect, test } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { date, idOf } from '@/tests/support/records'
import { context, groups, prepare, rowBlock, titles } from './support'

const person = (...names: string[]): RichText => names.map((name) => ['‣', [['u', idOf(name)]]])
const page = (...names: string[]): RichText => names.map((name) => ['‣', [['p', idOf(name)]]])
const options = (...values: string[]) => values.map((value) => ({ id: value, value, color: 'red' }))
const arranged = (...values: [value: unknown, hidden?: boolean][]) =>
  values.map(([value, hidden = false]) => ({ property: 'P', value, hidden }))

type Values = Record<string, string | RichText>

interface Init {
  by?: object
  arranged?: unknown
  more?: object
  hidden?: string[]
}

/** Rows by one property called P, in a list grouped by it; each group as `label: titles`. */
function group(type: string, values: Record<string, string | RichText | undefined>, init: Init = {}): string[] {
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
  return groups(data).map(([label, members]) => `${label}: ${members.join('')}`)
}

describe('groups by every type', () => {
  test.each<[string, string, Record<string, string | RichText | undefined>, Init, string[]]>([
    [
      'options',
      'select',
      { A: 'x', B: 'y', C: undefined },
      { more: { options: options('y', 'x') } },
      ['y: B', 'x: A', 'No P: C'],
    ],
    ['status', 'status', { A: 'x' }, { more: { options: options('x', 'z') } }, ['x: A', 'z: ']],
    [
      'several options',
      'multi_select',
      { A: 'x,y', B: 'y' },
      { more: { options: options('x', 'y') } },
      ['x: A', 'y: AB'],
    ],
    [
      'an option that the schema lost',
      'select',
      { A: 'old', B: 'x' },
      { more: { options: options('x') } },
      ['x: B', 'old: A'],
    ],
    ['an option with a comma', 'select', { A: 'x, y' }, { more: { options: options('x, y') } }, ['x, y: A']],
    [
      'people by name',
      'person',
      { A: person('Bo'), B: person('Ada', 'Bo'), C: undefined },
      {},
      ['Ada Lovelace: B', 'Bo Diddley: AB', 'No P: C'],
    ],
    ['people nobody knows', 'person', { A: person('Nobody') }, {}, ['No P: A']],
    ['checkbox', 'checkbox', { A: 'Yes', B: 'No', C: undefined }, {}, ['Unchecked: BC', 'Checked: A']],
    [
      'numbers, zero among them',
      'number',
      { A: '10', B: '9', C: '0', D: '10', E: undefined },
      {},
      ['0: C', '9: B', '10: AD', 'No P: E'],
    ],
    ['texts', 'text', { A: 'b', B: 'a', C: 'b' }, {}, ['a: B', 'b: AC']],
    [
      'texts by letter',
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
    ['a type of tomorrow', 'mood', { A: 'good' }, {}, ['good: A']],
  ])('%s', (_, type, values, init, expected) => {
    expect(group(type, values, init)).toEqual(expected)
  })

  test('titles', () => {
    const format = { collection_group_by: { property: 'title', type: 'title' } }
    const data = prepare({ rows: { B: {}, A: {} }, views: [{ type: 'list', format }] })
    expect(groups(data)).toEqual([
      ['A', ['A']],
      ['B', ['B']],
    ])
  })

  test('relations to pages that exist for the viewer', () => {
    const label = `Page ${idOf('Paris').slice(0, 8)}`
    const values = { A: page('Paris', 'Secret'), B: page('Secret') }
    expect(group('relation', values, { hidden: ['Secret'] })).toEqual([`${label}: A`, 'No P: B'])
  })

  test('a made time on the site’s clock', () => {
    const blocks = [rowBlock('A', {}, { created_time: Date.parse('2024-06-30T23:00:00Z') })]
    const view = { type: 'list', format: { collection_group_by: { property: 'Made', groupBy: 'month' } } }
    const label = (timeZone: string) =>
      groups(
        prepare({ schema: { Made: { type: 'created_time' } }, blocks, views: [view], context: context({ timeZone }) }),
      )[0]?.[0]
    expect([label('UTC'), label('Asia/Shanghai')]).toEqual(['June 2024', 'July 2024'])
  })

  test('a formula by its result', () => {
    const more = {
      formula: { type: 'function', name: 'length', args: [{ type: 'property', id: 'title', result_type: 'text' }] },
    }
    expect(group('formula', { A: undefined, BB: undefined }, { more: { more } })).toEqual(['1: A', '2: BB'])
  })
})

describe('arrangement', () => {
  const values = { A: 'x', B: 'y', C: undefined, D: 'z' }
  const more = { options: options('x', 'y', 'z') }
  const value = (name?: string) => ({ type: 'select', ...(name && { value: name }) })

  test.each<[string, Init, string[]]>([
    [
      'as the view arranges',
      { arranged: arranged([value('y')], [value()], [value('x')]) },
      ['y: B', 'No P: C', 'x: A', 'z: D'],
    ],
    [
      'null is the group without value',
      { arranged: arranged([null], [value('x')]) },
      ['No P: C', 'x: A', 'y: B', 'z: D'],
    ],
    ['a missing value too', { arranged: [{ property: 'P' }] }, ['No P: C', 'x: A', 'y: B', 'z: D']],
    ['hidden ones are gone', { arranged: arranged([value('y'), true], [null, true]) }, ['x: A', 'z: D']],
    [
      'groups of another property mean nothing',
      { arranged: [{ property: 'Q', value: value('y'), hidden: true }] },
      ['x: A', 'y: B', 'z: D', 'No P: C'],
    ],
    ['an arranged option that is gone', { arranged: arranged([value('gone')]) }, ['x: A', 'y: B', 'z: D', 'No P: C']],
    [
      'one that is listed twice',
      { arranged: arranged([value('z')], [value('z')]) },
      ['z: D', 'x: A', 'y: B', 'No P: C'],
    ],
    [
      'by order',
      { by: { sort: { type: 'descending' } }, arranged: arranged([value('x')]) },
      ['z: D', 'y: B', 'x: A', 'No P: C'],
    ],
    [
      'junk',
      { arranged: [null, 5, 'x', [], { value: [] }, { value: { value: { range: 5 } } }] },
      ['x: A', 'y: B', 'z: D', 'No P: C'].sort(),
    ],
  ])('%s', (name, init, expected) => {
    const found = group('select', values, { more, ...init })
    expect(name === 'junk' ? found.sort() : found).toEqual(expected)
  })

  test('options without rows are groups, unless the view hides empty ones', () => {
    expect(group('select', { A: 'x' }, { more })).toEqual(['x: A', 'y: ', 'z: '])
    expect(group('select', { A: 'x' }, { more, by: { hideEmptyGroups: true } })).toEqual(['x: A'])
  })

  test('the group without value is not shown empty, wherever the view has it', () => {
    expect(group('select', { A: 'y' }, { more, arranged: arranged([value()], [value('y')]) })).toEqual([
      'y: A',
      'x: ',
      'z: ',
    ])
  })

  test('a hidden tick, a hidden month', () => {
    expect(group('checkbox', { A: 'Yes', B: 'No' }, { arranged: arranged([{ type: 'checkbox' }, true]) })).toEqual([
      'Checked: A',
    ])
    const june = { type: 'date', value: { type: 'month', range: { start_date: '2024-06-01', end_date: '2024-06-30' } } }
    const dates = { A: date('2024-06-15'), B: date('2024-07-15') }
    expect(group('date', dates, { arranged: arranged([june, true]) })).toEqual(['July 2024: B'])
  })

  test('labels have their options’ colours, counts and calculations of their own rows', () => {
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
      { label: 'x', color: 'red', total: 2, totals: [null, null, ['Sum', '3']] },
      { label: 'No P', total: 1, totals: [null, null, ['Sum', '4']] },
    ])
  })
})

describe('boards', () => {
  const schema = { P: { type: 'select', options: options('x', 'y') }, Q: { type: 'checkbox' } }
  const rows = { A: { P: 'x', Q: 'Yes' }, B: { P: 'y' }, C: {} }
  const board = (format: object, query: object = {}) =>
    groups(prepare({ schema, rows, views: [{ type: 'board', format: { ...format }, query: { ...query } }] })).map(
      ([label, members]) => `${label}: ${members.join('')}`,
    )
  const column = (value?: string) => ({ property: 'P', value: { type: 'select', value }, hidden: false })

  test.each<[string, object, object, string[]]>([
    [
      'by its columns',
      { board_columns_by: { property: 'P' }, board_columns: [column('y'), column(), column('x')] },
      {},
      ['y: B', 'No P: C', 'x: A'],
    ],
    [
      'by its older columns',
      { board_groups2: [column('y'), column('x')] },
      { group_by: 'P' },
      ['y: B', 'x: A', 'No P: C'],
    ],
    ['by columns alone', { board_columns: [column('y')] }, {}, ['y: B', 'x: A', 'No P: C']],
    ['by its groups', { collection_group_by: { property: 'Q' } }, {}, ['Unchecked: BC', 'Checked: A']],
    ['by nothing', {}, {}, ['undefined: ABC']],
    ['by a property that is gone', { board_columns_by: { property: 'gone' } }, {}, ['undefined: ABC']],
  ])('%s', (_, format, query, expected) => {
    expect(board(format, query)).toEqual(expected)
  })
})

test('rows keep the view’s order within their groups', () => {
  const data = prepare({
    schema: { P: { type: 'select', options: options('x') }, N: { type: 'number' } },
    rows: { A: { P: 'x', N: '1' }, B: { P: 'x', N: '3' }, C: { P: 'x', N: '2' } },
    views: [
      {
        format: { collection_group_by: { property: 'P' } },
        query: { sort: [{ property: 'N', direction: 'descending' }] },
      },
    ],
  })
  expect(titles(data)).toEqual(['B', 'C', 'A'])
})
