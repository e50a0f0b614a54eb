import { expect, test } from 'vitest'
import { convertFilter, type Schema, UNKNOWN_FILTER } from '@/lib/sync/official-api/filters'
import { convertView } from '@/lib/sync/official-api/views'
import { createViewFilter } from '@/lib/workspace/query/filters'
import type { CollectionView, PropertySchema } from '@/lib/workspace/record-map'

const ID = '0a0b0c0d-0000-4000-8000-000000000001'
const SCHEMA: Schema = {
  title: { name: 'Name', type: 'title' },
  'a;': { name: 'Kind', type: 'select' },
  made: { name: 'Made', type: 'created_time' },
}
const exact = (value: unknown) => [{ type: 'exact', value }]

/** Conditions of all kinds, and the test of a record map. */
const CONDITIONS: [condition: object, test: object][] = [
  [{ title: { contains: 'A' } }, { operator: 'string_contains', value: exact('A') }],
  [{ rich_text: { does_not_equal: 'A' } }, { operator: 'string_is_not', value: exact('A') }],
  [{ number: { greater_than: 3 } }, { operator: 'number_greater_than', value: exact(3) }],
  [{ checkbox: { equals: true } }, { operator: 'checkbox_is', value: exact(true) }],
  [{ select: { equals: 'One' } }, { operator: 'enum_is', value: exact('One') }],
  [{ multi_select: { does_not_contain: 'One' } }, { operator: 'enum_does_not_contain', value: exact('One') }],
  [{ status: { equals: 'Done' } }, { operator: 'status_is', value: [{ type: 'is_option', value: 'Done' }] }],
  [{ people: { contains: ID } }, { operator: 'person_contains', value: exact(ID) }],
  [{ relation: { contains: ID } }, { operator: 'relation_contains', value: exact(ID) }],
  [{ files: { is_not_empty: true } }, { operator: 'is_not_empty' }],
  [{ date: { is_empty: true } }, { operator: 'is_empty' }],
  [
    { date: { on_or_after: '2026-01-02' } },
    { operator: 'date_is_on_or_after', value: { type: 'exact', value: { type: 'date', start_date: '2026-01-02' } } },
  ],
  [{ date: { before: 'today' } }, { operator: 'date_is_before', value: { type: 'relative', value: 'today' } }],
  [{ date: { past_week: {} } }, { operator: 'date_is_within', value: { type: 'relative', value: 'the_past_week' } }],
  [{ formula: { number: { equals: 3 } } }, { operator: 'number_equals', value: exact(3) }],
  [
    { rollup: { date: { this_week: {} } } },
    { operator: 'date_is_within', value: { type: 'relative', value: 'this_week' } },
  ],
]

test.each(CONDITIONS)('the condition %j is one that the site understands', (condition, filter) => {
  const converted = convertFilter({ property: 'a%3B', ...condition }, SCHEMA)
  expect(converted).toEqual({ property: 'a;', filter })
  const view = { format: {}, query: { filter: converted } } as unknown as CollectionView
  const schema = SCHEMA as unknown as Record<string, PropertySchema>
  const names = { userName: () => undefined, pageTitle: () => undefined, timeZone: 'UTC', locale: 'en' }
  expect(createViewFilter(view, { schema, read: () => undefined, names, now: 0 }).notes).toEqual([])
})

test.each([
  [{ property: 'a;', rollup: { any: { select: { equals: 'One' } } } }],
  [{ property: 'a;', people: { contains: 'me' } }],
  [{ property: 'nowhere', select: { equals: 'One' } }],
  [{ property: 'a;', select: { equals: 'One' }, status: { equals: 'One' } }],
  [{ property: 'a;', verification: { status: 'verified' } }],
  [
    {
      and: [
        { property: 'a;', select: { equals: 'One' } },
        { property: 'a;', select: 7 },
      ],
    },
  ],
  [7],
])('the filter %j has no counterpart', (filter) => {
  expect(convertFilter(filter, SCHEMA)).toBeUndefined()
})

