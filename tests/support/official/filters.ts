import { type Fields, readFields, readList, readString } from './records'
import type { Property } from './schema'
import type { ViewFilter } from './shapes'

/** Thrown for a part of a stored filter that the API cannot express. */
class Inexpressible extends Error {}

/** The deepest nesting of groups that the API returns. */
const DEEPEST = 2

const TEXTS = ['title', 'rich_text', 'url', 'email', 'phone_number']
const COMPARISONS: Record<string, string> = {
  is: 'equals',
  is_not: 'does_not_equal',
  contains: 'contains',
  does_not_contain: 'does_not_contain',
  starts_with: 'starts_with',
  ends_with: 'ends_with',
  equals: 'equals',
  does_not_equal: 'does_not_equal',
  greater_than: 'greater_than',
  less_than: 'less_than',
  greater_than_or_equal_to: 'greater_than_or_equal_to',
  less_than_or_equal_to: 'less_than_or_equal_to',
  is_before: 'before',
  is_after: 'after',
  is_on_or_before: 'on_or_before',
  is_on_or_after: 'on_or_after',
}
const SPANS: Record<string, string> = {
  this_week: 'this_week',
  the_past_week: 'past_week',
  the_past_month: 'past_month',
  the_past_year: 'past_year',
  the_next_week: 'next_week',
  the_next_month: 'next_month',
  the_next_year: 'next_year',
}
/** Types as which formulas and rollups are compared. */
const RESULTS: Record<string, string> = {
  string: 'string',
  number: 'number',
  checkbox: 'checkbox',
  date: 'date',
}

/** Returns a view's filter; null if there is none, or if the API cannot express a part of it. */
export function toViewFilter(filter: unknown, properties: readonly Property[]): ViewFilter | null {
  if (readList(readFields(filter).filters).length === 0 && readFields(filter).property === undefined) return null
  try {
    return toNode(readFields(filter), properties, 0) as ViewFilter
  } catch (error) {
    if (error instanceof Inexpressible) return null
    throw error
  }
}

/** Returns the quick filters of a view, by property. */
export function toQuickFilters(filters: unknown, properties: readonly Property[]): Record<string, never> | null {
  const found: [string, unknown][] = []
  for (const each of readList(filters)) {
    const inner = readFields(readFields(each).filter)
    const { property: name, ...condition } = readFields(toViewFilter(inner.filter ? inner : each, properties))
    const property = properties.find((one) => one.name === name)
    if (property !== undefined) found.push([property.key, condition])
  }
  return found.length === 0 ? null : (Object.fromEntries(found) as Record<string, never>)
}

function toNode(node: Fields, properties: readonly Property[], depth: number): Fields {
  if (Array.isArray(node.filters)) {
    if (depth >= DEEPEST) throw new Inexpressible()
    const parts = node.filters.map((each) => toNode(readFields(each), properties, depth + 1))
    return { [node.operator === 'or' ? 'or' : 'and']: parts }
  }
  const property = properties.find(({ key }) => key === node.property)
  if (property === undefined) throw new Inexpressible()
  const { operator, value } = readFields(node.filter)
  return { property: property.name, ...toCondition(property, String(operator), value) }
}

function toCondition(property: Property, operator: string, value: unknown): Fields {
  const [, kind = '', comparison = ''] = /^([a-z]+)_(.+)$/.exec(operator) ?? []
  const isEmptiness = operator === 'is_empty' || operator === 'is_not_empty'
  const condition = isEmptiness ? { [operator]: true } : toComparison(kind, comparison, value)
  if (property.kind === 'formula') {
    const result = RESULTS[kind] ?? (isEmptiness ? 'string' : undefined)
    if (result === undefined) throw new Inexpressible()
    return { formula: { [result]: condition } }
  }
  if (property.kind === 'rollup') {
    if (kind !== 'number' && kind !== 'date') throw new Inexpressible()
    return { rollup: { [kind]: condition } }
  }
  if (kind === 'string' && !TEXTS.includes(property.kind)) throw new Inexpressible()
  return { [property.kind]: condition }
}

function toComparison(kind: string, comparison: string, value: unknown): Fields {
  if (kind === 'date') return toDateComparison(comparison, value)
  const operatorName = COMPARISONS[comparison]
  const wanted = readList(Array.isArray(value) ? value : [value]).flatMap(readWanted)
  const [first] = wanted
  if (operatorName === undefined || first === undefined) throw new Inexpressible()
  if (kind === 'number') return { [operatorName]: Number(first) }
  if (kind === 'checkbox') return { [operatorName]: first === true }
  return { [operatorName]: wanted.length === 1 ? first : wanted }
}

/** Options by name; people and pages by id. */
function readWanted(value: unknown): (string | number | boolean)[] {
  const { type, value: inner } = readFields(value)
  if (type === 'relative' && inner !== 'me') throw new Inexpressible()
  const wanted = readFields(inner).id ?? inner ?? (typeof value === 'object' ? undefined : value)
  return typeof wanted === 'string' || typeof wanted === 'number' || typeof wanted === 'boolean' ? [wanted] : []
}

function toDateComparison(comparison: string, value: unknown): Fields {
  const { type, value: inner } = readFields(Array.isArray(value) ? value[0] : value)
  if (comparison === 'is_within') {
    const span = SPANS[String(inner)]
    if (type !== 'relative' || span === undefined) throw new Inexpressible()
    return { [span]: {} }
  }
  const operatorName = COMPARISONS[comparison]
  const day = type === 'relative' ? readString(inner) : readString(readFields(inner).start_date)
  if (operatorName === undefined || day === undefined || day === 'custom' || day === 'surrounding')
    throw new Inexpressible()
  return { [operatorName]: day }
}
