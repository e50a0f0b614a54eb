import { describe, expect, test } from 'vitest'
import type { PropertySchema } from '@/lib/workspace/record-map'
import { idOf } from '@/tests/support/records'
import { context, groups, prepare, titles } from './support'

const options = (...values: string[]) => values.map((value) => ({ id: `id of ${value}`, value, color: 'red' }))
const STATE: Partial<PropertySchema> = {
  type: 'status',
  options: options('new', 'open', 'done', 'loose'),
  more: {
    groups: [
      { id: 'g1', name: 'To-do', color: 'gray', optionIds: ['id of new'] },
      { id: 'g2', name: 'Busy', color: 'blue', optionIds: ['id of open'] },
      { id: 'g3', name: 'Complete', color: 'green', optionIds: ['id of done'] },
    ],
  },
}

describe('statuses by their groups', () => {
  const rows = { A: { S: 'open' }, B: { S: 'new' }, C: { S: 'done' }, D: {}, E: { S: 'loose' } }
  const byGroup = (by: object, arranged?: unknown) =>
    groups(
      prepare({
        schema: { S: STATE },
        rows,
        views: [
          { type: 'list', format: { collection_group_by: { property: 'S', ...by }, collection_groups: arranged } },
        ],
      }),
    ).map(([label, members]) => `${label}: ${members.join('')}`)
  const all = ['To-do: B', 'Busy: A', 'Complete: C', 'loose: E', 'No S: D']

  test.each<[string, object, unknown, string[]]>([
    ['where the view says so', { groupBy: 'group' }, undefined, all],
    [
      'where the names of its groups say so',
      {},
      ['Complete', 'To-do', 'Busy'].map((value) => ({ property: 'S', value: { type: 'status', value } })),
      ['Complete: C', 'To-do: B', 'Busy: A', 'loose: E', 'No S: D'],
    ],
    [
      'hidden by id',
      { groupBy: 'status_group' },
      [{ property: 'S', hidden: true, value: { type: 'status', value: 'g3' } }],
      all.filter((group) => group !== 'Complete: C'),
    ],
    [
      'but by their options where the view says that',
      { groupBy: 'option' },
      undefined,
      ['new: B', 'open: A', 'done: C', 'loose: E', 'No S: D'],
    ],
  ])('%s', (_, by, arranged, expected) => {
    expect(byGroup(by, arranged)).toEqual(expected)
  })

  test('have the colours of the groups', () => {
    const format = { collection_group_by: { property: 'S', groupBy: 'group' } }
    const data = prepare({ schema: { S: STATE }, rows, views: [{ type: 'list', format }] })
    expect(data.views[0]?.sections.map(({ color }) => color)).toEqual(['gray', 'blue', 'green', 'red', undefined])
  })
})

describe('numbers by ranges', () => {
  const rows = {
    A: { N: '0' },
    B: { N: '99' },
    C: { N: '100' },
    D: { N: '-1' },
    E: { N: '250' },
    F: {},
    G: { N: '1000' },
  }
  const byRange = (by: object, more: Partial<PropertySchema> = {}) =>
    groups(
      prepare({
        schema: { N: { type: 'number', ...more } },
        rows,
        views: [{ type: 'list', format: { collection_group_by: { property: 'N', ...by } } }],
      }),
    ).map(([label, members]) => `${label}: ${members.join('')}`)
  const expected = ['< 0: D', '0 – 100: AB', '100 – 200: C', '200 – 250: ', '≥ 250: EG', 'No N: F'].filter(
    (group) => !group.endsWith(': '),
  )

  test.each([
    ['of the grouping', { start: 0, end: 250, size: 100 }],
    ['of what it groups by', { groupBy: { start: 0, end: 250, size: 100 } }],
    ['without a start', { range: { end: 250, size: 100 } }],
  ])('%s', (_, by) => {
    expect(byRange(by)).toEqual(expected)
  })

  test('show their limits in the number’s format', () => {
    expect(byRange({ start: 0, end: 1000, size: 500 }, { number_format: 'euro' })).toEqual([
      '< €0.00: D',
      '€0.00 – €500.00: ABCE',
      '≥ €1,000.00: G',
      'No N: F',
    ])
  })

  test.each([
    { size: 0 },
    { size: -5 },
    { size: 0.0001 },
    { size: 'x' },
    { end: -10 },
    { end: Number.NaN },
    { start: null },
  ])('%j makes no range: each number is a group of its own', (junk) => {
    expect(byRange({ start: 0, end: 250, size: 100, ...junk })).toHaveLength(7)
  })
})

