import { storeWidgets } from '../../workspace/clean/dashboards'
import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { convertChart } from './charts'
import { convertGrouping } from './groupings'
import { convertParent } from './pages'
import { readPropertyId } from './properties'
import type { Schema } from './schema'

/** A view as record maps contain it. */
interface ConvertedView {
  record: Fields
  /** Whether Notion must be queried for the rows: a filter is unknown, or editors can drag the rows, because the view has no sorts. */
  needsQuery: boolean
}

/** Returns the record of a view of a collection. */
export function convertView(view: Fields, collection: Id, schema: Schema): ConvertedView {
  const filter = isObject(view.filter) ? convertFilter(view.filter, schema) : undefined
  const quick = convertQuickFilters(view.quick_filters)
  const isKnown = (filter !== undefined || !isObject(view.filter)) && quick !== undefined
  const sort = convertSorts(view.sorts, schema)
  const configuration = isObject(view.configuration) ? view.configuration : {}
  const type = String(view.type)
  return {
    record: {
      id: toUuid(view.id),
      ...convertParent(view.parent),
      alive: true,
      type,
      name: view.name,
      format: {
        ...convertConfiguration(type, configuration),
        ...(isKnown && quick.length > 0 && { property_filters: quick }),
        collection_pointer: { id: collection, table: 'collection' },
      },
      query2: {
        ...(!isKnown && { filter: { operator: 'and', filters: [UNKNOWN_FILTER] } }),
        ...(isKnown &&
          filter !== undefined && { filter: filter.filters ? filter : { operator: 'and', filters: [filter] } }),
        ...(sort.length > 0 && { sort }),
        ...convertDateProperty(type, configuration),
      },
    },
    // The order of its rows does not change a chart.
    needsQuery: !isKnown || (sort.length === 0 && type !== 'chart'),
  }
}

/** Returns the record of a dashboard, and the views that it shows, of any collection. */
export function convertDashboard({ id, parent, type, name, configuration }: Fields): { record: Fields; widgets: Id[] } {
  const rows = list(isObject(configuration) ? configuration.rows : undefined).map(({ widgets }) =>
    list(widgets).flatMap(({ view_id, width }) => {
      const view = toUuid(view_id)
      return view === undefined ? [] : [{ view, ...(typeof width === 'number' && { width }) }]
    }),
  )
  const record = storeWidgets({ id: toUuid(id), ...convertParent(parent), alive: true, type, name }, rows)
  return { record, widgets: rows.flatMap((row) => row.map(({ view }) => view)) }
}

/** Filters that are shown above a view, by property. Returns undefined if one of them has no counterpart. */
function convertQuickFilters(value: unknown): Fields[] | undefined {
  const filters = Object.entries(isObject(value) ? value : {}).map(([id, condition]) =>
    isObject(condition) ? convertCondition(readPropertyId({ id }), condition) : undefined,
  )
  return filters.every((filter) => filter !== undefined) ? filters.map((filter) => ({ filter })) : undefined
}

function convertSorts(sorts: unknown, schema: Schema): Fields[] {
  return list(sorts).flatMap((sort) => {
    const property = findProperty(sort, schema)
    return property === undefined ? [] : [{ property, direction: sort.direction }]
  })
}

/** Returns the property by which a calendar or timeline shows its rows, and the one at whose date the bars of a timeline end. */
function convertDateProperty(type: string, { date_property_id, end_date_property_id }: Fields): Fields {
  const [property, end] = [date_property_id, end_date_property_id].map((id) => readPropertyId({ id }))
  return {
    ...(property !== undefined && { [`${type}_by`]: property }),
    ...(end !== undefined && { [`${type}_by_end`]: end }),
  }
}

function convertTimeline({ preference, arrows_by: arrows }: Fields): Fields {
  const property = isObject(arrows) ? readPropertyId({ id: arrows.property_id }) : undefined
  return {
    ...(isObject(preference) && { timeline_preference: { zoomLevel: preference.zoom_level } }),
    ...(property !== undefined && { timeline_arrows_by: { property } }),
  }
}

