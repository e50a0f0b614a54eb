import type { Id } from '../../lib/workspace/record-map'
import { getViewTraits, isViewType } from '../../lib/workspace/supported'
import { collectionId, createStableId, spaceId, viewId } from './ids'
import type { Condition, DatabaseNode, PropertySpec, ViewSpec, WidgetSpec } from './nodes'
import type { StoredLayout, StoredView } from './records'
import { columnId, getOptions, SampleError } from './schema'

/** The value that the rows of a group share; undefined for rows without a value. */
export interface GroupValue {
  type: string
  value?: string | boolean
}

const getSpec = (database: DatabaseNode, column: string): PropertySpec => {
  const spec = database.schema[column]
  if (!spec) throw new SampleError(`A view of “${database.name}” names the column “${column}”, which does not exist.`)
  return spec
}

/** Returns the groups of a column. The group without a value is first. */
export function groupValues(database: DatabaseNode, column: string): GroupValue[] {
  const spec = getSpec(database, column)
  const { type } = spec
  if (type === 'checkbox') return [true, false].map((value) => ({ type, value }))
  const named = Object.keys(getOptions(spec)).map((value) => ({ type, value }))
  return [{ type }, ...named]
}

function createStoredFilter(database: DatabaseNode, { column, operator, value }: Condition) {
  const property = columnId(database, column)
  if (value === undefined) return { property, filter: { operator } }
  const stored = operator.startsWith('status_') ? [{ type: 'is_option', value }] : { type: 'exact', value }
  return { property, filter: { operator, value: stored } }
}

function createStoredQuery(database: DatabaseNode, view: ViewSpec): Record<string, unknown> {
  const { sort, where, any, totals, by, type } = view
  const isByDate = isViewType(type) && getViewTraits(type).isByDate
  return {
    ...(sort && {
      sort: sort.map(([column, direction]) => ({ property: columnId(database, column), direction })),
    }),
    ...(where && {
      filter: {
        operator: any ? 'or' : 'and',
        filters: where.map((condition) => createStoredFilter(database, condition)),
      },
    }),
    ...(totals && {
      aggregations: Object.entries(totals).map(([column, aggregator]) => ({
        property: columnId(database, column),
        aggregator,
      })),
    }),
    ...(by && type !== 'chart' && { [isByDate ? `${type}_by` : 'group_by']: columnId(database, by) }),
  }
}

function createStoredGroups(database: DatabaseNode, column: string) {
  const property = columnId(database, column)
  return {
    by: { property, type: getSpec(database, column).type, sort: { type: 'manual' } },
    groups: groupValues(database, column).map((value) => ({ property, value, hidden: false })),
  }
}

/** Returns the settings of a chart. */
function createChartConfig(database: DatabaseNode, { by, chart }: ViewSpec): Record<string, unknown> {
  const { kind = 'column', measure, stack, unit, settings } = chart ?? {}
  const groupBy = (column: string) => ({
    property: columnId(database, column),
    type: getSpec(database, column).type,
    ...(unit && column === by && { groupBy: unit }),
    sort: { type: unit && column === by ? 'ascending' : 'manual' },
  })
  const aggregation = measure
    ? { property: columnId(database, measure[0]), aggregator: measure[1] }
    : { aggregator: 'count' }
  const isAxis = kind !== 'donut' && kind !== 'number'
  return {
    type: kind,
    dataConfig: {
      type: kind === 'number' ? 'number_reducer' : 'groups_reducer',
      ...(by && { groupBy: groupBy(by) }),
      aggregationConfig: {
        aggregation,
        ...(isAxis && { seriesFormat: { displayType: kind } }),
        ...(stack && { stackOptions: { groupBy: groupBy(stack) } }),
      },
    },
    chartFormat: settings ?? {},
  }
}

function createStoredFormat(database: DatabaseNode, view: ViewSpec): Record<string, unknown> {
  if (view.type === 'chart') {
    return {
      chart_config: createChartConfig(database, view),
      collection_pointer: { id: collectionId(database.key), table: 'collection', spaceId },
    }
  }
  const { type, show, widths, cover, coverSize, coverAspect, by, group, wrap, limit, hideName } = view
  const shown = new Set(show ?? Object.keys(database.schema))
  const columns = [...shown, ...Object.keys(database.schema).filter((name) => !shown.has(name))]
  const properties = columns.map((name) => ({
    ...(widths?.[name] && { width: widths[name] }),
    visible: shown.has(name),
    property: columnId(database, name),
  }))
  const storedCover =
    typeof cover === 'object' ? { type: 'property', property: columnId(database, cover.column) } : { type: cover }
  const columnsOfBoard = type === 'board' && by ? createStoredGroups(database, by) : undefined
  const groups = group ? createStoredGroups(database, group) : undefined
  return {
    [`${type}_properties`]: properties,
    ...(type === 'table' && { table_wrap: wrap ?? true }),
    ...(cover && { [`${type}_cover`]: storedCover }),
    ...(coverSize && { [`${type}_cover_size`]: coverSize }),
    ...(coverAspect && { [`${type}_cover_aspect`]: coverAspect }),
    ...(columnsOfBoard && {
      board_columns_by: columnsOfBoard.by,
      board_columns: columnsOfBoard.groups,
      board_groups2: columnsOfBoard.groups,
    }),
    ...(groups && { collection_group_by: groups.by, collection_groups: groups.groups }),
    ...(limit && { inline_collection_first_load_limit: { type: 'load_limit', limit } }),
    ...(hideName && { hide_linked_collection_name: true }),
    collection_pointer: { id: collectionId(database.key), table: 'collection', spaceId },
  }
}

/** Returns the record of a dashboard's widgets, and its view with a pointer to that record. */
export function createStoredDashboard(
  view: ViewSpec,
  blockId: Id,
): { dashboard: StoredView; layout: StoredLayout; widgets: ViewSpec[] } {
  const id = viewId(blockId, view.name ?? view.type)
  const layoutId = createStableId(`layout/${id}`)
  const rows = view.widgets ?? []
  const createWidget = (widget: WidgetSpec) => ({
    id: viewId(id, widget.view.name ?? widget.view.type).slice(0, 4),
    type: 'view',
    collection_view_id: viewId(blockId, widget.view.name ?? widget.view.type),
    ...(widget.width && { width: widget.width }),
  })
  return {
    dashboard: {
      ...{ id, version: 1, type: view.type, name: view.name ?? '', query2: {}, alive: true },
      format: { dashboard_layout_pointer: { id: layoutId, table: 'layout', spaceId } },
      ...{ parent_id: blockId, parent_table: 'block', space_id: spaceId },
    },
    layout: {
      ...{ id: layoutId, version: 1, parent_id: id, parent_table: 'collection_view', space_id: spaceId },
      modules: {
        dashboard_layout_schema: rows.map((row, at) => ({
          id: `row${at}`,
          type: 'row',
          modules: row.map(createWidget),
        })),
      },
    },
    widgets: rows.flat().map((widget) => widget.view),
  }
}

/** Returns a view in the format of Notion. Its parent is the block that shows it. */
export function createStoredView(database: DatabaseNode, view: ViewSpec, blockId: Id, rows: Id[]): StoredView {
  return {
    id: viewId(blockId, view.name ?? view.type),
    version: 1,
    type: view.type,
    name: view.name ?? '',
    format: createStoredFormat(database, view),
    query2: createStoredQuery(database, view),
    page_sort: rows,
    parent_id: blockId,
    parent_table: 'block',
    space_id: spaceId,
    alive: true,
  }
}
