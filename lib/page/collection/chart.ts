import type { ChartData, ChartPart } from '../../../components/content/chart/chart-data'
import { getCollectionMessages } from '../../../messages/languages'
import { formatCalendarUnit, getDateFormatter, parseDay } from '../../workspace/dates'
import { formatNumber, formatShort, LARGE } from '../../workspace/numbers'
import { formatValue, type Names, type Value } from '../../workspace/property-values'
import { aggregate } from '../../workspace/query/aggregate'
import { getUnitStart, shiftDay } from '../../workspace/query/filter-dates'
import type { ReadValue } from '../../workspace/query/row-values'
import type { ChartSettings } from '../../workspace/read/chart-settings'
import type { Block, PropertySchema } from '../../workspace/record-map'
import { cutExcerpt } from '../../workspace/text'
import type { ViewContext } from '../view-context'
import { type Grouping, NONE, readGrouping } from './grouping'
import { divideRows, type KeyedGroup } from './groups'
import { getTotalLabel } from './total-label'

/** The maximum number of groups and series, and of values. The others are one group or series. */
const MAX_GROUPS = 200
const MAX_SLICES = 24
const MAX_SERIES = 12
const MAX_VALUES = 400
/** The maximum number of characters of a label. */
const MAX_LABEL = 80

const DATE_TYPES: ReadonlySet<string> = new Set(['date', 'created_time', 'last_edited_time'])

interface ChartContext {
  name: string
  schema: Record<string, PropertySchema>
  read: ReadValue
  names: Names
  context: ViewContext
}

/** A part of the chart with its rows. */
interface RowPart extends ChartPart {
  rows: Block[]
}

/** Counts the rows of a chart, which must be rows that the viewer may read. */
export function createChart(settings: ChartSettings, rows: Block[], chartContext: ChartContext): ChartData {
  const { format, property, groupBy, stackBy, aggregation } = settings
  const { schema, read, names, context, name } = chartContext
  const values = new Map(property === undefined ? [] : rows.map((row) => [row, read(row, property)]))
  const measure = (of: Block[]): Value | undefined =>
    aggregate(
      aggregation,
      of.map((row) => values.get(row)),
      names,
      property === undefined ? undefined : schema[property],
    )
  const everything: RowPart[] = [{ label: '', rows }]
  const series = stackBy === undefined ? everything : divideSeries(rows, stackBy, chartContext)
  const most = format.kind === 'donut' ? MAX_SLICES : Math.min(MAX_GROUPS, Math.floor(MAX_VALUES / series.length))
  const divided = groupBy === undefined ? everything : divideGroups(rows, { ...settings, groupBy }, most, chartContext)
  const measured = divided.map((group) => ({ ...group, number: getNumber(measure(group.rows)) ?? 0 }))
  const kept = settings.hidesEmpty ? measured.filter(({ number }) => number !== 0) : measured
  const groups = limitParts(sortByNumber(kept, settings.sort), most, context)
  const columns = series.map((each) => {
    const own = new Set(each.rows)
    return groups.map((group) => measure(stackBy === undefined ? group.rows : group.rows.filter((row) => own.has(row))))
  })
  const all = measure(rows)
  const unit = [all, ...columns.flat()].find((value) => value?.type === 'number')
  const toNumber = (number: number) => ({ ...unit, type: 'number', number }) as const
  const shown = format.isCumulative
    ? columns.map((column) =>
        accumulate(column.map(getNumber)).map((sum) => (sum === undefined ? undefined : toNumber(sum))),
      )
    : columns
  const numbers = shown.map((column) => column.map(getNumber))
  return {
    format,
    name,
    groupName: getName(groupBy?.property, schema),
    valueName: [getName(property, schema), getTotalLabel(aggregation, context.locale)].filter(Boolean).join(': '),
    groups: groups.map(toPart),
    series: series.map(toPart),
    values: format.style === 'percent' ? toShares(numbers) : numbers,
    texts: shown.map((column) => column.map((value) => formatChartValue(value, names))),
    total: formatChartValue(all, names),
    empty: getCollectionMessages(context.locale).interface.empty,
    formatTick: (number) => formatShort(number, format.style === 'percent' ? 'percent' : unit?.format, names.locale),
  }
}

const getName = (id: unknown, schema: ChartContext['schema']) => (typeof id === 'string' && schema[id]?.name) || ''

const toPart = ({ label, short, color }: ChartPart): ChartPart => ({
  label: cutExcerpt(label, MAX_LABEL),
  ...(short !== undefined && { short }),
  ...(color !== undefined && { color }),
})

