import { parseDay } from '../../workspace/dates'
import { getUnitStart, readStartDay } from '../../workspace/query/filter-dates'
import { findStatusGroup, getStatusGroups } from '../../workspace/query/status-groups'
import type { CollectionView, PropertySchema } from '../../workspace/record-map'
import { readList, readRecord, readString } from '../read-values'
import { type DateOrder, readDateOrder } from './by-date'

export type Unit = 'day' | 'week' | 'month' | 'year'

/** Steps of `size` from `start` to `end`. Numbers below and above have one group each. */
export interface NumberRange {
  start: number
  end: number
  size: number
}

/** The property by which a view groups its rows, and how. */
export interface Grouping {
  property: string
  schema: PropertySchema
  unit: Unit
  /** The first day of a week, see `getUnitStart`. */
  weekStart?: number
  /** Texts are grouped by their first letter. */
  byLetter: boolean
  /** Statuses are grouped by the groups of their options. */
  byStatusGroup: boolean
  /** Numbers are grouped in steps of this range. */
  range?: NumberRange
  order: 'manual' | 'ascending' | 'descending'
  hideEmpty: boolean
  /** The view's own order of groups: each key, and whether the group is hidden. */
  arranged: Map<string, boolean>
}

/** The key of the group of rows without a value. */
export const NONE = ''

/** How a view groups its rows. On a board, the columns are the groups, and `above` divides them into sub-groups. */
export interface Groupings {
  groups?: Grouping
  /** On a board: divides it into boards with the same columns, one below the other. */
  above?: Grouping
}

/** Reads a view's groupings. A grouping by a deleted property is ignored. */
export function readGroupings(view: CollectionView, type: string, schema: Record<string, PropertySchema>): Groupings {
  const rows = readGrouping(
    readRecord(view.format.collection_group_by),
    readList(view.format.collection_groups),
    schema,
  )
  const months = type === 'calendar' ? createMonthGrouping(readDateOrder(view, schema), schema) : undefined
  if (months !== undefined || type !== 'board') return { groups: months ?? rows }
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

/** Groups rows by month. Months without rows have no group. */
function createMonthGrouping(
  order: DateOrder | undefined,
  schema: Record<string, PropertySchema>,
): Grouping | undefined {
  const column = order && schema[order.property]
  return (
    column && {
      property: order.property,
      schema: column,
      unit: 'month',
      byLetter: false,
      byStatusGroup: false,
      order: order.descending ? 'descending' : 'ascending',
      hideEmpty: true,
      arranged: new Map(),
    }
  )
}

/** Reads a stored grouping; undefined if its property does not exist. `groups` is the order of its groups. */
export function readGrouping(
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
    // A relative group such as "last 7 days" would be wrong on a cached page tomorrow, so it becomes months.
    unit: unit === 'day' || unit === 'week' || unit === 'year' ? unit : 'month',
    weekStart: readStartDay(by),
    byLetter: unit === 'alphabet_prefix',
    byStatusGroup: isByStatusGroup(column, unit, stored),
    range: readNumberRange(column, by),
    order: order === 'ascending' || order === 'descending' ? order : 'manual',
    hideEmpty: by.hideEmptyGroups === true,
  } as const
  return { ...grouping, arranged: readArrangedGroups(stored, grouping) }
}

/** Whether a view groups by status group. Without a setting, the stored names of the groups decide. */
function isByStatusGroup(schema: PropertySchema, unit: unknown, stored: Record<string, unknown>[]): boolean {
  if (schema.type !== 'status' || getStatusGroups(schema).length === 0) return false
  if (typeof unit === 'string') return unit.includes('group')
  const named = stored.map(({ value }) => readRecord(value).value).filter((value) => value !== undefined)
  const options = new Set(schema.options?.map(({ value }) => value))
  return (
    named.length > 0 && named.every((name) => findStatusGroup(schema, name) !== undefined && !options.has(String(name)))
  )
}

/** The maximum number of steps of a range. With more, each number has its own group. */
const MAX_STEPS = 1000

/** The steps may be stored in the grouping itself or in its `groupBy`. */
function readNumberRange({ type }: PropertySchema, by: Record<string, unknown>): NumberRange | undefined {
  if (type !== 'number' && type !== 'formula' && type !== 'rollup') return undefined
  for (const { start = 0, end, size } of [by, readRecord(by.groupBy), readRecord(by.range)]) {
    if (typeof start !== 'number' || typeof end !== 'number' || typeof size !== 'number') continue
    if (size > 0 && end > start && (end - start) / size <= MAX_STEPS) return { start, end, size }
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

/** Returns the key of a stored group; undefined if its form is unknown. */
function readArrangedKey(
  stored: unknown,
  { schema, unit, weekStart, byStatusGroup }: Omit<Grouping, 'arranged'>,
): string | undefined {
  const value = typeof stored === 'string' ? stored : readRecord(stored).value
  if (schema.type === 'checkbox') return String(value === true || value === 'true' || value === 'Yes')
  if (value === undefined || value === null || value === '') return NONE
  if (byStatusGroup) return findStatusGroup(schema, value)?.name
  if (isPlain(value)) return String(value)
  const inner = readRecord(value)
  const range = readRecord(inner.range)
  const day = readString(range.start_date) ?? readString(inner.start_date)
  if (day !== undefined) return parseDay(day) === undefined ? undefined : getUnitStart(day, unit, weekStart)
  const plain = [range.start, inner.start, inner.id, inner.value].find(isPlain)
  return plain === undefined ? undefined : String(plain).trim() || undefined
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
