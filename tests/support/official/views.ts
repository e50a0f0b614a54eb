import { cleanView } from '@/lib/workspace/clean/view'
import { createViewFilter } from '@/lib/workspace/query/filters'
import { readViewSorts, sortRows } from '@/lib/workspace/query/sorts'
import type { HostedRecord } from '../hosted/data'
import { toChart, toDashboard } from './charts'
import { computeRows } from './computed'
import { toQuickFilters, toViewFilter } from './filters'
import {
  encodeProperty,
  type Fields,
  getFormat,
  readFields,
  readList,
  readString,
  toMoment,
  toPageUrl,
} from './records'
import { listProperties, type Property } from './schema'
import type { View, ViewConfiguration } from './shapes'
import { toPartialUser } from './users'
import type { VisibleWorkspace } from './visible-workspace'

const TYPES = ['table', 'board', 'list', 'calendar', 'timeline', 'gallery', 'form', 'chart', 'map', 'dashboard']
/** Types of properties that are named differently in the group settings of a view. */
const GROUPED_AS: Record<string, string> = { people: 'person', rich_text: 'text' }

/** Whether the API supports the type of a view. It rejects feeds. */
export const isKnownView = (view: HostedRecord): boolean => TYPES.includes(String(view.type))

export function toView(
  view: HostedRecord,
  place: { database: HostedRecord; collection: HostedRecord },
  workspace: VisibleWorkspace,
): View {
  const { database, collection } = place
  const properties = listProperties(collection, workspace)
  const query = readFields(view.query2 ?? view.query)
  const by = toPartialUser(database.created_by_id)
  return {
    object: 'view',
    id: view.id,
    parent: { type: 'database_id', database_id: database.id },
    data_source_id: view.type === 'dashboard' ? null : collection.id,
    name: readString(view.name) ?? '',
    type: view.type as View['type'],
    created_time: toMoment(view.created_time ?? database.created_time),
    created_by: by,
    last_edited_time: toMoment(view.last_edited_time ?? database.last_edited_time),
    last_edited_by: by,
    url: `${toPageUrl(database.id)}?v=${view.id.replaceAll('-', '')}`,
    filter: toViewFilter(query.filter, properties),
    sorts: toSorts(query.sort, properties),
    quick_filters: toQuickFilters(getFormat(view).property_filters, properties),
    configuration: toConfiguration(view, properties, workspace),
  }
}

function toSorts(value: unknown, properties: readonly Property[]): View['sorts'] {
  const sorts = readList(value).flatMap((sort) => {
    const { property: key, direction } = readFields(sort)
    if (!properties.some((property) => property.key === key)) return []
    return [
      {
        property: encodeProperty(String(key)),
        direction: direction === 'descending' ? ('descending' as const) : ('ascending' as const),
      },
    ]
  })
  return sorts.length === 0 ? null : sorts
}

function toConfiguration(
  view: HostedRecord,
  properties: readonly Property[],
  { data }: VisibleWorkspace,
): ViewConfiguration | null {
  const type = String(view.type)
  const format = getFormat(view)
  const shown = listShown(format[`${type}_properties`], properties)
  const shared = shown.length === 0 ? {} : { properties: shown }
  const cover = toCoverSettings(type, format)
  const group = toGroup(format.collection_group_by, properties)
  switch (type) {
    case 'table':
      return {
        type,
        ...shared,
        ...(group && { group_by: group }),
        ...(typeof format.table_wrap === 'boolean' && { wrap_cells: format.table_wrap }),
        ...toSubtasks(format),
      } as ViewConfiguration
    case 'board': {
      const columns = toGroup(format.board_columns_by, properties)
      if (columns === undefined) return null
      return {
        type,
        group_by: columns,
        ...(group && { sub_group_by: group }),
        ...shared,
        ...cover,
      } as ViewConfiguration
    }
    case 'gallery':
      return { type, ...shared, ...cover } as ViewConfiguration
    case 'list':
      return { type, ...shared } as ViewConfiguration
    case 'map': {
      const key = readString(format.map_by)
      return { type, ...(key !== undefined && { map_by: encodeProperty(key) }), ...shared } as ViewConfiguration
    }
    case 'calendar':
    case 'timeline': {
      const key = String(readFields(view.query2)[`${type}_by`] ?? '')
      return { type, date_property_id: encodeProperty(key), ...shared } as ViewConfiguration
    }
    case 'chart':
      return toChart(readFields(format.chart_config), properties, toGroup) as ViewConfiguration
    case 'dashboard': {
      const pointer = readFields(format.dashboard_layout_pointer)
      return toDashboard(data.layout.get(String(pointer.id))) as ViewConfiguration
    }
    default:
      return null
  }
}

