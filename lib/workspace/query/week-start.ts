import type { CollectionView } from '../record-map'
import { isObject } from '../values'

/** Returns the first day of the week that a view sets, 0 for Sunday and 1 for Monday; undefined if it sets none. */
export function readWeekStart({ format, query }: Pick<CollectionView, 'format' | 'query'>): number | undefined {
  const settings = [format.board_columns_by, format.collection_group_by, format, query]
  return settings.map(readStartDay).find((day) => day !== undefined)
}

/** Returns the first day of the week in the settings of a grouping or a calendar. */
export function readStartDay(settings: unknown): number | undefined {
  if (!isObject(settings)) return undefined
  const inner = isObject(settings.groupBy) ? settings.groupBy : {}
  const days = [settings.startDayOfWeek, settings.start_day_of_week, inner.startDayOfWeek, inner.start_day_of_week]
  return days.find((day): day is number => day === 0 || day === 1)
}
