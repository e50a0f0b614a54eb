import type { ChartPart } from '../../../components/content/chart/chart-data'
import { getCollectionMessages } from '../../../messages/languages'
import { COSTS } from '../../workspace/budget'
import { formatCalendarUnit, getDateFormatter, parseDay } from '../../workspace/dates'
import { formatValue, type Names } from '../../workspace/property-values'
import { getUnitStart, shiftDay } from '../../workspace/query/filter-dates'
import type { ReadValue } from '../../workspace/query/row-values'
import { sortRows } from '../../workspace/query/sorts'
import type { ChartSettings } from '../../workspace/read/chart-settings'
import type { Block, PropertySchema } from '../../workspace/record-map'
import type { ViewContext } from '../view-context'
import { type Grouping, NONE, readGrouping } from './grouping'
import { divideRows, type KeyedGroup } from './groups'

const DATE_TYPES: ReadonlySet<string> = new Set(['date', 'created_time', 'last_edited_time'])

/** A part of the chart with its rows. */
export interface RowPart extends ChartPart {
  rows: Block[]
}

export interface PartContext {
  schema: Record<string, PropertySchema>
  read: ReadValue
  names: Names
  context: ViewContext
}

/** Returns the groups of a chart: rows with the same value, or single rows. Only dates are limited to `most` groups. */
export function divideGroups(
  rows: Block[],
  settings: ChartSettings,
  most: number,
  partContext: PartContext,
): RowPart[] {
  const { groupBy, nameProperty, format, sort } = settings
  const { schema, ...groupContext } = partContext
  if (nameProperty !== undefined) return nameRows(rows, nameProperty, sort, partContext)
  const stored = groupBy && readGrouping(groupBy, [], schema)
  if (stored === undefined) return [{ label: '', rows }]
  const grouping = { ...stored, order: getNameOrder(sort) ?? stored.order }
  const groups = divideIntoFilled(rows, grouping, groupContext)
  const isByDate = DATE_TYPES.has(grouping.schema.type) && format.kind !== 'donut'
  return isByDate ? arrangeDates(groups, grouping, most, groupContext.context.locale) : groups
}

/** Returns the series of a stacked chart, at most this many. */
export function divideSeries(
  rows: Block[],
  stackBy: Record<string, unknown>,
  most: number,
  { schema, ...groupContext }: PartContext,
): RowPart[] {
  const grouping = readGrouping(stackBy, [], schema)
  if (grouping === undefined) return [{ label: '', rows }]
  return limitParts(divideIntoFilled(rows, grouping, groupContext), most, groupContext.context.locale)
}

/** Options without rows are left out: they may be those of rows that the viewer may not read. */
const divideIntoFilled = (...args: Parameters<typeof divideRows>): KeyedGroup[] =>
  divideRows(...args).filter(({ rows }) => rows.length > 0)

/** Returns at most this many parts. The last of them has the rows of all others. */
export function limitParts<Part extends RowPart>(parts: Part[], most: number, locale: string): (Part | RowPart)[] {
  if (parts.length <= most) return parts
  const others = parts.slice(most - 1).flatMap(({ rows }) => rows)
  return [...parts.slice(0, most - 1), { label: getCollectionMessages(locale).others, rows: [...new Set(others)] }]
}

function getNameOrder(sort: ChartSettings['sort']): 'ascending' | 'descending' | undefined {
  if (sort === 'x-ascending') return 'ascending'
  return sort === 'x-descending' ? 'descending' : undefined
}

/** Returns one part for each row, also for rows with the same name. They are in the order of the view unless the chart sorts them. */
function nameRows(
  rows: Block[],
  property: string,
  sort: ChartSettings['sort'],
  { schema, read, names, context }: PartContext,
): RowPart[] {
  const order = getNameOrder(sort)
  const sorts = order === undefined ? [] : [{ property, descending: order === 'descending' }]
  const empty = getCollectionMessages(context.locale).without(schema[property]?.name ?? '')
  context.budgets?.databases.spend(COSTS.group * rows.length)
  return sortRows(rows, sorts, { schema, read, names }).map((row) => ({
    label: formatValue(read(row, property), names) || empty,
    rows: [row],
  }))
}

const UNITS = ['day', 'week', 'month', 'year'] as const

/**
 * Merges dates into larger units until there are few enough, and adds those between them without rows. If there are too many years, the
 * first ones are merged, because readers look for the newest.
 */
function arrangeDates(groups: KeyedGroup[], grouping: Grouping, most: number, locale: string): RowPart[] {
  const { order, hideEmpty } = grouping
  const dated = groups.filter(({ key }) => key !== NONE)
  const undated = groups.filter(({ key }) => key === NONE)
  const space = most - undated.length
  let unit = grouping.unit
  let days = dated
  while (days.length > space && unit !== 'year') {
    unit = UNITS[UNITS.indexOf(unit) + 1] ?? 'year'
    days = mergeDates(dated, { ...grouping, unit }, locale)
  }
  const arranged = hideEmpty ? days : addMissingDates(days, { ...grouping, unit }, space, locale)
  const named = arranged.map((group, at) => ({ ...group, short: formatShortDate(group.key, unit, at === 0, locale) }))
  const limited =
    order === 'descending'
      ? limitParts(named, space, locale)
      : limitParts(named.toReversed(), space, locale).toReversed()
  return [...limited, ...undated]
}

/** Adds the dates between the first and the last one, unless that makes too many. */
function addMissingDates(dates: KeyedGroup[], { unit, order }: Grouping, most: number, locale: string): KeyedGroup[] {
  const byKey = new Map(dates.map((group) => [group.key, group]))
  const keys = [...byKey.keys()].sort()
  const [first, last] = [keys[0], keys.at(-1)]
  const filled: KeyedGroup[] = []
  for (let day = first; day !== undefined && last !== undefined && day <= last; ) {
    if (filled.length === most) return dates
    filled.push(byKey.get(day) ?? { key: day, label: formatCalendarUnit(day, unit, locale), rows: [] })
    // No date follows the year 9999.
    const next = shiftDay(day, 1, unit)
    day = next > day ? next : undefined
  }
  return order === 'descending' ? filled.reverse() : filled
}

/** Returns a date as it is named along the axis. Of months, only the first one and each January have their year. */
function formatShortDate(day: string, unit: Grouping['unit'], isFirst: boolean, locale: string): string {
  if (unit === 'year') return day.slice(0, 4)
  const format = (style: Intl.DateTimeFormatOptions) =>
    getDateFormatter(locale, { timeZone: 'UTC', month: 'short', ...style }).format(parseDay(day))
  if (unit !== 'month') return format({ day: 'numeric' })
  return format(isFirst || day.slice(5, 7) === '01' ? { year: 'numeric' } : {})
}

function mergeDates(groups: KeyedGroup[], { unit, weekStart }: Grouping, locale: string): KeyedGroup[] {
  const merged = new Map<string, KeyedGroup>()
  for (const { key: day, rows } of groups) {
    const key = getUnitStart(day, unit, weekStart)
    const known = merged.get(key)
    merged.set(key, { key, label: formatCalendarUnit(key, unit, locale), rows: known ? known.rows.concat(rows) : rows })
  }
  return [...merged.values()]
}
