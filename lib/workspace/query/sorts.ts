import { countItems, formatValue, getOptionsByName, type Names } from '../property-values'
import type { Block, CollectionView, PropertySchema } from '../record-map'
import { isObject } from '../values'
import { getDateSpan } from './aggregate'
import type { ReadValue } from './row-values'

interface Sort {
  property: string
  descending: boolean
}

/** The maximum number of sorts of a view. */
const MAX_SORTS = 100

/** Returns a view's sorts by known properties. */
export function readViewSorts(view: CollectionView, schema: Record<string, PropertySchema>): Sort[] {
  const sorts = Array.isArray(view.query.sort) ? view.query.sort : []
  return sorts.slice(0, MAX_SORTS).flatMap((sort: unknown) => {
    if (typeof sort !== 'object' || sort === null) return []
    const { property, direction } = sort as Record<string, unknown>
    if (typeof property !== 'string' || !Object.hasOwn(schema, property)) return []
    return [{ property, descending: direction === 'descending' }]
  })
}

/** Returns the ids of all properties by which Notion sorts a view, also of those that the schema does not have. */
export function listSortedProperties({ query }: CollectionView): string[] {
  const sorts = Array.isArray(query.sort) ? query.sort : []
  return sorts.flatMap((sort: unknown) => (isObject(sort) && typeof sort.property === 'string' ? sort.property : []))
}

interface SortContext {
  schema: Record<string, PropertySchema>
  read: ReadValue
  names: Names
}

/** Sorts rows by each property in turn. Empty values are last in both directions, and equal rows keep their order. */
export function sortRows(rows: Block[], sorts: Sort[], context: SortContext): Block[] {
  if (sorts.length === 0) return rows
  const collator = new Intl.Collator(context.names.locale, { numeric: true })
  const keyed = rows.map((row) => ({ row, keys: sorts.map(({ property }) => getSortKey(row, property, context)) }))
  keyed.sort((a, b) =>
    sorts.reduce(
      (order, { descending }, index) => order || compareEnds(a.keys[index], b.keys[index], descending, collator),
      0,
    ),
  )
  return keyed.map(({ row }) => row)
}

/** Returns the rank of each row by one property. Equal rows have the same rank; rows without a value have -1. */
export function rankRows(rows: Block[], property: string, context: SortContext): number[] {
  const collator = new Intl.Collator(context.names.locale, { numeric: true })
  const keys = rows.map((row) => getSortKey(row, property, context))
  const compare = (a: number, b: number) => compareEnds(keys[a], keys[b], false, collator)
  const order = rows.map((_, index) => index).sort(compare)
  const ranks = rows.map(() => -1)
  let rank = 0
  for (const [place, index] of order.entries()) {
    if (keys[index] === undefined) break
    const before = order[place - 1]
    if (before !== undefined && compare(before, index) !== 0) rank += 1
    ranks[index] = rank
  }
  return ranks
}

function compareEnds(a: SortKey, b: SortKey, descending: boolean, collator: Intl.Collator): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return descending ? compareKeys(b, a, collator) : compareKeys(a, b, collator)
}

/** Options sort in the order of the schema, numbers and times by value, and texts by the locale. */
type SortKey = undefined | string | number | number[]

function getSortKey(row: Block, property: string, { schema, read, names }: SortContext): SortKey {
  const value = read(row, property)
  if (countItems(value) === 0) return undefined
  switch (value?.type) {
    case 'number':
      return value.number
    case 'checkbox':
      return Number(value.checked)
    case 'instant':
      return value.instant
    case 'options':
      return value.options.map((option) => getOptionRank(option, schema[property]))
    default:
      return getDateSpan(value, names.timeZone)?.start ?? formatValue(value, names)
  }
}

function getOptionRank(option: string, schema: PropertySchema = { name: '', type: '' }): number {
  const options = getOptionsByName(schema)
  return options.get(option)?.place ?? schema.options?.length ?? 0
}

/** Numbers sort before texts if a property contains both. */
function compareKeys(a: string | number | number[], b: string | number | number[], collator: Intl.Collator): number {
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a !== typeof b) return typeof a === 'string' ? 1 : -1
    return collator.compare(String(a), String(b))
  }
  return compareLists([a].flat(), [b].flat())
}

function compareLists(a: number[], b: number[]): number {
  const index = a.findIndex((left, place) => left !== b[place])
  if (index === -1) return a.length - b.length
  return (a[index] ?? 0) - (b[index] ?? Number.NEGATIVE_INFINITY)
}
