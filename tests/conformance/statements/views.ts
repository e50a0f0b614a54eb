import { expect } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Section } from '../row'
import { createDatabase } from '../support/maps'
import { checkDatabase } from '../support/rows'
import { findOne, listAttributes, listTexts, show, showProperties } from '../support/show'

const createVisible = (...properties: string[]) => properties.map((property) => ({ property, visible: true }))
const rows = { Pen: { Kind: 'tool', Cost: '2' }, Ink: { Kind: 'stuff', Cost: '1' }, Cat: {} }
const schema = {
  Kind: { type: 'select', options: ['tool', 'stuff'].map((value) => ({ id: value, value, color: 'blue' })) },
  Cost: { type: 'number' },
}
const listTitles = (body: HTMLElement) => listTexts(body, '.row-title')
const byKind = { property: 'Kind', type: 'select' }
const checkView = (type: string, selector: string) =>
  checkDatabase(
    `A ${type} is shown as one, and its rows link to their pages.`,
    { schema, rows, views: [{ type, format: { board_columns_by: byKind } }] },
    (body) => {
      expect(body.querySelectorAll(selector)).toHaveLength(1)
      expect(listTitles(body).toSorted()).toEqual(['Cat', 'Ink', 'Pen'])
      expect(listAttributes(body, 'a.row-title', 'href').toSorted()).toEqual(['/cat', '/ink', '/pen'])
    },
  )

const checkProperties = (type: string) =>
  checkDatabase(
    `A ${type} shows the properties that it lists, in their order, without those that it hides.`,
    {
      schema: { ...schema, Note: { type: 'text' } },
      rows: { Pen: { Kind: 'tool', Cost: '2', Note: 'n' } },
      views: [
        {
          type,
          format: {
            board_columns_by: byKind,
            [`${type}_properties`]: [...createVisible('title', 'Cost', 'Kind'), { property: 'Note', visible: false }],
          },
        },
      ],
    },
    (body) => {
      const cells = type === 'table' ? listTexts(body, 'tbody td') : listTexts(body, '.row-facts dd')
      expect(cells).toEqual(['2', 'tool'])
    },
  )

