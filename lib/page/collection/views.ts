import type { ChartData } from '../../../components/content/chart/chart-data'
import type { Cover, Total, View } from '../../../islands/collection/data'
import { FIRST_ROWS } from '../../../islands/collection/first-rows'
import { getCollectionMessages } from '../../../messages/languages'
import { formatValue, type Names } from '../../workspace/property-values'
import { type Aggregation, aggregate, readAggregation } from '../../workspace/query/aggregate'
import { readWeekStart } from '../../workspace/query/filter-dates'
import { createViewFilter } from '../../workspace/query/filters'
import type { ReadValue } from '../../workspace/query/row-values'
import { listSortedProperties, readViewSorts, sortRows } from '../../workspace/query/sorts'
import { isShownView, readChartSettings } from '../../workspace/read/chart-settings'
import { type CoverSource, readCoverSource } from '../../workspace/read/shown-properties'
import type { Block, Collection, CollectionView, PropertySchema, QueryResult } from '../../workspace/record-map'
import type { ViewType } from '../../workspace/supported'
import { getIconAddress } from '../icons'
import { readList, readRecord, readString } from '../read-values'
import type { ViewContext } from '../view-context'
import { type Days, readDateOrder, readDays, sortByDay } from './by-date'
import { createChart } from './chart'
import { getShownProperties, type ShownProperty } from './columns'
import { readGroupings } from './grouping'
import { type Group, groupRows } from './groups'
import { createRowTree, type RowTree } from './subitems'
import { type PlannedTimeline, planTimeline } from './timeline'
import { getTotalLabel } from './total-label'

/** A view of a supported type. */
export type SupportedView = CollectionView & { type: ViewType }

type ViewSettings = Pick<View, 'id' | 'type' | 'name' | 'icon' | 'hideName' | 'hideIcons' | 'isCompact' | 'pageSize'>

/** A view before its rows and properties are replaced with indexes. */
export interface PlannedView {
  settings: ViewSettings
  properties: ShownProperty[]
  groups: Group[]
  /** The rows below other rows, see {@link createRowTree}. */
  nested: RowTree['nested']
  cover?: Pick<Cover, 'size' | 'aspect'> & { source: CoverSource }
  /** For a calendar: the days of its rows, and the first day of its weeks if the view sets it. */
  days?: ReadonlyMap<Block, Days>
  weekStart?: number
  timeline?: PlannedTimeline
  /** For a chart, which shows no rows. */
  chart?: ChartData
}

interface ViewPlanContext {
  collection: Collection
  rows: Block[]
  results: Record<string, QueryResult>
  read: ReadValue
  /** Reads relations completely, including pages that the viewer may not read. */
  readToFilter: ReadValue
  names: Names
  /** Whether the value of a property may depend on rows that the viewer may not read. */
  readsOtherRows: (property: string) => boolean
  context: ViewContext
  now: number
}

/**
 * Returns the views of supported types, and passes the others to `note`. If there are only others, the rows of the first one are shown as a
 * list. The rows of a form are never shown, because visitors have submitted them.
 */
export function getShownViews(
  views: CollectionView[],
  { schema }: Pick<Collection, 'schema'>,
  { note }: ViewContext,
): SupportedView[] {
  const isShown = (view: CollectionView): view is SupportedView => isShownView(view, schema)
  for (const view of views) {
    if (!isShown(view)) note?.(`Collection view of unsupported type "${view.type}" skipped`)
  }
  const shown = views.filter(isShown)
  const first = views.find(({ type }) => type !== 'form')
  return shown.length > 0 || first === undefined ? shown : [createListView(first)]
}

/** Returns a list with the filters and the order of a view. */
function createListView({ format, query, ...view }: CollectionView): SupportedView {
  const { property_filters } = format
  return {
    ...view,
    type: 'list',
    name: '',
    format: { property_filters },
    query: { filter: query.filter, sort: query.sort },
  }
}

/** Returns the name of a view in the browser and in addresses. */
export const getViewName = ({ id }: CollectionView): string => id.slice(0, 8)

/** Returns the settings of a view, which do not depend on rows. */
export function getViewSettings(view: SupportedView, collection: Collection, context: ViewContext): ViewSettings {
  const { format, name } = view
  const type = getLayout(view, collection)
  const icon = readString(format.collection_view_icon)
  const address = icon && getIconAddress(icon, view.id, context.fileAddress)
  const hideName = format.hide_linked_collection_name ?? collection.format.hide_linked_collection_name
  return {
    id: getViewName(view),
    type,
    name: name.trim() || getCollectionMessages(context.locale).viewNames[view.type],
    ...(address && { icon: address }),
    ...(hideName === true && { hideName: true }),
    ...(format.show_page_icon === false && { hideIcons: true }),
    ...(format.card_layout === 'compact' && { isCompact: true }),
    pageSize: readPageSize(format.inline_collection_first_load_limit),
  }
}

/** A table with one column is a list, because titles need no header. Only tables show calculations. */
function getLayout(view: SupportedView, collection: Collection): ViewType {
  const isList = view.type === 'table' && !hasTotals(view)
  return isList && getShownProperties(view, view.type, collection).length === 1 ? 'list' : view.type
}

/** Returns the view's page size, limited to the number of rows that a page shows initially. */
function readPageSize(stored: unknown): number {
  const { limit } = readRecord(stored)
  return typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), FIRST_ROWS) : FIRST_ROWS
}

