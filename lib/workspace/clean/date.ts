import { parseDay } from '../dates'
import type { DateValue } from '../record-map'
import { isObject } from '../values'

const TIME = /^([01]?\d|2[0-3]):[0-5]\d/

/** A date value whose days, times and zone all exist and whose type says what it holds; undefined when its first day does not exist. */
export function cleanDate(value: unknown): DateValue | undefined {
  if (!isObject(value)) return undefined
  const start = dayIn(value.start_date)
  if (start === undefined) return undefined
  const end = dayIn(value.end_date)
  const startTime = timeIn(value.start_time)
  const endTime = end === undefined ? undefined : timeIn(value.end_time)
  const isTimed = startTime !== undefined || endTime !== undefined
  return {
    type: `${isTimed ? 'datetime' : 'date'}${end === undefined ? '' : 'range'}`,
    start_date: start,
    ...(startTime !== undefined && { start_time: startTime }),
    ...(end !== undefined && { end_date: end }),
    ...(endTime !== undefined && { end_time: endTime }),
    ...(isZone(value.time_zone) && { time_zone: value.time_zone }),
  }
}

function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && parseDay(value) !== undefined ? value : undefined
}

/** `HH:mm`, without seconds. */
function timeIn(value: unknown): string | undefined {
  const time = typeof value === 'string' ? TIME.exec(value)?.[0] : undefined
  return time?.padStart(5, '0')
}

/** Those that exist, in lower case: their number is bounded, however many ways there are to write them. */
const zones = new Set<string>()

function isZone(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > 64) return false
  const name = value.toLowerCase()
  if (zones.has(name)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
  } catch {
    return false
  }
  zones.add(name)
  return true
}
