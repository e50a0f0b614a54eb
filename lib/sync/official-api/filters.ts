import { type Fields, isObject } from '../../workspace/values'
import { readPropertyId } from './properties'

/** A schema as record maps contain it. */
export type Schema = Readonly<Record<string, Fields>>

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
export function convertCondition(property: string | undefined, condition: Fields): Fields | undefined {
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
export function findProperty({ property, timestamp }: Fields, schema: Schema): string | undefined {
  if (typeof timestamp === 'string') return Object.keys(schema).find((key) => schema[key]?.type === timestamp)
  const key = readPropertyId({ id: property })
  if (key !== undefined && Object.hasOwn(schema, key)) return key
  return Object.keys(schema).find((each) => schema[each]?.name === property)
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => typeof each === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