function getNumber(value: Value | undefined): number | undefined {
  return value?.type === 'number' && Number.isFinite(value.number) ? value.number : undefined
}

function divideSeries(
  rows: Block[],
  stored: Record<string, unknown>,
  { schema, ...groupContext }: ChartContext,
): RowPart[] {
  const grouping = readGrouping(stored, [], schema)
  if (grouping === undefined) return [{ label: '', rows }]
  const parts = divideRows(rows, grouping, groupContext).filter((part) => part.rows.length > 0)
  return limitParts(parts, MAX_SERIES, groupContext.context)
}

function divideGroups(
  rows: Block[],
  { groupBy, format, sort }: ChartSettings & { groupBy: Record<string, unknown> },
  most: number,
  { schema, ...groupContext }: ChartContext,
): RowPart[] {
  const stored = readGrouping(groupBy, [], schema)
  if (stored === undefined) return [{ label: '', rows }]
  const order = sort === 'x-ascending' || sort === 'x-descending' ? ORDERS[sort] : stored.order
  const grouping = { ...stored, order }
  // Options without rows are left out: they may be those of rows that the viewer may not read.
  const groups = divideRows(rows, grouping, groupContext).filter((group) => group.rows.length > 0)
  const isByDate = DATE_TYPES.has(grouping.schema.type) && format.kind !== 'donut'
  return isByDate ? arrangeDates(groups, grouping, most, groupContext.context.locale) : groups
}

const ORDERS = { 'x-ascending': 'ascending', 'x-descending': 'descending' } as const

/** Returns at most this many parts. The last of them has the rows of all others. */
function limitParts(parts: RowPart[], most: number, { locale }: ViewContext): RowPart[] {
  if (parts.length <= most) return parts
  const others = parts.slice(most - 1).flatMap(({ rows }) => rows)
  return [...parts.slice(0, most - 1), { label: getCollectionMessages(locale).others, rows: [...new Set(others)] }]
}

const UNITS = ['day', 'week', 'month', 'year'] as const

/** Merges dates into larger units until there are few enough, and adds those between them without rows. */
function arrangeDates(groups: KeyedGroup[], grouping: Grouping, most: number, locale: string): RowPart[] {
  const dated = groups.filter(({ key }) => key !== NONE)
  let unit = grouping.unit
  let days = dated
  while (days.length > most && unit !== 'year') {
    unit = UNITS[UNITS.indexOf(unit) + 1] ?? 'year'
    days = mergeDates(dated, { ...grouping, unit }, locale)
  }
  const rest = groups.filter(({ key }) => key === NONE)
  const arranged = grouping.hideEmpty ? days : addMissingDates(days, { ...grouping, unit }, most, locale)
  const named = arranged.map((group, at) => ({ ...group, short: formatShortDate(group.key, unit, at === 0, locale) }))
  return [...named, ...rest]
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

function sortByNumber<Group extends { number: number }>(groups: Group[], sort: ChartSettings['sort']): Group[] {
  if (sort !== 'y-ascending' && sort !== 'y-descending') return groups
  const sign = sort === 'y-ascending' ? 1 : -1
  return groups.toSorted((a, b) => sign * (a.number - b.number))
}

function accumulate(values: (number | undefined)[]): (number | undefined)[] {
  let sum = 0
  return values.map((value) => {
    sum += value ?? 0
    return Number.isFinite(sum) ? sum : undefined
  })
}

/** Returns the values as shares of the sum of their group. */
function toShares(series: (number | undefined)[][]): (number | undefined)[][] {
  const sums = (series[0] ?? []).map((_, at) => {
    const sizes = series.map((values) => Math.abs(values[at] ?? 0))
    // The sum of huge numbers would be infinite.
    const largest = Math.max(...sizes) || 1
    return { largest, sum: sizes.reduce((sum, size) => sum + size / largest, 0) || 1 }
  })
  return series.map((values) =>
    values.map((value, at) => {
      const { largest, sum } = sums[at] ?? { largest: 1, sum: 1 }
      return value === undefined ? undefined : value / largest / sum
    }),
  )
}

function formatChartValue(value: Value | undefined, names: Names): string {
  if (value?.type !== 'number') return cutExcerpt(formatValue(value, names), MAX_LABEL)
  if (!Number.isFinite(value.number)) return NO_VALUE
  if (Math.abs(value.number) >= LARGE) return formatShort(value.number, value.format, names.locale)
  return formatNumber(round(value.number), value.format, names.locale)
}

/** Stands for a number that is infinite. */
const NO_VALUE = '–'

/** An average may have endless digits. */
const round = (number: number) => Number(number.toPrecision(Math.abs(number) >= 1 ? 12 : 3))
