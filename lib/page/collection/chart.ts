import type { ChartData, ChartPart } from '../../../components/content/chart/chart-data'
import { MAX_PAINTS } from '../../../components/content/chart/colors'
import { getCollectionMessages } from '../../../messages/languages'
import { formatNumber, formatShort, LARGE } from '../../workspace/numbers'
import { formatValue, type Names, type Value } from '../../workspace/property-values'
import { aggregate } from '../../workspace/query/aggregate'
import type { ChartSettings } from '../../workspace/read/chart-settings'
import type { Block } from '../../workspace/record-map'
import { cutExcerpt } from '../../workspace/text'
import { divideGroups, divideSeries, limitParts, type PartContext } from './chart-parts'
import { getTotalLabel } from './total-label'

/** The maximum number of groups, and of values. The other groups are one. */
const MAX_GROUPS = 200
const MAX_VALUES = 400
/** The maximum number of characters of a label. */
const MAX_LABEL = 80

interface ChartContext extends PartContext {
  name: string
}

/** Counts the rows of a chart, which must be rows that the viewer may read. */
export function createChart(settings: ChartSettings, rows: Block[], chartContext: ChartContext): ChartData {
  const { format, property, groupBy, nameProperty, stackBy, aggregation } = settings
  const { schema, names, context, name } = chartContext
  const { locale } = context
  const measure = createMeasure(settings, rows, chartContext)
  // Series and slices differ only by their paints.
  const series = stackBy === undefined ? [{ label: '', rows }] : divideSeries(rows, stackBy, MAX_PAINTS, chartContext)
  const most = format.kind === 'donut' ? MAX_PAINTS : Math.min(MAX_GROUPS, Math.floor(MAX_VALUES / series.length))
  const divided = divideGroups(rows, settings, most, chartContext)
  const groups = limitParts(arrangeByNumber(divided, settings, measure), most, locale)
  const columns =
    stackBy === undefined
      ? [groups.map((group) => measure(group.rows))]
      : series.map((each) => {
          const own = new Set(each.rows)
          return groups.map((group) => measure(group.rows.filter((row) => own.has(row))))
        })
  const total = measure(rows)
  const unit = [total, ...columns.flat()].find((value) => value?.type === 'number')
  const values = format.isCumulative ? columns.map((column) => accumulate(column, unit)) : columns
  const numbers = values.map((column) => column.map(getNumber))
  const isShare = format.style === 'percent'
  return {
    format,
    name,
    groupName: getName(nameProperty ?? groupBy?.property, schema),
    valueName: [getName(property, schema), getTotalLabel(aggregation, locale)].filter(Boolean).join(': '),
    groups: groups.map(toPart),
    series: series.map(toPart),
    values: isShare ? toShares(numbers) : numbers,
    texts: values.map((column) => column.map((value) => formatChartValue(value, names))),
    total: formatChartValue(total, names),
    empty: getCollectionMessages(locale).interface.empty,
    formatTick: (number, step) => formatShort(number, isShare ? 'percent' : unit?.format, names.locale, step),
  }
}

type Measure = (rows: Block[]) => Value | undefined

/** Returns a function that applies the calculation of the chart to some of its rows. */
function createMeasure(
  { aggregation, property }: ChartSettings,
  rows: Block[],
  { schema, read, names }: ChartContext,
): Measure {
  const values = new Map(property === undefined ? [] : rows.map((row) => [row, read(row, property)]))
  const column = property === undefined ? undefined : schema[property]
  return (part) =>
    aggregate(
      aggregation,
      part.map((row) => values.get(row)),
      names,
      column,
    )
}

/** Leaves out empty groups and sorts groups by their values, if the chart does so. */
function arrangeByNumber<Part extends { rows: Block[] }>(
  parts: Part[],
  { hidesEmpty, sort }: ChartSettings,
  measure: Measure,
): Part[] {
  const isSorted = sort === 'y-ascending' || sort === 'y-descending'
  if (!hidesEmpty && !isSorted) return parts
  const measured = parts.map((part) => ({ part, number: getNumber(measure(part.rows)) ?? 0 }))
  const kept = hidesEmpty ? measured.filter(({ number }) => number !== 0) : measured
  const sign = sort === 'y-ascending' ? 1 : -1
  if (isSorted) kept.sort((a, b) => sign * (a.number - b.number))
  return kept.map(({ part }) => part)
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

/** Returns the sums of the values so far. One that is infinite has no value. */
function accumulate(values: (Value | undefined)[], unit: Value | undefined): (Value | undefined)[] {
  let sum = 0
  return values.map((value) => {
    sum += getNumber(value) ?? 0
    return Number.isFinite(sum) ? { ...unit, type: 'number', number: sum } : undefined
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