/** Decides which properties and rows a view shows, in which order and groups. */
export function planView(view: SupportedView, planContext: ViewPlanContext): PlannedView {
  const { collection, names, read } = planContext
  const { schema } = collection
  const settings = getViewSettings(view, collection, planContext.context)
  const chart = view.type === 'chart' ? readChartSettings(view, schema) : undefined
  if (chart !== undefined) {
    const { rows } = selectRows(view, planContext)
    const chartContext = { schema, read, names, context: planContext.context, name: settings.name }
    return { settings, properties: [], groups: [], nested: new Map(), chart: createChart(chart, rows, chartContext) }
  }
  const order = readDateOrder(view, schema)
  const place = view.type === 'map' ? readString(view.format.map_by) : undefined
  const properties = getShownProperties(view, view.type, collection, order?.property ?? place)
  const ids = properties.map(({ id }) => id)
  const { rows: selected, nested } = selectRows(view, planContext)
  const days = order && readDays(selected, order, read, names.timeZone)
  const rows = days ? sortByDay(selected, days, order) : selected
  const isTimeline = view.type === 'timeline'
  // No bar shows a row without a date.
  const undated = isTimeline && days ? rows.filter((row) => !days.has(row)) : []
  const dated = undated.length === 0 ? rows : rows.filter((row) => days?.has(row))
  const groups =
    dated.length === 0 && undated.length > 0
      ? []
      : groupRows(view, view.type, dated, { schema, read, context: planContext.context })
  if (order !== undefined && undated.length > 0) {
    const label = getCollectionMessages(names.locale).without(schema[order.property]?.name ?? '')
    groups.push({ rows: undated, label, isUndated: true })
  }
  return {
    settings,
    properties,
    groups: groups.map((group) => ({
      ...group,
      ...(view.type === 'table' && { totals: prepareTotals(view, ids, schema, group.rows, read, names) }),
      ...(view.type === 'calendar' && !group.rows.some((row) => days?.has(row)) && { isUndated: true }),
    })),
    nested,
    cover: planCover(view),
    ...(view.type === 'calendar' && { days, weekStart: readWeekStart(view) }),
    ...(isTimeline && days && { timeline: planTimeline(view, days, read) }),
  }
}

/**
 * Returns the rows that pass the view's filter. They are sorted by the view's sorts, then by the stored query result, then by the
 * order in which editors dragged them. What a stored result has computed from rows that the viewer may not read is ignored, because the
 * order and the choice of the rows would reveal their values.
 */
function selectRows(view: SupportedView, planContext: ViewPlanContext): RowTree {
  const { collection, rows, results, read, readToFilter, names, now } = planContext
  const { schema } = collection
  const filter = createViewFilter(view, { schema, read: readToFilter, names, now })
  const sorts = readViewSorts(view, schema)
  for (const { reason, operator = '' } of filter.notes) {
    planContext.context.note?.(
      `Filter of a collection view skipped: ${reason} ${JSON.stringify(operator.slice(0, 50))}`,
    )
  }
  const result = Object.hasOwn(results, view.id) ? results[view.id] : undefined
  const stored = result ? [...result.rows, ...result.groups.flatMap((group) => group.rows)] : []
  const { groups, above } = readGroupings(view, view.type, schema)
  const sortedBy = [...listSortedProperties(view), ...[groups, above].flatMap((grouping) => grouping?.property ?? [])]
  const isChosenByOthers = [...filter.properties].some(planContext.readsOtherRows)
  const isSortedByOthers = isChosenByOthers || sortedBy.some(planContext.readsOtherRows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = new Set([...(isSortedByOthers ? [] : stored), ...view.order, ...byId.keys()])
  const sorted = [...ids].flatMap((id) => byId.get(id) ?? [])
  // For a filter that is not understood, the rows of the stored query result are used.
  const members = !filter.understood && result !== undefined && !isChosenByOthers ? new Set(stored) : undefined
  const keeps = (row: Block) => members?.has(row.id) ?? filter.keeps(row)
  const context = { schema, read, names }
  if (view.format.subitem_display_mode === undefined) {
    return { rows: sortRows(sorted.filter(keeps), sorts, context), nested: new Map() }
  }
  return createRowTree(view, { collection, rows: sortRows(sorted, sorts, context), read, keeps })
}

function planCover(view: SupportedView): PlannedView['cover'] {
  const { format, type } = view
  const source = readCoverSource(view, type)
  if (source === undefined) return undefined
  const size = format[`${type}_cover_size`]
  const aspect = format[`${type}_cover_aspect`]
  return {
    source,
    size: size === 'small' || size === 'large' ? size : 'medium',
    aspect: aspect === 'contain' ? 'contain' : 'cover',
  }
}

/** Calculates a table's footer, one cell for each shown property; undefined if there are no calculations. */
function prepareTotals(
  view: CollectionView,
  properties: string[],
  schema: Record<string, PropertySchema>,
  rows: Block[],
  read: ReadValue,
  names: Names,
): (Total | null)[] | undefined {
  const aggregations = readAggregations(view)
  const totals = properties.map((property): Total | null => {
    const aggregation = aggregations.get(property)
    if (aggregation === undefined) return null
    const values = rows.map((row) => read(row, property))
    const text = formatValue(aggregate(aggregation, values, names, schema[property]), names)
    return text === '' ? null : { label: getTotalLabel(aggregation, names.locale), value: text }
  })
  return totals.some((total) => total !== null) ? totals : undefined
}

/** Whether a view has calculations. */
const hasTotals = (view: CollectionView): boolean => readAggregations(view).size > 0

/** Returns the calculations of a view by property. Older views store them in another form. */
function readAggregations({ query }: CollectionView): Map<string, Aggregation> {
  const found = new Map<string, Aggregation>()
  for (const each of [...readList(query.aggregations), ...readList(query.aggregate)].map(readRecord)) {
    const aggregation = readAggregation(each.aggregator ?? each.aggregation_type)
    if (typeof each.property === 'string' && !found.has(each.property) && aggregation !== undefined) {
      found.set(each.property, aggregation)
    }
  }
  return found
}
