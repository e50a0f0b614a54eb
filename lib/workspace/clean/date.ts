import { parseDay, parseOffset } from '../dates'
import type { DateValue } from '../record-map'
import { isObject } from '../values'

const TIME = /^([01]?\d|2[0-3]):[0-5]\d/

/** Returns a date value with valid days, times and time zone, and the matching type. Returns undefined if its first day is invalid. */
export function cleanDate(value: unknown): DateValue | undefined {
  if (!isObject(value)) return undefined
  const start = readDay(value.start_date)
  if (start === undefined) return undefined
  const end = readDay(value.end_date)
  const startTime = readTime(value.start_time)
  const endTime = end === undefined ? undefined : readTime(value.end_time)
  const isTimed = startTime !== undefined || endTime !== undefined
  return {
    type: `${isTimed ? 'datetime' : 'date'}${end === undefined ? '' : 'range'}`,
    start_date: start,
    ...(startTime !== undefined && { start_time: startTime }),
    ...(end !== undefined && { end_date: end }),
    ...(endTime !== undefined && { end_time: endTime }),
    ...(isTimeZone(value.time_zone) && { time_zone: value.time_zone }),
  }
}

function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && parseDay(value) !== undefined ? value : undefined
}

/** Returns a time as `HH:mm`. */
function readTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? TIME.exec(value)?.[0] : undefined
  return time?.padStart(5, '0')
}

/** Caches valid time zones. Names are in lower case, so that spelling variants do not grow the cache. */
const zones = new Set<string>()

function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > 64) return false
  const name = value.toLowerCase()
  if (zones.has(name) || parseOffset(value) !== undefined) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
  } catch {
    return false
  }
  zones.add(name)
  return true
}
