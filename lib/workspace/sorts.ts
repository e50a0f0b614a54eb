import { dateSpan } from './aggregate'
import { itemCount, type Names, type Value, valueText } from './property-values'
import type { Block, CollectionView, PropertySchema } from './record-map'
import type { ReadValue } from './row-values'

interface Sort {
  property: string
  descending: boolean
}

/** A view's sorts by properties that the collection has; all others mean nothing. */
export function viewSorts(view: CollectionView, schema: Record<string, PropertySchema>): Sort[] {
  const sorts = Array.isArray(view.query.sort) ? view.query.sort : []
  return sorts.flatMap((sort: unknown) => {
    if (typeof sort !== 'object' || sort === null) return []
    const { property, direction } = sort as Record<string, unknown>
    if (typeof property !== 'string' || !Object.hasOwn(schema, property)) return []
    return [{ property, descending: direction === 'descending' }]
  })
}

/** The rows sorted by each property in turn, empty ones last either way; equal rows keep their order. */
export function sortRows(
  rows: Block[],
  sorts: Sort[],
  world: { schema: Record<string, PropertySchema>; read: ReadValue; names: Names },
): Block[] {
  if (sorts.length === 0) return rows
  const orders = sorts.map(({ property, descending }) => {
    const compare = valueOrder(world.schema[property], world.names)
    return (a: Block, b: Block) => {
      const [left, right] = [world.read(a, property), world.read(b, property)]
      const [leftEmpty, rightEmpty] = [itemCount(left) === 0, itemCount(right) === 0]
      if (leftEmpty || rightEmpty) return Number(leftEmpty) - Number(rightEmpty)
      return descending ? compare(right, left) : compare(left, right)
    }
  })
  return rows.toSorted((a, b) => orders.reduce((order, compare) => order || compare(a, b), 0))
}

/** How a property's values are ordered: options as the schema lists them, numbers and dates by size, words by the locale. */
export function valueOrder(
  schema: PropertySchema | undefined,
  names: Names,
): (a: Value | undefined, b: Value | undefined) => number {
  const collator = new Intl.Collator(names.locale, { numeric: true })
  const ranks = new Map(schema?.options?.map((option, index) => [option.value, index]))
  const rank = (option: string) => ranks.get(option) ?? ranks.size
  return (a, b) => {
    if (a?.type === 'options' && b?.type === 'options') return compareLists(a.options.map(rank), b.options.map(rank))
    const [left, right] = [size(a, names.timeZone), size(b, names.timeZone)]
    if (left !== undefined && right !== undefined) return left - right
    if (left !== undefined || right !== undefined) return left === undefined ? 1 : -1
    return collator.compare(valueText(a, names), valueText(b, names))
  }
}

function size(value: Value | undefined, timeZone: string): number | undefined {
  if (value?.type === 'number') return value.number
  if (value?.type === 'checkbox') return Number(value.checked)
  return dateSpan(value, timeZone)?.start
}

function compareLists(a: number[], b: number[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined) return 1
    if (left !== right) return left - right
  }
  return a.length - b.length
}
