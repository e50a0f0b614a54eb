import { type Fields, isObject } from '../../workspace/values'
import { readPropertyId } from './properties'

/** Types of groupings with another name in record maps. */
const GROUP_TYPES: Readonly<Record<string, string>> = { rich_text: 'text', people: 'person' }

/** Returns a grouping as record maps contain it; undefined if its property is unknown. */
export function convertGrouping(value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined
  const property = readPropertyId({ id: value.property_id })
  if (property === undefined) return undefined
  // The grouping of a formula is that of its result.
  const settings = isObject(value.group_by) ? value.group_by : value
  const { type, group_by, sort, range_start, range_end, range_size, start_day_of_week: startDayOfWeek } = settings
  const known = GROUP_TYPES[String(type)] ?? type
  return {
    property,
    type: known,
    ...(isObject(sort) && { sort: { type: sort.type } }),
    ...(typeof group_by === 'string' && { groupBy: group_by }),
    ...(typeof startDayOfWeek === 'number' && { startDayOfWeek }),
    ...(value.hide_empty_groups === true && { hideEmptyGroups: true }),
    ...(typeof range_size === 'number' && { range: { start: range_start, end: range_end, size: range_size } }),
  }
}