function convertConfiguration(type: string, configuration: Fields): Fields {
  const { properties, wrap_cells, cover, cover_size, cover_aspect, card_layout, group_by, sub_group_by } = configuration
  const [columns, groups] = type === 'board' ? [group_by, sub_group_by] : [undefined, group_by]
  const [columnsBy, groupsBy] = [convertGrouping(columns), convertGrouping(groups)]
  const { start_day_of_week: startDayOfWeek } = configuration
  return {
    ...(typeof startDayOfWeek === 'number' && { startDayOfWeek }),
    ...(type === 'timeline' && convertTimeline(configuration)),
    ...(type === 'map' && { map_by: readPropertyId({ id: configuration.map_by }) }),
    ...(type === 'chart' && { chart_config: convertChart(configuration) }),
    ...(isObject(configuration.subtasks) && convertSubtasks(configuration.subtasks)),
    ...(Array.isArray(properties) && { [`${type}_properties`]: list(properties).flatMap(convertListedProperty) }),
    ...(type === 'table' && { table_wrap: wrap_cells === true }),
    ...(isObject(cover) && { [`${type}_cover`]: convertCover(cover) }),
    ...(cover_size !== undefined && { [`${type}_cover_size`]: cover_size }),
    ...(cover_aspect !== undefined && { [`${type}_cover_aspect`]: cover_aspect }),
    ...(card_layout !== undefined && { card_layout }),
    ...(columnsBy !== undefined && { board_columns_by: columnsBy }),
    ...(groupsBy !== undefined && { collection_group_by: groupsBy }),
  }
}

function convertSubtasks({ property_id: id, display_mode: mode, filter_scope: scope }: Fields): Fields {
  const property = readPropertyId({ id })
  return {
    ...(property !== undefined && { subitem_property: property }),
    ...(typeof mode === 'string' && { subitem_display_mode: mode }),
    ...(typeof scope === 'string' && { subitem_filter_scope: scope }),
  }
}

function convertListedProperty({ property_id, visible, width, wrap, ...settings }: Fields): Fields[] {
  const property = readPropertyId({ id: property_id })
  if (property === undefined) return []
  return [
    {
      property,
      visible: visible !== false,
      ...(typeof width === 'number' && { width }),
      ...(typeof wrap === 'boolean' && { wrap }),
      ...pickTexts(settings, ['date_format', 'time_format', 'status_show_as']),
    },
  ]
}

const pickTexts = (record: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (typeof record[name] === 'string' ? [[name, record[name]]] : [])))

function convertCover({ type, property_id }: Fields): Fields {
  if (type === 'property') return { type, property: readPropertyId({ id: property_id }) }
  return { type: type === 'page_content_first' ? 'page_content' : type }
}

/** An operator that does not exist, so that the site shows the rows of the stored query. */
export const UNKNOWN_FILTER: Fields = { property: 'title', filter: { operator: 'official_api' } }

/** Kinds of operators in record maps, by the type of the condition. */
const KINDS: Readonly<Record<string, string>> = {
  title: 'string',
  rich_text: 'string',
  string: 'string',
  url: 'string',
  email: 'string',
  phone_number: 'string',
  number: 'number',
  unique_id: 'number',
  checkbox: 'checkbox',
  select: 'enum',
  multi_select: 'enum',
  status: 'status',
  people: 'person',
  created_by: 'person',
  last_edited_by: 'person',
  relation: 'relation',
  date: 'date',
  created_time: 'date',
  last_edited_time: 'date',
  files: 'file',
}
/** Comparisons that have another name in record maps. */
const COMPARISONS: Readonly<Record<string, string>> = { equals: 'is', does_not_equal: 'is_not' }
const DATE_COMPARISONS: Readonly<Record<string, string>> = {
  equals: 'is',
  before: 'is_before',
  after: 'is_after',
  on_or_before: 'is_on_or_before',
  on_or_after: 'is_on_or_after',
}
const SPANS: Readonly<Record<string, string>> = {
  this_week: 'this_week',
  past_week: 'the_past_week',
  past_month: 'the_past_month',
  past_year: 'the_past_year',
  next_week: 'the_next_week',
  next_month: 'the_next_month',
  next_year: 'the_next_year',
}
const RELATIVE_DAY = /^(?:today|tomorrow|yesterday|one_(?:week|month)_(?:ago|from_now))$/
/** The API nests filters two levels deep. */
const MAX_LEVELS = 5
const MAX_CONDITIONS = 500

