import { wallClock, wallSpan } from '../dates'
import { itemCount, listOf, MORE, type Names, type Value, valueWords } from '../property-values'
import type { PropertySchema } from '../record-map'
import { isObject } from '../values'
import { statusGroup } from './status-groups'

type Aggregator = (values: (Value | undefined)[], names: Names) => Value | undefined

const isChecked = (value: Value | undefined) => value?.type === 'checkbox' && value.checked
const isEmpty = (value: Value | undefined) => itemCount(value) === 0 || (value?.type === 'checkbox' && !value.checked)

function count(number: number): Value {
  return { type: 'number', number }
}

function share(part: number, whole: number): Value | undefined {
  return whole === 0
    ? undefined
    : { type: 'number', number: Math.round((part / whole) * 1000) / 1000, format: 'percent' }
}

/** Single values, with the lists that rollups make taken apart. */
function flatten(values: (Value | undefined)[]): Value[] {
  return values.flatMap((value) => (value?.type === 'list' ? value.values : (value ?? [])))
}

function numeric(compute: (numbers: number[]) => number): Aggregator {
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

const least = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b))
const greatest = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b))

/** Where a date starts and ends on the site's clock. */
export function dateSpan(value: Value | undefined, timeZone: string): { start: number; end: number } | undefined {
  if (value?.type === 'instant') {
    const wall = wallClock(value.instant, timeZone)
    return { start: wall, end: wall }
  }
  const span = value?.type === 'date' ? wallSpan(value.date, timeZone) : undefined
  return span && { start: span.start, end: span.end ?? span.start }
}

type Span = { start: number; end: number; value: Value }

function dated(pick: (spans: Span[], locale: string) => Value | undefined): Aggregator {
  return (values, { timeZone, locale }) => {
    const spans = flatten(values).flatMap((value) => {
      const span = dateSpan(value, timeZone)
      return span ? [{ ...span, value }] : []
    })
    return spans.length === 0 ? undefined : pick(spans, locale)
  }
}

const earliest = dated((spans) => spans.reduce((a, b) => (b.start < a.start ? b : a)).value)
const latest = dated((spans) => spans.reduce((a, b) => (b.end > a.end ? b : a)).value)
const dateRange = dated((spans, locale) => {
  const length = greatest(spans.map((span) => span.end)) - least(spans.map((span) => span.start))
  const days = Math.round(length / 86_400_000)
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
  return { type: 'text', text }
})

function distinct(values: (Value | undefined)[], names: Names): string[] {
  return [...new Set(values.flatMap((value) => valueWords(value, names)))]
}

const AGGREGATORS: Record<string, Aggregator> = {
  count: (values) => count(values.length),
  count_values: (values) => count(values.reduce((total, value) => total + itemCount(value), 0)),
  unique: (values, names) => count(distinct(values, names).length),
  empty: (values) => count(values.filter(isEmpty).length),
  not_empty: (values) => count(values.filter((value) => !isEmpty(value)).length),
  percent_empty: (values) => share(values.filter(isEmpty).length, values.length),
  percent_not_empty: (values) => share(values.filter((value) => !isEmpty(value)).length, values.length),
  checked: (values) => count(values.filter(isChecked).length),
  unchecked: (values) => count(values.filter((value) => !isChecked(value)).length),
  percent_checked: (values) => share(values.filter(isChecked).length, values.length),
  percent_unchecked: (values) => share(values.filter((value) => !isChecked(value)).length, values.length),
  sum: numeric(sum),
  average: numeric((numbers) => sum(numbers) / numbers.length),
  median: numeric(median),
  min: numeric(least),
  max: numeric(greatest),
  range: numeric((numbers) => greatest(numbers) - least(numbers)),
  earliest_date: earliest,
  latest_date: latest,
  date_range: dateRange,
  count_unique_values: (values, names) => count(distinct(values, names).length),
  show_unique: (values, names) => listOf(distinct(values, names).map((text) => ({ type: 'text', text }))),
}

/** A calculation by its name; those over one group of a status property name the group, too. */
export interface Aggregation {
  name: string
  group?: string
}

const PER_GROUP: ReadonlySet<unknown> = new Set(['count_per_group', 'percent_per_group'])

/** Reads a calculation as views and rollups store it; undefined for none, and for one that {@link aggregate} does not know. */
export function readAggregation(stored: unknown): Aggregation | undefined {
  if (typeof stored === 'string') return Object.hasOwn(AGGREGATORS, stored) ? { name: stored } : undefined
  if (!isObject(stored)) return undefined
  const { operator: name, groupName: group } = stored
  return typeof name === 'string' && PER_GROUP.has(name) && typeof group === 'string' ? { name, group } : undefined
}

/** Calculations for which it counts whether there is a value, not which. */
const COUNTS_ROWS: ReadonlySet<string> = new Set(['count', 'empty', 'not_empty', 'percent_empty', 'percent_not_empty'])

/** One of Notion's calculations over a property's values, empty ones (undefined) included; undefined when there is no result. */
export function aggregate(
  { name, group }: Aggregation,
  values: (Value | undefined)[],
  names: Names,
  schema?: PropertySchema,
): Value | undefined {
  // A part of the values would give a wrong result.
  if (!COUNTS_ROWS.has(name) && values.some((value) => value?.type === 'list' && value.cut)) {
    return { type: 'text', text: MORE }
  }
  if (group === undefined) return AGGREGATORS[name]?.(values, names)
  const options = new Set((schema && statusGroup(schema, group)?.options) ?? [])
  const isIn = (value: Value) => value.type === 'options' && value.options.some((option) => options.has(option))
  const all = flatten(values)
  const part = all.filter(isIn).length
  return name === 'percent_per_group' ? share(part, all.length) : count(part)
}
