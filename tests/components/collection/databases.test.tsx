import { expect, test } from 'vitest'
import { createDatabase, type Database } from '../../support/content-map'
import { createId } from '../../support/records'
import { expectElements, expectShown, show } from '../page/show'
import { createDay, createThings, listShown, ROWS, SCHEMA, THINGS } from './things'

const OUT = 'https://example.com/a'
const createQuery = (query2: object, more: Database = {}): Database => ({ ...THINGS, views: [{ query2 }], ...more })
const createRows = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Row ${index}`, {}]))
const createCondition = (property: string, operator: string, value?: unknown) => ({
  property,
  filter: { operator, ...(value !== undefined && { value: { type: 'exact', value } }) },
})
const TITLE = '.row-title'
const DATED_ROWS = {
  May: { When: createDay('2024-05-02') ?? '' },
  None: {},
  March: { When: createDay('2024-03-01') ?? '' },
}

type DatabaseCase = [title: string, database: Database, expected: Record<string, unknown[]>, notes?: string[]]

const VIEWS: DatabaseCase[] = [
  [
    'a database has its icon and name above its first view [N-10] [N-137] [N-138]',
    { ...THINGS, collection: { name: [['Tools']], icon: '🧰' }, views: [{ name: 'All' }, { type: 'list' }] },
    { '.collection-title': ['🧰Tools'], [`tbody th ${TITLE}`]: ['Pen', 'Ink', 'Cat'], '.collection-list': [] },
  ],
  ...Object.entries({
    'table [N-130] [N-140]': 'table',
    'gallery [N-131] [N-141]': 'ul.collection-gallery',
    'list [N-132] [N-142]': 'ul.collection-list',
    'board [N-133] [N-143]': '.collection-board',
  }).map(([name, selector]): DatabaseCase => {
    const [type = ''] = name.split(' ')
    const properties = listShown(['title'], ['Cost'], ['Kind'], ['Note', { visible: false }])
    return [
      `a ${name} has links to its rows, and the listed properties in their order`,
      createThings(type, { [`${type}_properties`]: properties }, { schema: { ...SCHEMA, Note: { type: 'text' } } }),
      {
        [selector]: [expect.any(String)],
        [`a${TITLE}@href`]: ['/pen', '/ink', '/cat'],
        [type === 'table' ? 'tbody td' : '.row-facts dd']: [
          '2',
          'tool',
          '1',
          'stuff',
          ...(type === 'table' ? ['', ''] : []),
        ],
      },
    ]
  }),
  [
    'a view of an unsupported type is skipped with a warning [N-134]',
    { ...THINGS, views: [{ type: 'form', name: 'Ask' }, { name: 'All' }] },
    { [TITLE]: ['Pen', 'Ink', 'Cat'], '[role=tab]': [] },
    ['Collection view of unsupported type "form" skipped'],
  ],
  [
    'several views have tabs with an icon and the name of the view or its type [N-135]',
    { ...THINGS, views: [{ name: 'All' }, { type: 'gallery' }, { type: 'list' }, { type: 'board' }, {}] },
    {
      '[role=tab]': ['All', 'Gallery view', 'List view', 'Board view', 'Table view'],
      '[role=tab] svg': Array(5).fill(''),
      '[aria-selected=true]': ['All'],
    },
  ],
  [
    'views are in the order of the block [N-7]',
    { views: [{ name: 'A' }, { name: 'B' }], block: { view_ids: ['view 2', 'view 1'].map(createId) } },
    { '[role=tab]': ['B', 'A'] },
  ],
  [
    'a tab has the icon of its view in both themes, or that of the view type if it cannot be shown [N-153]',
    {
      ...THINGS,
      views: ['/icons/pot_gray.svg', '📌', 'javascript:alert(1)'].map((collection_view_icon, index) => ({
        name: `View ${index}`,
        format: { collection_view_icon },
      })),
    },
    {
      '[role=tab]': ['View 0', '📌View 1', 'View 2'],
      '[role=tab]:first-child img@src': ['light', 'dark'].map(
        (mode) => `https://www.notion.so/icons/pot_gray.svg?mode=${mode}`,
      ),
      '[role=tab] svg': [''],
    },
  ],
  [
    'columns have their widths, by default 280 pixels for the title and 200 for others [N-144]',
    createThings('table', { table_properties: listShown(['title'], ['Kind'], ['Cost', { width: 90 }]) }),
    { 'col@style': ['width:280px', 'width:200px', 'width:90px'] },
  ],
  [
    'the cells of a table can wrap [N-151]',
    createThings('table', { table_wrap: true }),
    { 'table.wraps': [expect.any(String)] },
  ],
  [
    'a column can override the wrapping of its table [N-152]',
    createThings(
      'table',
      {
        table_wrap: false,
        table_properties: listShown(['title'], ['Kind', { wrap: true }], ['Cost', { wrap: false }]),
      },
      { rows: { Pen: ROWS.Pen } },
    ),
    { 'tbody .wraps': ['tool'], 'table.wraps': [] },
  ],
  [
    'a view shows the rows that match its nested filter [N-147]',
    createQuery({
      filter: {
        operator: 'or',
        filters: [
          createCondition('Cost', 'number_equals', 2),
          {
            operator: 'and',
            filters: [createCondition('Kind', 'enum_is', 'stuff'), createCondition('Cost', 'is_not_empty')],
          },
        ],
      },
    }),
    { [TITLE]: ['Pen', 'Ink'] },
  ],
  [
    'a view sorts its rows [N-148]',
    createQuery({ sort: [{ property: 'Cost', direction: 'ascending' }] }),
    { [TITLE]: ['Ink', 'Pen', 'Cat'] },
  ],
  [
    'a view without sorts has the order of the query result [N-149]',
    {
      ...THINGS,
      queryResults: {
        [createId('view 1')]: {
          collection_group_results: { type: 'results', blockIds: ['Cat', 'Pen', 'Ink'].map(createId), hasMore: false },
        },
      },
    },
    { [TITLE]: ['Cat', 'Pen', 'Ink'] },
  ],
  [
    'a view can show fewer rows at first [N-156]',
    createThings(
      'list',
      { inline_collection_first_load_limit: { type: 'load_limit', limit: 10 } },
      { rows: createRows(30) },
    ),
    { [TITLE]: Array(10).fill(expect.any(String)), '.collection-more': ['Show more'] },
  ],
  [
    'a calendar is a list by month [N-159]',
    {
      schema: { When: { type: 'date' } },
      rows: DATED_ROWS,
      views: [{ type: 'calendar', query2: { calendar_by: 'When' } }],
    },
    {
      '.collection-group summary': ['March 2024 1', 'May 2024 1', 'No When 1'],
      [TITLE]: ['March', 'May', 'None'],
      'time@datetime': ['2024-03-01', '2024-05-02'],
      '.calendar-month@class': [expect.any(String)],
    },
  ],
  [
    'a timeline has a bar for each row on an axis, and lists rows without a date [N-160]',
    {
      schema: { When: { type: 'date' } },
      rows: DATED_ROWS,
      views: [{ type: 'timeline', query2: { timeline_by: 'When' } }],
    },
    {
      '.timeline@aria-label': ['Things: Timeline view'],
      '.timeline-axis:first-child span': ['March 2024', 'April 2024', 'May 2024'],
      '.timeline li .row-title': ['March', 'May'],
      '.timeline li@style': ['--at:0;--length:1', '--at:62;--length:1'],
      '.is-undated .row-title': ['None'],
      'time@datetime': ['2024-03-01', '2024-05-02'],
    },
  ],
]

