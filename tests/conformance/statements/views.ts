import { expect } from 'vitest'
import { idOf } from '../../support/records'
import { rowsFor, type Section } from '../row'
import { databaseOf } from '../support/maps'
import { database } from '../support/rows'
import { attributes, one, show, showProperties, texts } from '../support/show'

const listed = (...properties: string[]) => properties.map((property) => ({ property, visible: true }))
const rows = { Pen: { Kind: 'tool', Cost: '2' }, Ink: { Kind: 'stuff', Cost: '1' }, Cat: {} }
const schema = {
  Kind: { type: 'select', options: ['tool', 'stuff'].map((value) => ({ id: value, value, color: 'blue' })) },
  Cost: { type: 'number' },
}
const titles = (body: HTMLElement) => texts(body, '.row-title')
const byKind = { property: 'Kind', type: 'select' }
const shownAs = (type: string, selector: string) =>
  database(
    `A ${type} is shown as one, and its rows link to their pages.`,
    { schema, rows, views: [{ type, format: { board_columns_by: byKind } }] },
    (body) => {
      expect(body.querySelectorAll(selector)).toHaveLength(1)
      expect(titles(body).toSorted()).toEqual(['Cat', 'Ink', 'Pen'])
      expect(attributes(body, 'a.row-title', 'href').toSorted()).toEqual(['/cat', '/ink', '/pen'])
    },
  )

const properties = (type: string) =>
  database(
    `A ${type} shows the properties that it lists, in their order, without those that it hides.`,
    {
      schema: { ...schema, Note: { type: 'text' } },
      rows: { Pen: { Kind: 'tool', Cost: '2', Note: 'n' } },
      views: [
        {
          type,
          format: {
            board_columns_by: byKind,
            [`${type}_properties`]: [...listed('title', 'Cost', 'Kind'), { property: 'Note', visible: false }],
          },
        },
      ],
    },
    (body) => {
      const cells = type === 'table' ? texts(body, 'tbody td') : texts(body, '.row-facts dd')
      expect(cells).toEqual(['2', 'tool'])
    },
  )

