import { describe, expect, test } from 'vitest'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { isCompleteRun, sampleItems } from '@/tests/support/complete'
import { createId } from '@/tests/support/records'
import { createDatabase } from '../../support/content-map'
import { show } from '../page/show'

const TYPES = (
  'title text number select status multi_select date person file checkbox url email phone_number formula relation rollup ' +
  'created_time last_edited_time created_by last_edited_by auto_increment_id button verification hologram __proto__'
).split(' ')

const LONG = 'long '.repeat(20_000)
const SCRIPT = '<img src=x onerror=alert(1)><script>alert(1)</script>'

/** Malformed values of a row. */
const VALUES: [name: string, value: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['a string', 'x'],
  ['an object', { a: 1 }],
  ['an empty list', []],
  ['a list of nothing', [null, undefined, 5, [], [[]]]],
  [
    'formats of the wrong kind',
    [
      ['x', 'b'],
      ['y', [null, 5, [], ['a'], ['d', 5], ['u'], ['p', {}]]],
    ],
  ],
  [
    'unsafe addresses',
    [
      ['x', [['a', 'javascript:alert(1)']]],
      [',', []],
      ['y', [['a', 'data:text/html,<b>']]],
    ],
  ],
  [
    'references to nothing',
    [['‣', [['p', 'x']]], ['‣', [['u', createId('Nobody')]]], ['‣', [['d', { type: 'date' }]]], ['‣']],
  ],
  [
    'a date that does not exist',
    [
      [
        '‣',
        [
          [
            'd',
            {
              type: 'datetimerange',
              start_date: '2024-99-99',
              start_time: '99:99',
              end_date: 5,
              time_zone: 'Mars/Olympus',
            },
          ],
        ],
      ],
    ],
  ],
  ['markup', [[SCRIPT]]],
  ['a very long text', [[LONG]]],
  ['a very large number', [['1e999']]],
  ['many pieces', Array.from({ length: 3000 }, () => ['a,'])],
  ['half a surrogate pair', [['\uD800']]],
]

const PROPERTIES = [undefined, null, 5, 'x', [], [null], { type: 5 }, { type: 'number', number_format: {}, options: 5 }]
const JUNK: unknown[] = [
  null,
  5,
  'x',
  '__proto__',
  [],
  [null, 5, 'x', {}, { property: 5 }],
  {},
  { property: '__proto__' },
  { property: {}, value: [] },
]
const FORMAT_KEYS = (
  'table_properties gallery_properties list_properties board_properties board_columns board_groups2 board_columns_by ' +
  'collection_group_by collection_groups gallery_cover gallery_cover_size gallery_cover_aspect board_cover board_cover_size ' +
  'table_wrap show_page_icon hide_linked_collection_name inline_collection_first_load_limit property_filters gallery_title_visible'
).split(' ')
const QUERY_KEYS = ['filter', 'sort', 'aggregations', 'aggregate', 'group_by']

/** Renders a database and expects no unsafe elements. */
async function render(...database: Parameters<typeof createDatabase>) {
  const { body } = await show(...createDatabase(...database))
  expect(
    body.querySelectorAll(
      'script:not([data-islands]), img[onerror], a[href^="javascript" i], a[href^="data:" i], iframe',
    ),
  ).toHaveLength(0)
  return body
}
/** Returns the unique titles of the visible rows. A row can be in several groups. */
const listTitles = (body: HTMLElement) =>
  [...new Set([...body.querySelectorAll('.row-title')].map((title) => title.textContent))].sort()

describe('a property of each type with any value', () => {
  const rows = Object.fromEntries(VALUES.map(([name, value]) => [name, { Value: value as string }]))
  const expected = Object.keys(rows).sort()

  test.each(TYPES)('%s', async (type) => {
    const schema = {
      Value: { type, options: [{ id: 'o', value: 'x' }], relation_property: 'Value', target_property: 'Value' },
    }
    // Each type is tested in a third of the views, and each view with a third of the types.
    const first = TYPES.indexOf(type) % 3
    for (const view of sampleItems(Object.keys(VIEW_TYPES).slice(isCompleteRun ? 0 : first), 3)) {
      const format = {
        [`${view}_properties`]: ['title', 'Value'].map((property) => ({ property, visible: true })),
        collection_group_by: { property: 'Value', type },
      }
      const query2 = {
        sort: [{ property: 'Value', direction: 'ascending' }],
        aggregations: [
          { property: 'Value', aggregator: 'show_unique' },
          { property: 'title', aggregator: 'date_range' },
        ],
      }
      const body = await render({ schema, rows, views: [{ type: view, format, query2 }] })
      expect(listTitles(body), `in a ${view}`).toEqual(expected)
    }
  })

  test.each(PROPERTIES.map((property) => [JSON.stringify(property), property]))(
    'a schema with the property %s',
    async (_, property) => {
      const collection = { schema: { title: { name: 'Name', type: 'title' }, Value: property } }
      expect(listTitles(await render({ collection, rows: { Odd: { Value: 'x' }, Good: {} } })).sort()).toEqual([
        'Good',
        'Odd',
      ])
    },
  )
})

describe('a view of each type with any format', () => {
  test.each(Object.keys(VIEW_TYPES))('%s', async (type) => {
    const rows = { Odd: { Value: 'x' }, Good: {} }
    const first = Object.keys(VIEW_TYPES).indexOf(type) % 3
    for (const junk of sampleItems(JUNK.slice(isCompleteRun ? 0 : first), 3)) {
      for (const [where, keys] of [
        ['format', FORMAT_KEYS],
        ['query2', QUERY_KEYS],
      ] as const) {
        const settings = Object.fromEntries(keys.map((key) => [key, junk]))
        const body = await render({ schema: { Value: { type: 'text' } }, rows, views: [{ type, [where]: settings }] })
        expect(listTitles(body), `${where} of ${JSON.stringify(junk)}`).toEqual(['Good', 'Odd'])
      }
    }
  })

  test.each(JUNK.map((junk) => [JSON.stringify(junk), junk]))(
    'a page sort and a query result of %s',
    async (_, junk) => {
      const views = [{ page_sort: junk, name: junk }]
      const body = await render({ rows: { Odd: {}, Good: {} }, views, queryResults: { [createId('view 1')]: junk } })
      expect(listTitles(body)).toEqual(['Good', 'Odd'])
    },
  )
})