function listShown(value: unknown, properties: readonly Property[]): Fields[] {
  return readList(value).flatMap((each) => {
    const { property: key, visible, width, wrap, date_format, time_format, status_show_as } = readFields(each)
    const property = properties.find((one) => one.key === key)
    if (property === undefined) return []
    return [
      {
        property_id: encodeProperty(property.key),
        property_name: property.name,
        visible: visible === true,
        ...(typeof width === 'number' && { width }),
        ...(typeof wrap === 'boolean' && { wrap }),
        ...(date_format !== undefined && { date_format }),
        ...(time_format !== undefined && { time_format }),
        ...(status_show_as !== undefined && { status_show_as }),
      },
    ]
  })
}

function toSubtasks({ subitem_property, subitem_display_mode, subitem_filter_scope }: Fields): Fields {
  if (subitem_display_mode === undefined) return {}
  return {
    subtasks: {
      property_id: encodeProperty(String(subitem_property)),
      display_mode: subitem_display_mode,
      ...(subitem_filter_scope !== undefined && { filter_scope: subitem_filter_scope }),
    },
  }
}

function toCoverSettings(type: string, format: Fields): Fields {
  const { type: kind, property } = readFields(format[`${type}_cover`])
  const size = readString(format[`${type}_cover_size`])
  const aspect = readString(format[`${type}_cover_aspect`])
  const property_id = readString(property)
  return {
    ...(kind !== undefined &&
      kind !== 'none' && {
        cover: { type: kind, ...(property_id !== undefined && { property_id: encodeProperty(property_id) }) },
      }),
    ...(size !== undefined && { cover_size: size }),
    ...(aspect !== undefined && { cover_aspect: aspect }),
  }
}

function toGroup(value: unknown, properties: readonly Property[]): Fields | undefined {
  const { property: key, sort, groupBy, hideEmptyGroups, startDayOfWeek } = readFields(value)
  const property = properties.find((each) => each.key === key)
  if (property === undefined) return undefined
  const type = GROUPED_AS[property.kind] ?? property.kind
  const order = readString(readFields(sort).type) ?? 'manual'
  const by = readString(groupBy)
  const unit: Record<string, string> = {
    status: 'option',
    date: 'relative',
    text: 'exact',
    title: 'exact',
    url: 'exact',
  }
  const how = by ?? unit[type] ?? unit[type.endsWith('_time') ? 'date' : type]
  return {
    type,
    property_id: encodeProperty(property.key),
    property_name: property.name,
    ...(how !== undefined && { group_by: how }),
    sort: { type: order },
    ...(hideEmptyGroups === true && { hide_empty_groups: true }),
    ...(startDayOfWeek !== undefined && { start_day_of_week: startDayOfWeek }),
  }
}

/** Returns the ids of the rows that a view shows, in its order. */
export function listViewRows(view: HostedRecord, collection: HostedRecord, workspace: VisibleWorkspace): string[] {
  const computed = computeRows(collection, workspace)
  const clean = cleanView(view.id, view, () => {})
  if (computed === undefined || clean === undefined) return []
  const { schema } = computed.collection
  const dragged = new Map(clean.order.map((id, place) => [id, place]))
  const getPosition = (id: string) => dragged.get(id) ?? Number.MAX_SAFE_INTEGER
  const rows = [...computed.rows.values()].sort((a, b) => getPosition(a.id) - getPosition(b.id))
  const context = { schema, read: computed.read, names: computed.names }
  const filter = createViewFilter(clean, { ...context, now: Date.now() })
  const kept = rows.filter((row) => filter.keeps(row))
  return sortRows(kept, readViewSorts(clean, schema), context).map(({ id }) => id)
}
