import { expect, test } from 'vitest'
import type { Schema } from '@/lib/sync/official-api/schema'
import { convertDashboard, convertFilter, convertView, UNKNOWN_FILTER } from '@/lib/sync/official-api/views'
import { createViewFilter } from '@/lib/workspace/query/filters'
import type { CollectionView, PropertySchema } from '@/lib/workspace/record-map'
import { NO_NAMES } from '@/tests/support/names'

const ID = '0a0b0c0d-0000-4000-8000-000000000001'
const SCHEMA: Schema = {
  title: { name: 'Name', type: 'title' },
  'a;': { name: 'Kind', type: 'select' },
  made: { name: 'Made', type: 'created_time' },
  hidden: { name: 'Hidden', type: 'relation', unshared: true },
}
/** Types of properties with another name in record maps. */
const TYPES: Record<string, string> = { people: 'person', unique_id: 'auto_increment_id', rich_text: 'text' }
const createExact = (value: unknown) => [{ type: 'exact', value }]

/** API conditions of all kinds, and the expected conditions of a record. */
const CONDITIONS: [condition: object, test: object][] = [
  [{ title: { contains: 'A' } }, { operator: 'string_contains', value: createExact('A') }],
  [{ rich_text: { does_not_equal: 'A' } }, { operator: 'string_is_not', value: createExact('A') }],
  [{ number: { greater_than: 3 } }, { operator: 'number_greater_than', value: createExact(3) }],
  [{ checkbox: { equals: true } }, { operator: 'checkbox_is', value: createExact(true) }],
  [{ select: { equals: 'One' } }, { operator: 'enum_is', value: createExact('One') }],
  [{ multi_select: { does_not_contain: 'One' } }, { operator: 'enum_does_not_contain', value: createExact('One') }],
  [{ status: { equals: 'Done' } }, { operator: 'status_is', value: [{ type: 'is_option', value: 'Done' }] }],
  [{ unique_id: { greater_than: 3 } }, { operator: 'number_greater_than', value: createExact(3) }],
  [{ people: { contains: 'me' } }, { operator: 'person_contains', value: [{ type: 'relative', value: 'me' }] }],
  [{ people: { contains: ID } }, { operator: 'person_contains', value: createExact(ID) }],
  [{ relation: { contains: ID } }, { operator: 'relation_contains', value: createExact(ID) }],
  [{ files: { is_not_empty: true } }, { operator: 'is_not_empty' }],
  [{ date: { is_empty: true } }, { operator: 'is_empty' }],
  [
    { date: { on_or_after: '2026-01-02' } },
    { operator: 'date_is_on_or_after', value: { type: 'exact', value: { type: 'date', start_date: '2026-01-02' } } },
  ],
  [{ date: { before: 'today' } }, { operator: 'date_is_before', value: { type: 'relative', value: 'today' } }],
  [{ date: { past_week: {} } }, { operator: 'date_is_within', value: { type: 'relative', value: 'the_past_week' } }],
  [{ formula: { number: { equals: 3 } } }, { operator: 'number_equals', value: createExact(3) }],
  [
    { rollup: { date: { this_week: {} } } },
    { operator: 'date_is_within', value: { type: 'relative', value: 'this_week' } },
  ],
]

test.each(CONDITIONS)(
  'convertFilter converts the condition %j to one that the site can evaluate',
  (condition, filter) => {
    const converted = convertFilter({ property: 'a%3B', ...condition }, SCHEMA)
    expect(converted).toEqual({ property: 'a;', filter })
    const view = { format: {}, query: { filter: converted } } as unknown as CollectionView
    // Each operator is compared with a property of its own type.
    const type = Object.keys(condition)[0] ?? ''
    const schema: Record<string, PropertySchema> = { 'a;': { name: 'Kind', type: TYPES[type] ?? type } }
    expect(createViewFilter(view, { schema, read: () => undefined, names: NO_NAMES, now: 0 }).notes).toEqual([])
  },
)

test.each([
  [{ property: 'a;', rollup: { any: { select: { equals: 'One' } } } }],
  [{ property: 'hidden', relation: { contains: ID } }],
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
])('convertFilter returns undefined for the filter %j', (filter) => {
  expect(convertFilter(filter, SCHEMA)).toBeUndefined()
})

test('convertFilter converts nested filters and finds properties by id, name or timestamp', () => {
  const filter = {
    or: [
      { property: 'Kind', select: { equals: 'One' } },
      { and: [{ timestamp: 'created_time', created_time: { after: 'yesterday' } }] },
    ],
  }
  expect(convertFilter(filter, SCHEMA)).toEqual({
    operator: 'or',
    filters: [
      { property: 'a;', filter: { operator: 'enum_is', value: createExact('One') } },
      {
        operator: 'and',
        filters: [
          { property: 'made', filter: { operator: 'date_is_after', value: { type: 'relative', value: 'yesterday' } } },
        ],
      },
    ],
  })
})

const convertFields = (fields: object) =>
  convertView({ object: 'view', id: ID, name: 'V', type: 'table', ...fields }, ID, SCHEMA)

