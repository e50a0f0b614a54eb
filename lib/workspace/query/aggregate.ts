import { getWallSpan, toWallClock } from '../dates'
import { countItems, getValueTexts, MORE, type Names, toListValue, type Value } from '../property-values'
import type { PropertySchema } from '../record-map'
import { isObject } from '../values'
import { findStatusGroup } from './status-groups'

type Aggregator = (values: (Value | undefined)[], names: Names) => Value | undefined

const isChecked = (value: Value | undefined) => value?.type === 'checkbox' && value.checked
const isEmpty = (value: Value | undefined) => countItems(value) === 0 || (value?.type === 'checkbox' && !value.checked)

function createCount(number: number): Value {
  return { type: 'number', number }
}

function createPercentage(part: number, whole: number): Value | undefined {
  return whole === 0
    ? undefined
    : { type: 'number', number: Math.round((part / whole) * 1000) / 1000, format: 'percent' }
}

/** Replaces the lists that rollups return by their values, and removes empty values. */
function flatten(values: (Value | undefined)[]): Value[] {
  return values.flatMap((value) => (value?.type === 'list' ? value.values : (value ?? [])))
}

function aggregateNumbers(compute: (numbers: number[]) => number): Aggregator {
  return (values) => {
    const numbers = flatten(values).filter((value) => value.type === 'number')
    const [first] = numbers
    if (first === undefined) return undefined
    return { ...first, number: compute(numbers.map((value) => value.number)) }
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

const getMinimum = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b))
const getMaximum = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b))

/** Returns the start and end of a date as milliseconds of the wall clock in `timeZone`; undefined for other values. */
export function getDateSpan(value: Value | undefined, timeZone: string): { start: number; end: number } | undefined {
  if (value?.type === 'instant') {
    const wall = toWallClock(value.instant, timeZone)
    return { start: wall, end: wall }
  }
  const span = value?.type === 'date' ? getWallSpan(value.date, timeZone) : undefined
  return span && { start: clampToYears(span.start), end: clampToYears(span.end ?? span.start) }
}

/** The first and last moment of the years 0 to 9999. A time zone could move a stored date beyond them. */
const [EARLIEST, LATEST] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

const clampToYears = (wall: number) => Math.min(Math.max(wall, EARLIEST), LATEST)

type Span = { start: number; end: number; value: Value }

function aggregateDates(pick: (spans: Span[], locale: string) => Value | undefined): Aggregator {
  return (values, { timeZone, locale }) => {
    const spans = flatten(values).flatMap((value) => {
      const span = getDateSpan(value, timeZone)
      return span ? [{ ...span, value }] : []
    })
    return spans.length === 0 ? undefined : pick(spans, locale)
  }
}

const earliest = aggregateDates((spans) => spans.reduce((a, b) => (b.start < a.start ? b : a)).value)
const latest = aggregateDates((spans) => spans.reduce((a, b) => (b.end > a.end ? b : a)).value)
const dateRange = aggregateDates((spans, locale) => {
  const length = getMaximum(spans.map((span) => span.end)) - getMinimum(spans.map((span) => span.start))
  const days = Math.round(length / 86_400_000)
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
  return { type: 'text', text }
})

function getDistinctTexts(values: (Value | undefined)[], names: Names): string[] {
  return [...new Set(values.flatMap((value) => getValueTexts(value, names)))]
}

const AGGREGATORS: Record<string, Aggregator> = {
  count: (values) => createCount(values.length),
  count_values: (values) => createCount(values.reduce((total, value) => total + countItems(value), 0)),
  unique: (values, names) => createCount(getDistinctTexts(values, names).length),
  empty: (values) => createCount(values.filter(isEmpty).length),
  not_empty: (values) => createCount(values.filter((value) => !isEmpty(value)).length),
  percent_empty: (values) => createPercentage(values.filter(isEmpty).length, values.length),
  percent_not_empty: (values) => createPercentage(values.filter((value) => !isEmpty(value)).length, values.length),
  checked: (values) => createCount(values.filter(isChecked).length),
  unchecked: (values) => createCount(values.filter((value) => !isChecked(value)).length),
  percent_checked: (values) => createPercentage(values.filter(isChecked).length, values.length),
  percent_unchecked: (values) => createPercentage(values.filter((value) => !isChecked(value)).length, values.length),
  sum: aggregateNumbers(sum),
  average: aggregateNumbers((numbers) => sum(numbers) / numbers.length),
  median: aggregateNumbers(median),
  min: aggregateNumbers(getMinimum),
  max: aggregateNumbers(getMaximum),
  range: aggregateNumbers((numbers) => getMaximum(numbers) - getMinimum(numbers)),
  earliest_date: earliest,
  latest_date: latest,
  date_range: dateRange,
  count_unique_values: (values, names) => createCount(getDistinctTexts(values, names).length),
  show_unique: (values, names) => toListValue(getDistinctTexts(values, names).map((text) => ({ type: 'text', text }))),
}

/** A calculation by its name. `group` is set for calculations over one group of a status property. */
export interface Aggregation {
  name: string
  group?: string
}

const PER_GROUP: ReadonlySet<unknown> = new Set(['count_per_group', 'percent_per_group'])

/** Reads the calculation of a view or rollup. Returns undefined if it is missing or unknown to {@link aggregate}. */
export function readAggregation(stored: unknown): Aggregation | undefined {
  if (typeof stored === 'string') return Object.hasOwn(AGGREGATORS, stored) ? { name: stored } : undefined
  if (!isObject(stored)) return undefined
  const { operator: name, groupName: group } = stored
  return typeof name === 'string' && PER_GROUP.has(name) && typeof group === 'string' ? { name, group } : undefined
}

/** Calculations that depend only on whether a row has a value. */
const COUNTS_ROWS: ReadonlySet<string> = new Set(['count', 'empty', 'not_empty', 'percent_empty', 'percent_not_empty'])

/** Applies a calculation to the values of a property, where undefined is an empty value. Returns undefined if it has no result. */
export function aggregate(
  { name, group }: Aggregation,
  values: (Value | undefined)[],
  names: Names,
  schema?: PropertySchema,
): Value | undefined {
  // A calculation over a shortened list would be wrong.
  if (!COUNTS_ROWS.has(name) && values.some((value) => value?.type === 'list' && value.cut)) {
    return { type: 'text', text: MORE }
  }
  if (group === undefined) return AGGREGATORS[name]?.(values, names)
  const options = new Set((schema && findStatusGroup(schema, group)?.options) ?? [])
  const isIn = (value: Value) => value.type === 'options' && value.options.some((option) => options.has(option))
  const all = flatten(values)
  const part = all.filter(isIn).length
  return name === 'percent_per_group' ? createPercentage(part, all.length) : createCount(part)
}