/** Returns a filter as record maps contain it; undefined if a part of it has no counterpart there. */
export function convertFilter(filter: unknown, schema: Schema, level = 0): Fields | undefined {
  if (!isObject(filter) || level > MAX_LEVELS) return undefined
  for (const operator of ['and', 'or']) {
    const parts = filter[operator]
    if (!Array.isArray(parts)) continue
    if (parts.length > MAX_CONDITIONS) return undefined
    const filters = parts.map((part) => convertFilter(part, schema, level + 1))
    return filters.every((part) => part !== undefined) ? { operator, filters } : undefined
  }
  const { property: _, timestamp: __, type: ___, ...condition } = filter
  const property = findProperty(filter, schema)
  // The values of a column that leads to a database which is not shared are unknown.
  const isKnown = property !== undefined && schema[property]?.unshared !== true
  return isKnown ? convertCondition(property, condition) : undefined
}

/** Returns the test of one property: `{select: {equals: 'Done'}}` and so on. */
function convertCondition(property: string | undefined, condition: Fields): Fields | undefined {
  const [entry, ...others] = Object.entries(condition)
  if (property === undefined || entry === undefined || others.length > 0) return undefined
  const [type, test] = entry
  if (!isObject(test)) return undefined
  // The result of a formula or rollup is tested like a property of its type.
  if (type === 'formula' || type === 'rollup') return convertCondition(property, test)
  const converted = convertTest(type, test)
  return converted && { property, filter: converted }
}

function convertTest(type: string, test: Fields): Fields | undefined {
  const [entry, ...others] = Object.entries(test)
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (kind === undefined || entry === undefined || others.length > 0) return undefined
  const [comparison, wanted] = entry
  if (comparison === 'is_empty' || comparison === 'is_not_empty') {
    return wanted === true ? { operator: comparison } : undefined
  }
  if (kind === 'date') return convertDateTest(comparison, wanted)
  if (kind === 'file' || !isPlain(wanted)) return undefined
  const name = kind === 'number' ? comparison : (COMPARISONS[comparison] ?? comparison)
  const isMe = kind === 'person' && wanted === 'me'
  const valueType = isMe ? 'relative' : kind === 'status' ? 'is_option' : 'exact'
  return { operator: `${kind}_${name}`, value: [wanted].flat().map((value) => ({ type: valueType, value })) }
}

function convertDateTest(comparison: string, wanted: unknown): Fields | undefined {
  const span = SPANS[comparison]
  if (span !== undefined) return { operator: 'date_is_within', value: { type: 'relative', value: span } }
  const operator = DATE_COMPARISONS[comparison]
  if (operator === undefined || typeof wanted !== 'string') return undefined
  if (RELATIVE_DAY.test(wanted)) return { operator: `date_${operator}`, value: { type: 'relative', value: wanted } }
  const [day] = /^\d{4}-\d\d-\d\d/.exec(wanted) ?? []
  if (day === undefined) return undefined
  return { operator: `date_${operator}`, value: { type: 'exact', value: { type: 'date', start_date: day } } }
}

/** Returns the key of the property that a filter or sort names, by id, by name or as a time of the page. */
function findProperty({ property, timestamp }: Fields, schema: Schema): string | undefined {
  if (typeof timestamp === 'string') return Object.keys(schema).find((key) => schema[key]?.type === timestamp)
  const key = readPropertyId({ id: property })
  if (key !== undefined && Object.hasOwn(schema, key)) return key
  return Object.keys(schema).find((each) => schema[each]?.name === property)
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => typeof each === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