describe('a board that is divided once more', () => {
  const schema = { P: { type: 'select', options: options('x', 'y') }, Q: { type: 'checkbox' } }
  const rows = { A: { P: 'x', Q: 'Yes' }, B: { P: 'y' }, C: {} }
  const board = (format: object) =>
    prepare({ schema, rows, views: [{ type: 'board', format: { board_columns_by: { property: 'P' }, ...format } }] })
  const byTick = { collection_group_by: { property: 'Q' } }

  test('has a board of all columns for each group', () => {
    const data = board(byTick)
    const boards = data.views[0]?.sections.map(({ label, total, rows: own, columns = [] }) => [
      label,
      total,
      own,
      columns.map((column) => `${column.label}: ${column.rows.map((row) => data.rows[row]?.[2][0]).join('')}`),
    ])
    expect(boards).toEqual([
      ['Unchecked', 2, [], ['x: ', 'y: B', 'No P: C']],
      ['Checked', 1, [], ['x: A', 'y: ', 'No P: ']],
    ])
  })

  test('has only columns with rows where there would be very many lists', () => {
    const names = Array.from({ length: 150 }, (_, at) => `${at}`)
    const many = { type: 'select', options: options(...names) }
    const data = prepare({
      schema: { P: many, Q: many },
      rows: { A: { P: '7', Q: '1' }, B: { P: '3', Q: '1' } },
      views: [
        { type: 'board', format: { board_columns_by: { property: 'P' }, collection_group_by: { property: 'Q' } } },
      ],
    })
    const lists = data.views[0]?.sections.map(({ columns = [] }) => columns.map(({ label }) => label))
    expect(lists?.slice(0, 3)).toEqual([[], ['3', '7'], []])
  })

  test('leaves out the groups that the view hides', () => {
    const hidden = [{ property: 'Q', hidden: true, value: { type: 'checkbox', value: true } }]
    expect(board({ ...byTick, collection_groups: hidden }).views[0]?.sections.map(({ label }) => label)).toEqual([
      'Unchecked',
    ])
  })

  test.each([{ property: 'P' }, { property: 'gone' }, null, 'x'])('is not, by %j', (by) => {
    expect(groups(board({ collection_group_by: by })).map(([label]) => label)).toEqual(['x', 'y', 'No P'])
  })
})

describe('the order of rows', () => {
  const rows = { A: {}, B: {}, C: {} }
  const order = ['C', 'Gone', 'A'].map(idOf)

  test('is that in which editors dragged them', () => {
    expect(titles(prepare({ rows, views: [{ order }] })).join('')).toBe('CAB')
  })

  test('uses the stored query result of the workspace first', () => {
    const answers = { [idOf('view')]: { rows: [idOf('B')], groups: [] } }
    expect(titles(prepare({ rows, views: [{ order }], answers })).join('')).toBe('BCA')
  })
})

test('a filter that is left out is noted, with its operator and without its value', () => {
  const notes: string[] = []
  const filter = {
    property: 'title',
    filter: { operator: 'string_rhymes_with', value: { type: 'exact', value: 'secret' } },
  }
  prepare({ rows: { A: {} }, views: [{ query: { filter } }], context: context({ note: (text) => notes.push(text) }) })
  expect(notes).toEqual(['Filter of a collection view skipped: unknown operator "string_rhymes_with"'])
})
