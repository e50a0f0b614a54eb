import { describe, expect, test } from 'vitest'
import type { PropertySchema } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { context, getGroups, getTitles, prepare } from './support'

const createOptions = (...values: string[]) => values.map((value) => ({ id: `id of ${value}`, value, color: 'red' }))
const STATE: Partial<PropertySchema> = {
  type: 'status',
  options: createOptions('new', 'open', 'done', 'loose'),
  more: {
    groups: [
      { id: 'g1', name: 'To-do', color: 'gray', optionIds: ['id of new'] },
      { id: 'g2', name: 'Busy', color: 'blue', optionIds: ['id of open'] },
      { id: 'g3', name: 'Complete', color: 'green', optionIds: ['id of done'] },
    ],
  },
}

describe('prepareCollection: groups of a status', () => {
  const rows = { A: { S: 'open' }, B: { S: 'new' }, C: { S: 'done' }, D: {}, E: { S: 'loose' } }
  const groupByStatus = (by: object, arranged?: unknown) =>
    getGroups(
      prepare({
        schema: { S: STATE },
        rows,
        views: [
          { type: 'list', format: { collection_group_by: { property: 'S', ...by }, collection_groups: arranged } },
        ],
      }),
    ).map(([label, members]) => `${label}: ${members.join('')}`)
  const allGroups = ['To-do: B', 'Busy: A', 'Complete: C', 'loose: E', 'No S: D']

  test.each<[string, object, unknown, string[]]>([
    ['groups if the view is configured so', { groupBy: 'group' }, undefined, allGroups],
    [
      'groups if the stored groups have their names',
      {},
      ['Complete', 'To-do', 'Busy'].map((value) => ({ property: 'S', value: { type: 'status', value } })),
      ['Complete: C', 'To-do: B', 'Busy: A', 'loose: E', 'No S: D'],
    ],
    [
      'groups without the ones that the view hides by id',
      { groupBy: 'status_group' },
      [{ property: 'S', hidden: true, value: { type: 'status', value: 'g3' } }],
      allGroups.filter((group) => group !== 'Complete: C'),
    ],
    [
      'options if the view is configured so',
      { groupBy: 'option' },
      undefined,
      ['new: B', 'open: A', 'done: C', 'loose: E', 'No S: D'],
    ],
  ])('groups rows by %s', (_, by, arranged, expected) => {
    expect(groupByStatus(by, arranged)).toEqual(expected)
  })

  test('returns the colors of the groups', () => {
    const format = { collection_group_by: { property: 'S', groupBy: 'group' } }
    const data = prepare({ schema: { S: STATE }, rows, views: [{ type: 'list', format }] })
    expect(data.views[0]?.sections.map(({ color }) => color)).toEqual(['gray', 'blue', 'green', 'red', undefined])
  })
})

describe('prepareCollection: ranges of a number', () => {
  const rows = {
    A: { N: '0' },
    B: { N: '99' },
    C: { N: '100' },
    D: { N: '-1' },
    E: { N: '250' },
    F: {},
    G: { N: '1000' },
  }
  const groupByRange = (by: object, more: Partial<PropertySchema> = {}) =>
    getGroups(
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
    ['from the grouping', { start: 0, end: 250, size: 100 }],
    ['from groupBy', { groupBy: { start: 0, end: 250, size: 100 } }],
    ['without a start', { range: { end: 250, size: 100 } }],
  ])('groups by the range %s', (_, by) => {
    expect(groupByRange(by)).toEqual(expected)
  })

  test('formats the limits in the format of the number', () => {
    expect(groupByRange({ start: 0, end: 1000, size: 500 }, { number_format: 'euro' })).toEqual([
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
  ])('groups by single numbers for %j', (junk) => {
    expect(groupByRange({ start: 0, end: 250, size: 100, ...junk })).toHaveLength(7)
  })
})

describe('prepareCollection: boards with groups and columns', () => {
  const schema = { P: { type: 'select', options: createOptions('x', 'y') }, Q: { type: 'checkbox' } }
  const rows = { A: { P: 'x', Q: 'Yes' }, B: { P: 'y' }, C: {} }
  const prepareBoard = (format: object) =>
    prepare({ schema, rows, views: [{ type: 'board', format: { board_columns_by: { property: 'P' }, ...format } }] })
  const groupedByCheckbox = { collection_group_by: { property: 'Q' } }

  test('returns a board with all columns for each group', () => {
    const data = prepareBoard(groupedByCheckbox)
    const boards = data.views[0]?.sections.map(({ label, total, rows: sectionRows, columns = [] }) => [
      label,
      total,
      sectionRows,
      columns.map((column) => `${column.label}: ${column.rows.map((row) => data.rows[row]?.cells[0]).join('')}`),
    ])
    expect(boards).toEqual([
      ['Unchecked', 2, [], ['x: ', 'y: B', 'No P: C']],
      ['Checked', 1, [], ['x: A', 'y: ', 'No P: ']],
    ])
  })

  test('returns only columns with rows if there would be too many lists', () => {
    const names = Array.from({ length: 150 }, (_, index) => `${index}`)
    const many = { type: 'select', options: createOptions(...names) }
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

  test('omits groups that the view hides', () => {
    const hidden = [{ property: 'Q', hidden: true, value: { type: 'checkbox', value: true } }]
    expect(
      prepareBoard({ ...groupedByCheckbox, collection_groups: hidden }).views[0]?.sections.map(({ label }) => label),
    ).toEqual(['Unchecked'])
  })

  test.each([{ property: 'P' }, { property: 'gone' }, null, 'x'])('returns one board for the grouping %j', (by) => {
    expect(getGroups(prepareBoard({ collection_group_by: by })).map(([label]) => label)).toEqual(['x', 'y', 'No P'])
  })
})

describe('prepareCollection: order of rows', () => {
  const rows = { A: {}, B: {}, C: {} }
  const order = ['C', 'Gone', 'A'].map(createId)

  test('uses the manual order of editors', () => {
    expect(getTitles(prepare({ rows, views: [{ order }] })).join('')).toBe('CAB')
  })

  test('uses the stored query result of the workspace first', () => {
    const results = { [createId('view')]: { rows: [createId('B')], groups: [] } }
    expect(getTitles(prepare({ rows, views: [{ order }], results })).join('')).toBe('BCA')
  })
})

test('prepareCollection notes an unsupported filter with its operator, but without its value', () => {
  const notes: string[] = []
  const filter = {
    property: 'title',
    filter: { operator: 'string_rhymes_with', value: { type: 'exact', value: 'secret' } },
  }
  prepare({ rows: { A: {} }, views: [{ query: { filter } }], context: context({ note: (text) => notes.push(text) }) })
  expect(notes).toEqual(['Filter of a collection view skipped: unknown operator "string_rhymes_with"'])
})
