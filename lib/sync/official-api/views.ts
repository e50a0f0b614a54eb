import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { convertCondition, convertFilter, findProperty, type Schema, UNKNOWN_FILTER } from './filters'
import { convertParent } from './parents'
import { readPropertyId } from './properties'

/** Types of groupings with another name in record maps. */
const GROUP_TYPES: Readonly<Record<string, string>> = { rich_text: 'text', people: 'person' }

/** A view as record maps contain it. */
export interface ConvertedView {
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
    needsQuery: !isKnown || sort.length === 0,
  }
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

/** Returns the property by which a calendar or timeline shows its rows. */
function convertDateProperty(type: string, { date_property_id: id }: Fields): Fields {
  const property = readPropertyId({ id })
  return property === undefined ? {} : { [`${type}_by`]: property }
}

function convertConfiguration(type: string, configuration: Fields): Fields {
  const { properties, wrap_cells, cover, cover_size, cover_aspect, group_by, sub_group_by } = configuration
  const [columns, groups] = type === 'board' ? [group_by, sub_group_by] : [undefined, group_by]
  const [columnsBy, groupsBy] = [convertGrouping(columns), convertGrouping(groups)]
  const { start_day_of_week: startDayOfWeek } = configuration
  return {
    ...(typeof startDayOfWeek === 'number' && { startDayOfWeek }),
    ...(isObject(configuration.subtasks) && convertSubtasks(configuration.subtasks)),
    ...(Array.isArray(properties) && { [`${type}_properties`]: list(properties).flatMap(convertListedProperty) }),
    ...(type === 'table' && { table_wrap: wrap_cells === true }),
    ...(isObject(cover) && { [`${type}_cover`]: convertCover(cover) }),
    ...(cover_size !== undefined && { [`${type}_cover_size`]: cover_size }),
    ...(cover_aspect !== undefined && { [`${type}_cover_aspect`]: cover_aspect }),
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

function convertListedProperty({ property_id, visible, width, wrap, date_format, time_format }: Fields): Fields[] {
  const property = readPropertyId({ id: property_id })
  if (property === undefined) return []
  return [
    {
      property,
      visible: visible !== false,
      ...(typeof width === 'number' && { width }),
      ...(typeof wrap === 'boolean' && { wrap }),
      ...(typeof date_format === 'string' && { date_format }),
      ...(typeof time_format === 'string' && { time_format }),
    },
  ]
}

function convertCover({ type, property_id }: Fields): Fields {
  if (type === 'property') return { type, property: readPropertyId({ id: property_id }) }
  return { type: type === 'page_content_first' ? 'page_content' : type }
}

function convertGrouping(value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined
  const property = readPropertyId({ id: value.property_id })
  if (property === undefined) return undefined
  // The grouping of a formula is that of its result.
  const settings = isObject(value.group_by) ? value.group_by : value
  const { type, group_by, sort, range_start, range_end, range_size, start_day_of_week: startDayOfWeek } = settings
  const known = GROUP_TYPES[String(type)] ?? type
  return {
    property,
    type: known,
    ...(isObject(sort) && { sort: { type: sort.type } }),
    ...(typeof group_by === 'string' && { groupBy: group_by }),
    ...(typeof startDayOfWeek === 'number' && { startDayOfWeek }),
    ...(value.hide_empty_groups === true && { hideEmptyGroups: true }),
    ...(typeof range_size === 'number' && { range: { start: range_start, end: range_end, size: range_size } }),
  }
}

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
