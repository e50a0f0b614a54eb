import { parseDay, toDateValue } from '../dates'
import type { CollectionView } from '../record-map'
import { isObject } from '../values'

/** Days as `YYYY-MM-DD`, both included. */
interface DayRange {
  from: string
  to: string
}

const DAY = 86_400_000
const MONDAY = 1

type Unit = 'day' | 'week' | 'month' | 'year'

function isUnit(value: unknown): value is Unit {
  return value === 'day' || value === 'week' || value === 'month' || value === 'year'
}

/** Returns the day `amount` units later. A day beyond the end of its month becomes the last day of that month. */
export function shiftDay(day: string, amount: number, unit: Unit): string {
  const date = new Date(parseDay(day) ?? 0)
  if (unit === 'day' || unit === 'week') {
    date.setTime(date.getTime() + amount * (unit === 'week' ? 7 : 1) * DAY)
  } else {
    const dayOfMonth = date.getUTCDate()
    date.setUTCDate(1)
    date.setUTCMonth(date.getUTCMonth() + amount * (unit === 'year' ? 12 : 1))
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    date.setUTCDate(Math.min(dayOfMonth, last))
  }
  return Number.isNaN(date.getTime()) ? day : date.toISOString().slice(0, 10)
}

/** Returns the first day of the week, month or year that contains a day. `weekStart` is 0 for Sunday, 1 for Monday. */
export function getUnitStart(day: string, unit: Unit, weekStart: number = MONDAY): string {
  if (unit === 'day') return day
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  return shiftDay(day, -((new Date(parseDay(day) ?? 0).getUTCDay() + 7 - weekStart) % 7), 'day')
}

function getCurrentUnit(today: string, unit: Unit, weekStart?: number): DayRange {
  const from = getUnitStart(today, unit, weekStart)
  return { from, to: shiftDay(shiftDay(from, 1, unit), -1, 'day') }
}

/** Returns the days from today to `amount` units before or after it, today included. */
function getSpan(today: string, amount: number, unit: Unit): DayRange {
  const other = shiftDay(today, amount, unit)
  return amount < 0 ? { from: other, to: today } : { from: today, to: other }
}

function getSingleDay(day: string): DayRange {
  return { from: day, to: day }
}

/** The relative days and spans that filters refer to by name. */
const RELATIVE_DAYS: Record<string, (today: string, weekStart?: number) => DayRange> = {
  today: getSingleDay,
  tomorrow: (today) => getSingleDay(shiftDay(today, 1, 'day')),
  yesterday: (today) => getSingleDay(shiftDay(today, -1, 'day')),
  one_week_ago: (today) => getSingleDay(shiftDay(today, -1, 'week')),
  one_week_from_now: (today) => getSingleDay(shiftDay(today, 1, 'week')),
  one_month_ago: (today) => getSingleDay(shiftDay(today, -1, 'month')),
  one_month_from_now: (today) => getSingleDay(shiftDay(today, 1, 'month')),
  this_week: (today, weekStart) => getCurrentUnit(today, 'week', weekStart),
  this_month: (today) => getCurrentUnit(today, 'month'),
  this_year: (today) => getCurrentUnit(today, 'year'),
  the_past_week: (today) => getSpan(today, -1, 'week'),
  the_past_month: (today) => getSpan(today, -1, 'month'),
  the_past_year: (today) => getSpan(today, -1, 'year'),
  the_next_week: (today) => getSpan(today, 1, 'week'),
  the_next_month: (today) => getSpan(today, 1, 'month'),
  the_next_year: (today) => getSpan(today, 1, 'year'),
}

/**
 * Returns the days that the value of a date filter stands for, relative to `today`; undefined if the value is unknown.
 * If `within` is true (`date_is_within`), a number of units means all days of that span, otherwise only the day that far from today.
 */
export function resolveFilterDays(
  value: unknown,
  today: string,
  within: boolean,
  weekStart?: number,
): DayRange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { type, value: inner, direction, unit, count } = value as Record<string, unknown>
  if (type === 'exact') {
    const date = toDateValue(inner)
    if (!date || parseDay(date.start_date) === undefined) return undefined
    return { from: date.start_date, to: date.end_date ?? date.start_date }
  }
  if (type !== 'relative' || typeof inner !== 'string') return undefined
  if (inner === 'surrounding' && isUnit(unit)) return getCurrentUnit(today, unit, weekStart)
  if (inner === 'custom' && isUnit(unit) && typeof count === 'number' && Math.abs(count) < 100_000) {
    const amount = direction === 'past' ? -count : count
    return within ? getSpan(today, amount, unit) : getSingleDay(shiftDay(today, amount, unit))
  }
  return Object.hasOwn(RELATIVE_DAYS, inner) ? RELATIVE_DAYS[inner]?.(today, weekStart) : undefined
}

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