export const VIEWS: Section = {
  name: 'Views of a database',
  rows: createRows({
    table: checkView('table', 'table'),
    gallery: checkView('gallery', 'ul.collection-gallery'),
    list: checkView('list', 'ul.collection-list'),
    board: checkView('board', '.collection-board'),
    'other types': {
      statement: 'A view of any other type is skipped with a warning, and the others are shown.',
      check: async () => {
        // The server logs notes as warnings.
        const { body, notes } = await show(
          ...createDatabase({ rows, views: [{ type: 'form', name: 'Ask' }, { name: 'All' }] }),
        )
        expect(notes).toEqual(['Collection view of unsupported type "form" skipped'])
        expect(body.textContent).not.toContain('Ask')
        expect(listTitles(body)).toHaveLength(3)
      },
    },
    tabs: checkDatabase(
      'Each of several views has a tab with an icon and its name; an unnamed view has the name of its type.',
      { rows, views: [{ name: 'All' }, { type: 'gallery' }, { type: 'list' }, { type: 'board' }, {}] },
      (body) => {
        expect(listTexts(body, '[role=tab]')).toEqual(['All', 'Gallery view', 'List view', 'Board view', 'Table view'])
        expect(body.querySelectorAll('[role=tab] svg')).toHaveLength(5)
        expect(findOne(body, '[aria-selected=true]').textContent).toBe('All')
      },
    ),
    'one view': checkDatabase('A single view has no tab.', { rows }, (body) =>
      expect(body.querySelector('[role=tab]')).toBeNull(),
    ),
    name: checkDatabase(
      'The name of the database is shown above its views.',
      { rows, collection: { name: [['Tools']] } },
      (body) => expect(findOne(body, '.collection-title').textContent).toBe('Tools'),
    ),
    icon: checkDatabase(
      'The icon of a database is shown before its name.',
      { rows, collection: { icon: '🧰' } },
      (body) => expect(findOne(body, '.collection-title').textContent).toBe('🧰Things'),
    ),
    hide_linked_collection_name: checkDatabase(
      'A view can hide the name of the database.',
      { rows, views: [{ format: { hide_linked_collection_name: true } }] },
      (body) => expect(body.querySelector('.collection-title')).toBeNull(),
    ),
    table_properties: checkProperties('table'),
    gallery_properties: checkProperties('gallery'),
    list_properties: checkProperties('list'),
    board_properties: checkProperties('board'),
    'table column widths': checkDatabase(
      'Table columns have their stored widths; otherwise 280 pixels for the title and 200 pixels for others.',
      {
        schema,
        rows,
        views: [
          {
            format: {
              table_properties: [
                { property: 'title', visible: true },
                { property: 'Kind', visible: true },
                { property: 'Cost', visible: true, width: 90 },
              ],
            },
          },
        ],
      },
      (body) => expect(listAttributes(body, 'col', 'style')).toEqual(['width:280px', 'width:200px', 'width:90px']),
    ),
    collection_page_properties: {
      statement: 'The page of a row shows its properties, without removed ones.',
      check: () => {
        const body = showProperties('Pen', {
          schema,
          rows,
          collection: {
            format: {
              collection_page_properties: [
                { property: 'Cost', visible: true },
                { property: 'Kind', visible: false },
              ],
            },
          },
        })
        expect(listTexts(body, 'dt, dd')).toEqual(['Cost', '2'])
      },
    },
    property_visibility: {
      statement:
        'The page of a row does not show properties that are hidden, or empty ones that are hidden when empty.',
      check: () => {
        const property_visibility = [
          { property: 'Kind', visibility: 'hide_if_empty' },
          { property: 'Cost', visibility: 'hide' },
        ]
        const listValues = (row: string) =>
          listTexts(showProperties(row, { schema, rows, collection: { format: { property_visibility } } }), 'dd')
        expect([listValues('Pen'), listValues('Cat')]).toEqual([['tool'], []])
      },
    },
    filter: checkDatabase(
      'A view shows the rows that match its filter, with conditions joined by and, by or, and nested.',
      {
        schema,
        rows,
        views: [
          {
            query2: {
              filter: {
                operator: 'or',
                filters: [
                  { property: 'Cost', filter: { operator: 'number_equals', value: { type: 'exact', value: 2 } } },
                  {
                    operator: 'and',
                    filters: [
                      { property: 'Kind', filter: { operator: 'enum_is', value: { type: 'exact', value: 'stuff' } } },
                      { property: 'Cost', filter: { operator: 'is_not_empty' } },
                    ],
                  },
                ],
              },
            },
          },
        ],
      },
      (body) => expect(listTitles(body).toSorted()).toEqual(['Ink', 'Pen']),
    ),
    sort: checkDatabase(
      'A view sorts its rows by its sorts.',
      { schema, rows, views: [{ query2: { sort: [{ property: 'Cost', direction: 'ascending' }] } }] },
      (body) => expect(listTitles(body)).toEqual(['Ink', 'Pen', 'Cat']),
    ),
    collection_query: checkDatabase(
      'A view without sorts shows its rows in the order of the query result.',
      {
        rows,
        queryResults: {
          [createId('view 1')]: {
            collection_group_results: {
              type: 'results',
              blockIds: ['Cat', 'Pen', 'Ink'].map(createId),
              hasMore: false,
            },
          },
        },
      },
      (body) => expect(listTitles(body)).toEqual(['Cat', 'Pen', 'Ink']),
    ),
    aggregations: checkDatabase(
      'Calculations are in the footer of a table.',
      { schema, rows, views: [{ query2: { aggregations: [{ property: 'Cost', aggregator: 'sum' }] } }] },
      (body) => expect(findOne(body, 'tfoot').textContent).toContain('3'),
    ),
    table_wrap: checkDatabase(
      'Table cells wrap if the view enables wrapping.',
      { schema, rows, views: [{ format: { table_wrap: true } }] },
      (body) => expect(body.querySelectorAll('table.wraps')).toHaveLength(1),
    ),
    'table_properties, wrap': checkDatabase(
      'Each table column can override the wrapping of the view.',
      {
        schema,
        rows: { Pen: { Kind: 'tool', Cost: '2' } },
        views: [
          {
            format: {
              table_wrap: false,
              table_properties: [
                { property: 'title', visible: true },
                { property: 'Kind', visible: true, wrap: true },
                { property: 'Cost', visible: true, wrap: false },
              ],
            },
          },
        ],
      },
      (body) => {
        expect(listTexts(body, 'tbody .wraps')).toEqual(['tool'])
        expect(body.querySelector('table.wraps')).toBeNull()
      },
    ),
    collection_view_icon: checkDatabase(
      'The icon of a view is in its tab, in both themes. An icon that cannot be shown is replaced by that of the view type.',
      {
        rows,
        views: [
          { name: 'Pots', format: { collection_view_icon: '/icons/pot_gray.svg' } },
          { name: 'Pins', format: { collection_view_icon: '📌' } },
          { name: 'Bad', format: { collection_view_icon: 'javascript:alert(1)' } },
        ],
      },
      (body) => {
        expect(listAttributes(body, '[role=tab]:first-child img', 'src')).toEqual([
          'https://www.notion.so/icons/pot_gray.svg?mode=light',
          'https://www.notion.so/icons/pot_gray.svg?mode=dark',
        ])
        expect(listTexts(body, '[role=tab]')).toEqual(['Pots', '📌Pins', 'Bad'])
        expect(body.querySelectorAll('[role=tab] svg')).toHaveLength(1)
      },
    ),
    'same names': {
      statement: 'Two databases with the same name on a page have different accessible names.',
      check: async () => {
        const [block, tables] = createDatabase({
          schema,
          rows,
          views: [{ name: 'All' }, { name: 'Cards', type: 'gallery' }],
        })
        const { body } = await show([block, { ...block, name: 'Again' }], tables)
        const labels = listAttributes(body, '[aria-label]:is(section, [role=tablist])', 'aria-label')
        expect(labels).toEqual(['Views: Things', 'Things: All', 'Views: Things 2', 'Things 2: All'])
      },
    },
    'many rows': checkDatabase(
      'The first 50 rows are shown, and a button loads more.',
      { rows: Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`Row ${index}`, {}])) },
      (body) => {
        expect(listTitles(body)).toHaveLength(50)
        expect(findOne(body, '.collection-more').textContent).toBe('Load more')
      },
    ),
    'page size': checkDatabase(
      'A view can show fewer rows at first.',
      {
        rows: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`Row ${index}`, {}])),
        views: [{ type: 'list', format: { inline_collection_first_load_limit: { type: 'load_limit', limit: 10 } } }],
      },
      (body) => {
        expect(listTitles(body)).toHaveLength(10)
        expect(findOne(body, '.collection-more').textContent).toBe('Load more')
      },
    ),
    untitled: checkDatabase('A row without a title can be opened all the same.', { rows: { '': {} } }, (body) =>
      expect(listTitles(body)).toEqual(['Untitled']),
    ),
    'missing data': {
      statement: 'A database whose data is missing is omitted and logged in one line.',
      check: async () => {
        const [block] = createDatabase({})
        const { body, notes } = await show([block, { type: 'text', title: 'a' }])
        expect(body.textContent).toBe('a')
        expect(notes).toEqual(['Collection without data skipped'])
      },
    },
  }),
}
