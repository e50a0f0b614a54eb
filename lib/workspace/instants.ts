import type { DateValue, RichText } from './record-map'

/** The date that a property's text carries, or undefined. */
export function dateValueIn(text: RichText): DateValue | undefined {
  for (const [, formats] of text) {
    const date = formats?.find(([kind]) => kind === 'd')?.[1]
    if (isDateValue(date)) return date
  }
  return undefined
}

/**
 * The moment at which a date begins, in milliseconds since 1970; undefined for a date that does not exist.
 * A date without a zone is taken in `timeZone`; one without a time begins at midnight there.
 */
export function startOf(date: DateValue, timeZone: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date.start_date)?.map(Number) ?? []
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(date.start_time ?? '00:00')?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  if (hour === undefined || minute === undefined || hour > 23 || minute > 59) return undefined
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const check = new Date(asUtc)
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return undefined
  const zone = date.time_zone ?? timeZone
  try {
    // Twice, because the offset at the guessed moment may differ from the one at the moment itself when clocks change.
    const guess = asUtc - offsetAt(asUtc, zone)
    return asUtc - offsetAt(guess, zone)
  } catch {
    return undefined
  }
}

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. Throws RangeError for an unknown zone. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(moment / 1000) * 1000
}

function isDateValue(value: unknown): value is DateValue {
  return typeof value === 'object' && value !== null && 'start_date' in value && typeof value.start_date === 'string'
}
