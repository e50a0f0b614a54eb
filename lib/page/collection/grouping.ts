import { parseDay } from '../../workspace/dates'
import { startOfUnit } from '../../workspace/filter-dates'
import type { CollectionView, PropertySchema } from '../../workspace/record-map'
import { list, record, string } from '../read'

export type Unit = 'day' | 'week' | 'month' | 'year'

/** By what, and how, a view groups its rows. */
export interface Grouping {
  property: string
  schema: PropertySchema
  unit: Unit
  /** Texts are grouped by their first letter. */
  byLetter: boolean
  order: 'manual' | 'ascending' | 'descending'
  hideEmpty: boolean
  /** The groups as the view arranges them: key, and whether it is hidden. */
  arranged: Map<string, boolean>
}

/** The key of the group of rows that have no value. */
export const NONE = ''

/** A view's grouping; undefined when it has none, or one by a property that is gone. */
export function readGrouping(
  view: CollectionView,
  type: string,
  schema: Record<string, PropertySchema>,
): Grouping | undefined {
  const columns = record(view.format.board_columns_by)
  const groups = record(view.format.collection_group_by)
  const older = view.query.group_by
  const candidates =
    type === 'board'
      ? [columns, typeof older === 'string' ? { property: older } : record(older), firstColumn(view), groups]
      : [groups]
  const by = candidates.find(({ property }) => typeof property === 'string' && Object.hasOwn(schema, property))
  const property = string(by?.property)
  const column = property === undefined ? undefined : schema[property]
  if (by === undefined || property === undefined || column === undefined) return undefined
  const unit = by.groupBy
  const order = record(by.sort).type
  const grouping = {
    property,
    schema: column,
    // A group such as "last 7 days" would be wrong tomorrow on a page that is not made anew, so those are months too.
    unit: unit === 'day' || unit === 'week' || unit === 'year' ? unit : 'month',
    byLetter: unit === 'alphabet_prefix',
    order: order === 'ascending' || order === 'descending' ? order : 'manual',
    hideEmpty: by.hideEmptyGroups === true,
  } as const
  const arranged = type === 'board' && by !== groups ? boardColumns(view) : list(view.format.collection_groups)
  return { ...grouping, arranged: arrangedGroups(arranged, grouping) }
}

function boardColumns(view: CollectionView): unknown[] {
  const columns = list(view.format.board_columns)
  return columns.length > 0 ? columns : list(view.format.board_groups2)
}

function firstColumn(view: CollectionView): Record<string, unknown> {
  return record(boardColumns(view)[0])
}

function arrangedGroups(groups: unknown[], grouping: Omit<Grouping, 'arranged'>): Map<string, boolean> {
  const arranged = new Map<string, boolean>()
  for (const group of groups.map(record)) {
    if (group.property !== undefined && group.property !== grouping.property) continue
    const key = arrangedKey(group.value, grouping)
    if (key !== undefined && !arranged.has(key)) arranged.set(key, group.hidden === true)
  }
  return arranged
}

/** The key of a group as the view stores it; undefined for one that we do not know. */
function arrangedKey(stored: unknown, { schema, unit }: Omit<Grouping, 'arranged'>): string | undefined {
  const value = typeof stored === 'string' ? stored : record(stored).value
  if (schema.type === 'checkbox') return String(value === true || value === 'true' || value === 'Yes')
  if (value === undefined || value === null || value === '') return NONE
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const inner = record(value)
  const day = string(record(inner.range).start_date) ?? string(inner.start_date)
  if (day !== undefined) return parseDay(day) === undefined ? undefined : startOfUnit(day, unit)
  return string(inner.id) ?? string(inner.value)
}