test('filters nest, and name properties by id, by name or as a time of the page', () => {
  const filter = {
    or: [
      { property: 'Kind', select: { equals: 'One' } },
      { and: [{ timestamp: 'created_time', created_time: { after: 'yesterday' } }] },
    ],
  }
  expect(convertFilter(filter, SCHEMA)).toEqual({
    operator: 'or',
    filters: [
      { property: 'a;', filter: { operator: 'enum_is', value: exact('One') } },
      {
        operator: 'and',
        filters: [
          { property: 'made', filter: { operator: 'date_is_after', value: { type: 'relative', value: 'yesterday' } } },
        ],
      },
    ],
  })
})

const view = (fields: object) =>
  convertView({ object: 'view', id: ID, name: 'V', type: 'table', ...fields }, ID, SCHEMA)

test('a view with sorts needs no query, and one whose rows are dragged does', () => {
  const sorts = [{ property: 'Kind', direction: 'descending' }]
  const sorted = view({ sorts, filter: { property: 'Kind', select: { equals: 'One' } } })
  expect(sorted).toMatchObject({
    needsQuery: false,
    record: {
      query2: {
        sort: [{ property: 'a;', direction: 'descending' }],
        filter: { operator: 'and', filters: [{ property: 'a;' }] },
      },
    },
  })
  expect(view({}).needsQuery).toBe(true)
})

test('of a filter with a part that has no counterpart, the rows are those that Notion returns', () => {
  const filter = {
    and: [
      { property: 'Kind', select: { equals: 'One' } },
      { property: 'Kind', people: { contains: 'me' } },
    ],
  }
  const { record, needsQuery } = view({ filter, sorts: [{ property: 'Kind', direction: 'ascending' }] })
  expect(needsQuery).toBe(true)
  expect(record.query2).toMatchObject({ filter: { filters: [UNKNOWN_FILTER] } })
})

test.each([
  [
    'table',
    { properties: [{ property_id: 'a%3B', visible: false, width: 90 }], wrap_cells: true },
    { table_properties: [{ property: 'a;', visible: false, width: 90 }], table_wrap: true },
  ],
  [
    'board',
    {
      group_by: { type: 'select', property_id: 'a;', sort: { type: 'manual' }, hide_empty_groups: true },
      sub_group_by: { type: 'status', property_id: 'b', group_by: 'group' },
      cover: { type: 'page_content_first' },
      cover_size: 'small',
    },
    {
      board_columns_by: { property: 'a;', type: 'select', sort: { type: 'manual' }, hideEmptyGroups: true },
      collection_group_by: { property: 'b', type: 'status', groupBy: 'group' },
      board_cover: { type: 'page_content' },
      board_cover_size: 'small',
    },
  ],
  [
    'gallery',
    { cover: { type: 'property', property_id: 'a%3B' }, cover_aspect: 'contain' },
    { gallery_cover: { type: 'property', property: 'a;' }, gallery_cover_aspect: 'contain' },
  ],
  [
    'table',
    {
      group_by: {
        type: 'formula',
        property_id: 'a;',
        group_by: { type: 'number', range_start: 0, range_end: 9, range_size: 3 },
      },
    },
    { collection_group_by: { property: 'a;', type: 'number', range: { start: 0, end: 9, size: 3 } } },
  ],
  ['list', { properties: [] }, { list_properties: [] }],
])('the settings of a %s: %j', (type, configuration, format) => {
  expect(view({ type, configuration }).record).toMatchObject({ type, format })
})

test('quick filters are filters above the view', () => {
  const { record } = view({ quick_filters: { 'a%3B': { select: { equals: 'One' } } } })
  expect(record.format).toMatchObject({
    property_filters: [{ filter: { property: 'a;', filter: { operator: 'enum_is', value: exact('One') } } }],
  })
})

test.each(['calendar', 'timeline'])('a %s keeps the property by which it shows its rows', (type) => {
  const { record } = view({ type, configuration: { type, date_property_id: 'a%3B' } })
  expect(record.query2).toEqual({ [`${type}_by`]: 'a;' })
})
