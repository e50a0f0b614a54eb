import { expect } from 'vitest'
import { createRows, type Section } from '../row'
import type { Database } from '../support/maps'
import { checkDatabase } from '../support/rows'
import { listTexts } from '../support/show'

const rows = { Pen: { Kind: 'tool', Cost: '2' }, Ink: { Kind: 'stuff', Cost: '1' }, Cat: {} }
const schema = {
  Kind: { type: 'select', options: ['tool', 'stuff'].map((value) => ({ id: value, value, color: 'blue' })) },
  Cost: { type: 'number' },
}
/** Lists the groups of a view, each with its name and the titles of its rows. */
const listGroups = (body: HTMLElement, selector: string) =>
  [...body.querySelectorAll(selector)].map((group) => [
    group.querySelector('.tag')?.textContent,
    ...listTexts(group, '.row-title'),
  ])
const createBoard = (format: Record<string, unknown>): Database => ({
  schema,
  rows,
  views: [{ type: 'board', format }],
})
const byKind = { property: 'Kind', type: 'select' }
const createGroup = (value?: string, hidden = false) => ({ property: 'Kind', value: { type: 'select', value }, hidden })

export const GROUPS: Section = {
  name: 'Groups of a view',
  rows: createRows({
    board_columns: checkDatabase(
      'A board shows its columns in order, including empty ones, without hidden ones.',
      createBoard({
        board_columns_by: byKind,
        board_columns: [createGroup('stuff'), createGroup('tool', true), createGroup()],
      }),
      (body) =>
        expect(listGroups(body, '.collection-board > section')).toEqual([
          ['stuff', 'Ink'],
          ['No Kind', 'Cat'],
        ]),
    ),
    board_groups2: checkDatabase(
      'A board in the older format also has its columns.',
      createBoard({
        board_columns_by: byKind,
        board_groups2: [createGroup('tool'), createGroup('stuff'), createGroup()],
      }),
      (body) =>
        expect(listGroups(body, '.collection-board > section')).toEqual([
          ['tool', 'Pen'],
          ['stuff', 'Ink'],
          ['No Kind', 'Cat'],
        ]),
    ),
    board_columns_by: checkDatabase(
      'A board can have columns by any property.',
      {
        schema: { Due: { type: 'date' } },
        rows: { Pen: { Due: [['‣', [['d', { type: 'date', start_date: '2024-02-03' }]]]] } },
        views: [{ type: 'board', format: { board_columns_by: { property: 'Due', type: 'date', groupBy: 'day' } } }],
      },
      (body) => expect(listGroups(body, '.collection-board > section')).toEqual([['Feb 3, 2024', 'Pen']]),
    ),
    collection_group_by: checkDatabase(
      'A table, list or gallery can be grouped.',
      { schema, rows, views: [{ format: { collection_group_by: byKind } }] },
      (body) =>
        expect(listGroups(body, 'details.collection-group')).toEqual([
          ['tool', 'Pen'],
          ['stuff', 'Ink'],
          ['No Kind', 'Cat'],
        ]),
    ),
    collection_groups: checkDatabase(
      'Groups are shown in the stored order, without hidden ones.',
      {
        schema,
        rows,
        views: [
          {
            type: 'list',
            format: {
              collection_group_by: byKind,
              collection_groups: [createGroup(), createGroup('tool', true), createGroup('stuff')],
            },
          },
        ],
      },
      (body) =>
        expect(listGroups(body, 'details.collection-group')).toEqual([
          ['No Kind', 'Cat'],
          ['stuff', 'Ink'],
        ]),
    ),
    'sub-groups': checkDatabase(
      'A board with sub-groups shows one board for each group. All have the same columns, including empty ones.',
      {
        schema: { ...schema, Done: { type: 'checkbox' } },
        rows: { Pen: { Kind: 'tool', Done: 'Yes' }, Ink: { Kind: 'stuff' } },
        views: [{ type: 'board', format: { board_columns_by: byKind, collection_group_by: { property: 'Done' } } }],
      },
      (body) => {
        const boards = [...body.querySelectorAll('details.collection-group')]
        expect(boards.map((each) => each.querySelector('.group-label')?.textContent)).toEqual(['Unchecked', 'Checked'])
        const columns = boards.map((each) => listGroups(each as HTMLElement, '.collection-board > section'))
        expect(columns).toEqual([
          [['tool'], ['stuff', 'Ink']],
          [['tool', 'Pen'], ['stuff']],
        ])
      },
    ),
    'empty groups': checkDatabase(
      'A group without rows is shown with its name and count, also in a table, list or gallery.',
      { schema, rows: { Pen: rows.Pen }, views: [{ type: 'gallery', format: { collection_group_by: byKind } }] },
      (body) => {
        expect(listGroups(body, 'details.collection-group')).toEqual([['tool', 'Pen'], ['stuff']])
        expect(listTexts(body, '.collection-count')).toEqual(['1', '0'])
      },
    ),
    hideEmptyGroups: checkDatabase(
      'A view can hide groups without rows.',
      {
        schema,
        rows: { Pen: rows.Pen },
        views: [{ type: 'list', format: { collection_group_by: { ...byKind, hideEmptyGroups: true } } }],
      },
      (body) => expect(listGroups(body, 'details.collection-group')).toEqual([['tool', 'Pen']]),
    ),
    'group without value': checkDatabase(
      'A stored group without a value contains the rows without a value.',
      {
        schema,
        rows,
        views: [
          {
            format: {
              collection_group_by: byKind,
              collection_groups: [{ property: 'Kind', value: null }, { property: 'Kind' }],
            },
          },
        ],
      },
      (body) => expect(listGroups(body, 'details.collection-group')[0]).toEqual(['No Kind', 'Cat']),
    ),
  }),
}
