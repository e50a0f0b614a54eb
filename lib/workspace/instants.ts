import { fromWallClock, parseDay, parseTime, resolveTimeZone, toDateValue } from './dates'
import type { DateValue, RichText } from './record-map'

/** Returns the first date in a property's text; undefined if there is none. */
export function findDateValue(text: RichText): DateValue | undefined {
  for (const [, formats] of text) {
    const date = toDateValue(formats?.find(([kind]) => kind === 'd')?.[1])
    if (date !== undefined) return date
  }
  return undefined
}

/**
 * Returns the start of a date in milliseconds since 1970; undefined if the day, time or zone does not exist. A date without a zone is in
 * `timeZone`. A date without a time starts at midnight.
 */
export function getStartInstant(date: DateValue, timeZone: string): number | undefined {
  const day = parseDay(date.start_date)
  const time = date.start_time === undefined ? 0 : parseTime(date.start_time)
  const zone = date.time_zone ?? timeZone
  if (day === undefined || time === undefined || resolveTimeZone(zone, 'UTC') !== zone) return undefined
  return fromWallClock(day + time, zone)
}
