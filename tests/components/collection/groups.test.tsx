import { expect, test } from 'vitest'
import { createDatabase, type Database } from '../../support/content-map'
import { expectElements, show } from '../page/show'
import { BY_KIND, createDay, createThings, listShown, ROWS, SCHEMA } from './things'

const TITLE = '.row-title'
const createGroup = (value?: string, hidden = false) => ({ property: 'Kind', value: { type: 'select', value }, hidden })
const SECTION = '.collection-board > section'
const GROUP = 'details.collection-group'

/** Lists the groups of a view, each with its name and the titles of its rows. */
const listGroups = (body: Element, selector: string) =>
  [...body.querySelectorAll(selector)].map((each) =>
    [...each.querySelectorAll('.tag, .row-title')].map(({ textContent }) => textContent).join(' '),
  )

test.each<[title: string, database: Database, selector: string, groups: string[]]>([
  [
    'a board has its columns in order, without hidden ones [N-161]',
    createThings('board', { board_columns: [createGroup('stuff'), createGroup('tool', true), createGroup()] }),
    SECTION,
    ['stuff Ink', 'No Kind Cat'],
  ],
  [
    'a board has empty columns [N-161]',
    createThings('board', { board_columns: [createGroup('stuff'), createGroup('tool')] }, { rows: { Pen: ROWS.Pen } }),
    SECTION,
    ['stuff', 'tool Pen'],
  ],
  [
    'a board in the older format has its columns [N-162]',
    createThings('board', { board_groups2: [createGroup('tool'), createGroup('stuff'), createGroup()] }),
    SECTION,
    ['tool Pen', 'stuff Ink', 'No Kind Cat'],
  ],
  [
    'a board can have columns by any property [N-163]',
    createThings(
      'board',
      { board_columns_by: { property: 'Due', type: 'date', groupBy: 'day' } },
      { schema: { Due: { type: 'date' } }, rows: { Pen: { Due: createDay('2024-02-03') ?? '' } } },
    ),
    SECTION,
    ['Feb 3, 2024 Pen'],
  ],
  [
    'a table can be grouped [N-164]',
    createThings('table', { collection_group_by: BY_KIND, table_properties: listShown(['title']) }),
    GROUP,
    ['tool Pen', 'stuff Ink', 'No Kind Cat'],
  ],
  [
    'groups are in the stored order, without hidden ones [N-165]',
    createThings('list', {
      collection_group_by: BY_KIND,
      collection_groups: [createGroup(), createGroup('tool', true), createGroup('stuff')],
    }),
    GROUP,
    ['No Kind Cat', 'stuff Ink'],
  ],
  [
    'a view can hide groups without rows [N-168]',
    createThings('list', { collection_group_by: { ...BY_KIND, hideEmptyGroups: true } }, { rows: { Pen: ROWS.Pen } }),
    GROUP,
    ['tool Pen'],
  ],
  [
    'a stored group without a value contains the rows without a value [N-169]',
    createThings('list', {
      collection_group_by: BY_KIND,
      collection_groups: [{ property: 'Kind', value: null }, { property: 'Kind' }],
    }),
    GROUP,
    ['No Kind Cat', 'tool Pen', 'stuff Ink'],
  ],
])('%s', async (_, database, selector, groups) => {
  expect(listGroups((await show(...createDatabase(database))).body, selector)).toEqual(groups)
})

test.each(['table', 'list', 'gallery'])('a %s shows groups without rows, with name and count [N-167]', async (type) => {
  const database = createThings(type, { collection_group_by: BY_KIND }, { rows: { Pen: ROWS.Pen } })
  const { body } = await show(...createDatabase(database))
  expectElements(body, {
    [`${GROUP} summary .tag`]: ['tool', 'stuff'],
    '.collection-count': ['1', '0'],
    [TITLE]: ['Pen'],
  })
})

test('a board with sub-groups is one board for each group, with the same columns [N-166]', async () => {
  const { body } = await show(
    ...createDatabase(
      createThings(
        'board',
        { collection_group_by: { property: 'Done' } },
        {
          schema: { ...SCHEMA, Done: { type: 'checkbox' } },
          rows: { Pen: { Kind: 'tool', Done: 'Yes' }, Ink: { Kind: 'stuff' } },
        },
      ),
    ),
  )
  const boards = [...body.querySelectorAll(GROUP)]
  expect(boards.map((each) => each.querySelector('.group-label')?.textContent)).toEqual(['Unchecked', 'Checked'])
  expect(boards.map((board) => listGroups(board, SECTION))).toEqual([
    ['tool', 'stuff Ink'],
    ['tool Pen', 'stuff'],
  ])
})