const PICTURES: Database = {
  schema: { Shot: { type: 'file' } },
  rows: { Pen: { Shot: [['a.png', [['a', `${OUT}.png`]]]] } },
  rowFormats: { Pen: { page_cover: `${OUT}-cover.png` } },
}
const createCards = (type: string, format: object, position: object = {}): Database =>
  createThings(
    type,
    { [`${type}_cover`]: { type: 'page_cover' }, board_columns_by: { property: 'Shot' }, ...format },
    { ...PICTURES, rowFormats: { Pen: { page_cover: `${OUT}-cover.png`, ...position } } },
  )
const COVER = '.card-cover img'

const CARDS: DatabaseCase[] = [
  ...['gallery [N-193]', 'board [N-197]'].map((name): DatabaseCase => {
    const [type = ''] = name.split(' ')
    return [`a ${name} has the covers of the pages`, createCards(type, {}), { [`${COVER}@src`]: [`${OUT}-cover.png`] }]
  }),
  [
    'a gallery can show a picture of a property [N-194]',
    createCards('gallery', { gallery_cover: { type: 'property', property: 'Shot' } }),
    { [`${COVER}@src`]: [`${OUT}.png`] },
  ],
  [
    'the cards of a gallery have a size, and fitted covers [N-195] [N-196]',
    createCards('gallery', { gallery_cover_size: 'large', gallery_cover_aspect: 'contain' }),
    { '.collection-gallery.large .card-cover.contains img@src': [`${OUT}-cover.png`] },
  ],
  [
    'the cards of a board have a size, and fitted covers [N-198] [N-199]',
    createCards('board', { board_cover_size: 'small', board_cover_aspect: 'contain' }),
    { '.collection-board.small .card-cover.contains img@src': [`${OUT}-cover.png`] },
  ],
  [
    // Without `object-position`, browsers show the center of a picture.
    'a card shows the center of a cover without a position [N-200]',
    createCards('gallery', {}),
    { [`${COVER}@style`]: [null] },
  ],
  [
    'a card shows the same part of a cover as its page [N-201]',
    createCards('gallery', {}, { page_cover_position: 0.2 }),
    { [`${COVER}@style`]: [expect.stringContaining('50% 80%')] },
  ],
  [
    'a card can show another part of a cover than its page [N-202]',
    createCards('gallery', {}, { page_cover_position: 0.2, card_cover_position: 0 }),
    { [`${COVER}@style`]: [expect.stringContaining('50% 100%')] },
  ],
]

test.each([...VIEWS, ...CARDS])('%s', async (title, database, expected, notes) => {
  const [block, tables] = createDatabase(database)
  await expectShown([title, block, expected, notes], tables)
})

test('two databases with the same name have different accessible names [N-154]', async () => {
  const views = [{ name: 'All' }, { name: 'Cards', type: 'gallery' }]
  const [block, tables] = createDatabase({ ...THINGS, views })
  const { body } = await show([block, { ...block, name: 'Again' }], tables)
  expectElements(body, {
    ':is(section, [role=tablist])[aria-label]@aria-label': [
      'Views: Things',
      'Things: All',
      'Views: Things 2',
      'Things 2: All',
    ],
  })
})

test('a database without data is omitted and logged in one line [N-158]', async () => {
  const [block] = createDatabase({})
  const { body, notes } = await show([block, { type: 'text', title: 'a' }])
  expect([body.textContent, notes]).toEqual(['a', ['Collection without data skipped']])
})