test('convertView requires a query for manually ordered rows but not for sorted ones', () => {
  const sorts = [{ property: 'Kind', direction: 'descending' }]
  const sorted = convertFields({ sorts, filter: { property: 'Kind', select: { equals: 'One' } } })
  expect(sorted).toMatchObject({
    needsQuery: false,
    record: {
      query2: {
        sort: [{ property: 'a;', direction: 'descending' }],
        filter: { operator: 'and', filters: [{ property: 'a;' }] },
      },
    },
  })
  expect(convertFields({}).needsQuery).toBe(true)
})

test('convertView requires a query if a part of the filter cannot be converted', () => {
  const filter = {
    and: [
      { property: 'Kind', select: { equals: 'One' } },
      { property: 'Kind', verification: { status: 'verified' } },
    ],
  }
  const { record, needsQuery } = convertFields({ filter, sorts: [{ property: 'Kind', direction: 'ascending' }] })
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
  ['gallery', { card_layout: 'compact' }, { card_layout: 'compact' }],
])('convertView converts the settings of a %s: %j', (type, configuration, format) => {
  expect(convertFields({ type, configuration }).record).toMatchObject({ type, format })
})

test('convertView converts quick filters to property filters', () => {
  const { record } = convertFields({ quick_filters: { 'a%3B': { select: { equals: 'One' } } } })
  expect(record.format).toMatchObject({
    property_filters: [{ filter: { property: 'a;', filter: { operator: 'enum_is', value: createExact('One') } } }],
  })
})

test('convertView keeps the scale, the end and the dependencies of a timeline', () => {
  const configuration = {
    date_property_id: 'a',
    end_date_property_id: 'b',
    preference: { zoom_level: 'week', center_timestamp: 1 },
    arrows_by: { property_id: 'c' },
  }
  const { record } = convertFields({ type: 'timeline', configuration })
  expect(record.query2).toMatchObject({ timeline_by: 'a', timeline_by_end: 'b' })
  expect(record.format).toMatchObject({
    timeline_preference: { zoomLevel: 'week' },
    timeline_arrows_by: { property: 'c' },
  })
})

test('convertView keeps the settings of a chart', () => {
  const configuration = {
    chart_type: 'column',
    x_axis: { type: 'date', property_id: 'd%3B', group_by: 'month', sort: { type: 'ascending' } },
    y_axis: { aggregator: 'sum', property_id: 'n%3B' },
    stack_by: { type: 'select', property_id: 'a%3B', sort: { type: 'manual' } },
    sort: 'y_descending',
    color_theme: 'blue',
    legend_position: 'off',
    show_data_labels: false,
    y_axis_min: null,
    y_axis_max: 9,
    caption: 'Sums',
    reference_lines: [{ id: '1', value: 7, label: 'Goal', color: 'red', dash_style: 'dash' }],
  }
  const { record, needsQuery } = convertFields({ type: 'chart', configuration })
  expect(needsQuery).toBe(false)
  expect(record.format).toMatchObject({
    chart_config: {
      type: 'column',
      dataConfig: {
        type: 'groups_reducer',
        groupBy: { property: 'd;', type: 'date', groupBy: 'month', sort: { type: 'ascending' } },
        aggregationConfig: {
          aggregation: { aggregator: 'sum', property: 'n;' },
          stackOptions: { groupBy: { property: 'a;', type: 'select', sort: { type: 'manual' } } },
        },
      },
      chartFormat: {
        mainSort: 'y-descending',
        colorTheme: 'blue',
        hideLegend: true,
        axisShowDataLabels: false,
        yAxisMax: 9,
        caption: 'Sums',
        showCaption: true,
        referenceLines: [{ id: '1', value: 7, label: 'Goal', color: 'red', dashStyle: 'dash' }],
      },
    },
  })
})

test.each([
  [{ chart_type: 'number', value: { aggregator: 'count' } }, 'number_reducer'],
  [{ chart_type: 'bar', x_axis: null, x_axis_property_id: 'title', y_axis_property_id: 'n' }, 'results_reducer'],
])('convertView keeps what the chart %j counts', (configuration, type) => {
  const { record } = convertFields({ type: 'chart', configuration })
  const { dataConfig } = (record.format as { chart_config: { dataConfig: object } }).chart_config
  expect(dataConfig).toMatchObject(
    type === 'number_reducer'
      ? { type, aggregationConfig: { aggregation: { aggregator: 'count' } } }
      : { type, nameProperty: 'title', valueProperty: 'n' },
  )
})

test('convertDashboard keeps the widgets of a dashboard, which belongs to no collection', () => {
  const widgets = [
    { id: 'a', view_id: ID, width: 6 },
    { id: 'b', view_id: 7 },
  ]
  const converted = convertDashboard({
    ...{ object: 'view', id: ID, name: 'V', type: 'dashboard' },
    configuration: { type: 'dashboard', rows: [{ id: 'r', widgets }] },
  })
  expect(converted.widgets).toEqual([ID])
  expect(converted.record.format).toEqual({
    dashboard_layout_schema: [{ type: 'row', modules: [{ type: 'view', collection_view_id: ID, width: 6 }] }],
  })
})

test.each(['calendar', 'timeline'])('convertView keeps the date property of a %s', (type) => {
  const { record } = convertFields({ type, configuration: { type, date_property_id: 'a%3B' } })
  expect(record.query2).toEqual({ [`${type}_by`]: 'a;' })
})
