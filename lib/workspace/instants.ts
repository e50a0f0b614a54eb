import { fromWallClock, parseDay, parseTime, resolveTimeZone, toDateValue } from './dates'
import type { DateValue, RichText } from './record-map'

/** The date that a property's text carries, or undefined. */
export function findDateValue(text: RichText): DateValue | undefined {
  for (const [, formats] of text) {
    const date = toDateValue(formats?.find(([kind]) => kind === 'd')?.[1])
    if (date !== undefined) return date
  }
  return undefined
}

/**
 * The moment at which a date begins, in milliseconds since 1970; undefined for a day, time or zone that does not exist.
 * A date without a zone is taken in `timeZone`; one without a time begins at midnight there.
 */
export function getStartInstant(date: DateValue, timeZone: string): number | undefined {
  const day = parseDay(date.start_date)
  const time = date.start_time === undefined ? 0 : parseTime(date.start_time)
  const zone = date.time_zone ?? timeZone
  if (day === undefined || time === undefined || resolveTimeZone(zone, 'UTC') !== zone) return undefined
  return fromWallClock(day + time, zone)
}
