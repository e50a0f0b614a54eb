import { describe, expect, test } from 'vitest'
import { getGroups, getTitles, prepare } from './support'

const createOptions = (...values: string[]) => values.map((value) => ({ id: value, value, color: 'red' }))

describe('prepareCollection: columns of boards', () => {
  const schema = { P: { type: 'select', options: createOptions('x', 'y') }, Q: { type: 'checkbox' } }
  const rows = { A: { P: 'x', Q: 'Yes' }, B: { P: 'y' }, C: {} }
  const prepareBoard = (format: object, query: object = {}) =>
    getGroups(prepare({ schema, rows, views: [{ type: 'board', format: { ...format }, query: { ...query } }] })).map(
      ([label, members]) => `${label}: ${members.join('')}`,
    )
  const createColumn = (value?: string) => ({
    property: 'P',
    value: { type: 'select', value },
    hidden: false,
  })

  test.each<[string, object, object, string[]]>([
    [
      'by its columns',
      { board_columns_by: { property: 'P' }, board_columns: [createColumn('y'), createColumn(), createColumn('x')] },
      {},
      ['y: B', 'No P: C', 'x: A'],
    ],
    [
      'by its older columns',
      { board_groups2: [createColumn('y'), createColumn('x')] },
      { group_by: 'P' },
      ['y: B', 'x: A', 'No P: C'],
    ],
    ['by columns alone', { board_columns: [createColumn('y')] }, {}, ['y: B', 'x: A', 'No P: C']],
    ['by its groups', { collection_group_by: { property: 'Q' } }, {}, ['Unchecked: BC', 'Checked: A']],
    ['by nothing', {}, {}, ['undefined: ABC']],
    ['by a property that no longer exists', { board_columns_by: { property: 'gone' } }, {}, ['undefined: ABC']],
  ])('groups %s', (_, format, query, expected) => {
    expect(prepareBoard(format, query)).toEqual(expected)
  })
})

test('prepareCollection keeps the order of the view within a group', () => {
  const data = prepare({
    schema: { P: { type: 'select', options: createOptions('x') }, N: { type: 'number' } },
    rows: { A: { P: 'x', N: '1' }, B: { P: 'x', N: '3' }, C: { P: 'x', N: '2' } },
    views: [
      {
        format: { collection_group_by: { property: 'P' } },
        query: { sort: [{ property: 'N', direction: 'descending' }] },
      },
    ],
  })
  expect(getTitles(data)).toEqual(['B', 'C', 'A'])
})