export const VIEWS: Section = {
  name: 'Views of a database',
  rows: rowsFor({
    table: shownAs('table', 'table'),
    gallery: shownAs('gallery', 'ul.collection-gallery'),
    list: shownAs('list', 'ul.collection-list'),
    board: shownAs('board', '.collection-board'),
    'other types': {
      says: 'A view of any other type is skipped with a warning, and the others are shown.',
      holds: async () => {
        // What is noted is a warning on the server's console.
        const { body, notes } = await show(
          ...databaseOf({ rows, views: [{ type: 'form', name: 'Ask' }, { name: 'All' }] }),
        )
        expect(notes).toEqual(['Collection view of unsupported type "form" skipped'])
        expect(body.textContent).not.toContain('Ask')
        expect(titles(body)).toHaveLength(3)
      },
    },
    tabs: database(
      'Of several views there is a tab each, with an icon and its name or one after its type.',
      { rows, views: [{ name: 'All' }, { type: 'gallery' }, { type: 'list' }, { type: 'board' }, {}] },
      (body) => {
        expect(texts(body, '[role=tab]')).toEqual(['All', 'Gallery view', 'List view', 'Board view', 'Table view'])
        expect(body.querySelectorAll('[role=tab] svg')).toHaveLength(5)
        expect(one(body, '[aria-selected=true]').textContent).toBe('All')
      },
    ),
    'one view': database('A single view has no tab.', { rows }, (body) =>
      expect(body.querySelector('[role=tab]')).toBeNull(),
    ),
    name: database(
      'The name of the database stands above its views.',
      { rows, collection: { name: [['Tools']] } },
      (body) => expect(one(body, '.collection-title').textContent).toBe('Tools'),
    ),
    icon: database('The icon of the database stands before its name.', { rows, collection: { icon: '🧰' } }, (body) =>
      expect(one(body, '.collection-title').textContent).toBe('🧰Things'),
    ),
    hide_linked_collection_name: database(
      'A view may hide the name of the database.',
      { rows, views: [{ format: { hide_linked_collection_name: true } }] },
      (body) => expect(body.querySelector('.collection-title')).toBeNull(),
    ),
    table_properties: properties('table'),
    gallery_properties: properties('gallery'),
    list_properties: properties('list'),
    board_properties: properties('board'),
    'table column widths': database(
      'A table’s columns have their widths, else 280 pixels for the title and 200 for the others.',
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
      (body) => expect(attributes(body, 'col', 'style')).toEqual(['width:280px', 'width:200px', 'width:90px']),
    ),
    collection_page_properties: {
      says: 'A row’s own page shows its properties, without those that are taken off.',
      holds: () => {
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
        expect(texts(body, 'dt, dd')).toEqual(['Cost', '2'])
      },
    },
    property_visibility: {
      says: 'Properties that are hidden, or hidden when they are empty, are not on a row’s own page.',
      holds: () => {
        const property_visibility = [
          { property: 'Kind', visibility: 'hide_if_empty' },
          { property: 'Cost', visibility: 'hide' },
        ]
        const shown = (row: string) =>
          texts(showProperties(row, { schema, rows, collection: { format: { property_visibility } } }), 'dd')
        expect([shown('Pen'), shown('Cat')]).toEqual([['tool'], []])
      },
    },
    filter: database(
      'A view shows the rows that its own filter keeps: all of its conditions, one of them, and those within each other.',
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
      (body) => expect(titles(body).toSorted()).toEqual(['Ink', 'Pen']),
    ),
    sort: database(
      'A view shows its rows in its own order.',
      { schema, rows, views: [{ query2: { sort: [{ property: 'Cost', direction: 'ascending' }] } }] },
      (body) => expect(titles(body)).toEqual(['Ink', 'Pen', 'Cat']),
    ),
    collection_query: database(
      'Without an order of its own a view shows its rows as the workspace answered.',
      {
        rows,
        answers: {
          [idOf('view 1')]: {
            collection_group_results: { type: 'results', blockIds: ['Cat', 'Pen', 'Ink'].map(idOf), hasMore: false },
          },
        },
      },
      (body) => expect(titles(body)).toEqual(['Cat', 'Pen', 'Ink']),
    ),
    aggregations: database(
      'Calculations stand at the foot of a table.',
      { schema, rows, views: [{ query2: { aggregations: [{ property: 'Cost', aggregator: 'sum' }] } }] },
      (body) => expect(one(body, 'tfoot').textContent).toContain('3'),
    ),
    table_wrap: database(
      'A table’s texts go on in further lines where it is told to.',
      { schema, rows, views: [{ format: { table_wrap: true } }] },
      (body) => expect(body.querySelectorAll('table.wraps')).toHaveLength(1),
    ),
    'table_properties, wrap': database(
      'Each column of a table may go on in further lines or not, whatever the table does.',
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
        expect(texts(body, 'tbody .wraps')).toEqual(['tool'])
        expect(body.querySelector('table.wraps')).toBeNull()
      },
    ),
    collection_view_icon: database(
      'A view’s own icon stands in its tab, by day and by night; one that cannot be shown is that of its type.',
      {
        rows,
        views: [
          { name: 'Pots', format: { collection_view_icon: '/icons/pot_gray.svg' } },
          { name: 'Pins', format: { collection_view_icon: '📌' } },
          { name: 'Bad', format: { collection_view_icon: 'javascript:alert(1)' } },
        ],
      },
      (body) => {
        expect(attributes(body, '[role=tab]:first-child img', 'src')).toEqual([
          'https://www.notion.so/icons/pot_gray.svg?mode=light',
          'https://www.notion.so/icons/pot_gray.svg?mode=dark',
        ])
        expect(texts(body, '[role=tab]')).toEqual(['Pots', '📌Pins', 'Bad'])
        expect(body.querySelectorAll('[role=tab] svg')).toHaveLength(1)
      },
    ),
    'same names': {
      says: 'Of two databases with the same name on a page, everything that has a name has another one.',
      holds: async () => {
        const [block, tables] = databaseOf({
          schema,
          rows,
          views: [{ name: 'All' }, { name: 'Cards', type: 'gallery' }],
        })
        const { body } = await show([block, { ...block, name: 'Again' }], tables)
        const named = attributes(body, '[aria-label]:is(section, [role=tablist])', 'aria-label')
        expect(named).toEqual(['Views: Things', 'Things: All', 'Views: Things 2', 'Things 2: All'])
      },
    },
    'many rows': database(
      'The first fifty rows are shown, and a button brings more.',
      { rows: Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`Row ${index}`, {}])) },
      (body) => {
        expect(titles(body)).toHaveLength(50)
        expect(one(body, '.collection-more').textContent).toBe('Load more')
      },
    ),
    'page size': database(
      'A view may show fewer rows at first.',
      {
        rows: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`Row ${index}`, {}])),
        views: [{ type: 'list', format: { inline_collection_first_load_limit: { type: 'load_limit', limit: 10 } } }],
      },
      (body) => {
        expect(titles(body)).toHaveLength(10)
        expect(one(body, '.collection-more').textContent).toBe('Load more')
      },
    ),
    untitled: database('A row without a title can be opened all the same.', { rows: { '': {} } }, (body) =>
      expect(titles(body)).toEqual(['Untitled']),
    ),
    'missing data': {
      says: 'A database whose data is missing is left out, and told of in one line.',
      holds: async () => {
        const [block] = databaseOf({})
        const { body, notes } = await show([block, { type: 'text', title: 'a' }])
        expect(body.textContent).toBe('a')
        expect(notes).toEqual(['Collection without data skipped'])
      },
    },
  }),
}
