import { parseDay } from '../../workspace/dates'
import { startOfUnit } from '../../workspace/query/filter-dates'
import { statusGroup, statusGroups } from '../../workspace/query/status-groups'
import type { CollectionView, PropertySchema } from '../../workspace/record-map'
import { readList, readRecord, readString } from '../read-values'

export type Unit = 'day' | 'week' | 'month' | 'year'

/** Steps of `size` from `start` to `end`; numbers below and above have a group each. */
export interface NumberRange {
  start: number
  end: number
  size: number
}

/** By what, and how, a view groups its rows. */
export interface Grouping {
  property: string
  schema: PropertySchema
  unit: Unit
  /** Texts are grouped by their first letter. */
  byLetter: boolean
  /** Statuses are grouped by the groups of their options. */
  byStatusGroup: boolean
  /** Numbers are grouped in steps of one size, from the first bound to the last. */
  range?: NumberRange
  order: 'manual' | 'ascending' | 'descending'
  hideEmpty: boolean
  /** The groups as the view arranges them: key, and whether it is hidden. */
  arranged: Map<string, boolean>
}

/** The key of the group of rows that have no value. */
export const NONE = ''

/** How a view groups its rows. On a board the columns are its groups, and what other views group by divides them once more. */
export interface Groupings {
  groups?: Grouping
  /** Of a board: what divides it into boards of the same columns, one above the other. */
  above?: Grouping
}

/** A view's groupings; one by a property that is gone counts as none. */
export function readGroupings(view: CollectionView, type: string, schema: Record<string, PropertySchema>): Groupings {
  const rows = readGrouping(
    readRecord(view.format.collection_group_by),
    readList(view.format.collection_groups),
    schema,
  )
  if (type !== 'board') return { groups: rows }
  const older = view.query.group_by
  const candidates = [
    readRecord(view.format.board_columns_by),
    typeof older === 'string' ? { property: older } : readRecord(older),
    readFirstColumn(view),
  ]
  const columns = candidates.map((by) => readGrouping(by, readBoardColumns(view), schema)).find((found) => found)
  if (columns === undefined || columns.property === rows?.property) return { groups: columns ?? rows }
  return { groups: columns, above: rows }
}

function readGrouping(
  by: Record<string, unknown>,
  groups: unknown[],
  schema: Record<string, PropertySchema>,
): Grouping | undefined {
  const property = readString(by.property)
  const column = property !== undefined && Object.hasOwn(schema, property) ? schema[property] : undefined
  if (property === undefined || column === undefined) return undefined
  const unit = by.groupBy
  const order = readRecord(by.sort).type
  const stored = groups.map(readRecord).filter((group) => group.property === undefined || group.property === property)
  const grouping = {
    property,
    schema: column,
    // A group such as "last 7 days" would be wrong tomorrow on a page that is not made anew, so those are months too.
    unit: unit === 'day' || unit === 'week' || unit === 'year' ? unit : 'month',
    byLetter: unit === 'alphabet_prefix',
    byStatusGroup: isByStatusGroup(column, unit, stored),
    range: readNumberRange(column, by),
    order: order === 'ascending' || order === 'descending' ? order : 'manual',
    hideEmpty: by.hideEmptyGroups === true,
  } as const
  return { ...grouping, arranged: readArrangedGroups(stored, grouping) }
}

/** Where a view does not say it, the names of its groups do. */
function isByStatusGroup(schema: PropertySchema, unit: unknown, stored: Record<string, unknown>[]): boolean {
  if (schema.type !== 'status' || statusGroups(schema).length === 0) return false
  if (typeof unit === 'string') return unit.includes('group')
  const named = stored.map(({ value }) => readRecord(value).value).filter((value) => value !== undefined)
  const options = new Set(schema.options?.map(({ value }) => value))
  return (
    named.length > 0 && named.every((name) => statusGroup(schema, name) !== undefined && !options.has(String(name)))
  )
}

/** Steps beyond which every number would be a group of its own again. */
const MOST_STEPS = 1000

/** The steps may stand in the grouping itself or in what it groups by. */
function readNumberRange({ type }: PropertySchema, by: Record<string, unknown>): NumberRange | undefined {
  if (type !== 'number' && type !== 'formula' && type !== 'rollup') return undefined
  for (const { start = 0, end, size } of [by, readRecord(by.groupBy), readRecord(by.range)]) {
    if (typeof start !== 'number' || typeof end !== 'number' || typeof size !== 'number') continue
    if (size > 0 && end > start && (end - start) / size <= MOST_STEPS) return { start, end, size }
  }
  return undefined
}

function readBoardColumns(view: CollectionView): unknown[] {
  const columns = readList(view.format.board_columns)
  return columns.length > 0 ? columns : readList(view.format.board_groups2)
}

function readFirstColumn(view: CollectionView): Record<string, unknown> {
  return readRecord(readBoardColumns(view)[0])
}

function readArrangedGroups(
  groups: Record<string, unknown>[],
  grouping: Omit<Grouping, 'arranged'>,
): Map<string, boolean> {
  const arranged = new Map<string, boolean>()
  for (const group of groups) {
    const key = readArrangedKey(group.value, grouping)
    if (key !== undefined && !arranged.has(key)) arranged.set(key, group.hidden === true)
  }
  return arranged
}

/** The key of a group as the view stores it; undefined for one that we do not know. */
function readArrangedKey(
  stored: unknown,
  { schema, unit, byStatusGroup }: Omit<Grouping, 'arranged'>,
): string | undefined {
  const value = typeof stored === 'string' ? stored : readRecord(stored).value
  if (schema.type === 'checkbox') return String(value === true || value === 'true' || value === 'Yes')
  if (value === undefined || value === null || value === '') return NONE
  if (byStatusGroup) return statusGroup(schema, value)?.name
  if (isPlain(value)) return String(value)
  const inner = readRecord(value)
  const range = readRecord(inner.range)
  const day = readString(range.start_date) ?? readString(inner.start_date)
  if (day !== undefined) return parseDay(day) === undefined ? undefined : startOfUnit(day, unit)
  const plain = [range.start, inner.start, inner.id, inner.value].find(isPlain)
  return plain === undefined ? undefined : String(plain).trim() || undefined
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
