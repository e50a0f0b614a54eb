import type { DateValue, RichText } from './record-map'
import { isObject } from './values'

/** How dates and times are written. What is undefined follows the locale. */
export interface DateFormats {
  dateFormat?: 'full' | 'month_day_year' | 'day_month_year' | 'year_month_day'
  timeFormat?: '12_hour' | '24_hour' | 'hidden'
}

/** The BCP 47 locale of a date, the IANA time zone of times without one, and formats that an editor chose. */
export interface DateStyle extends DateFormats {
  locale: string
  timeZone: string
}

/** A fixed offset from UTC, which Notion's official API returns in place of a zone. `Intl` of Node.js 20 does not know such zones. */
const OFFSET = /^([+-])(\d{2}):(\d{2})$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(\d{1,2}):(\d{2})(?::\d{2})?$/
const DATE_TYPES: ReadonlySet<unknown> = new Set(['date', 'datetime', 'daterange', 'datetimerange'])

/** Reads the value of a date format or filter. Returns undefined if it is not a date. */
export function toDateValue(value: unknown): DateValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { type, start_date, start_time, end_date, end_time, time_zone } = value as Record<string, unknown>
  if (!DATE_TYPES.has(type) || typeof start_date !== 'string') return undefined
  return {
    type: type as DateValue['type'],
    start_date,
    ...(typeof start_time === 'string' && { start_time }),
    ...(typeof end_date === 'string' && { end_date }),
    ...(typeof end_time === 'string' && { end_time }),
    ...(typeof time_zone === 'string' && { time_zone }),
  }
}

/** Returns the milliseconds of a day's midnight in UTC; undefined if the day does not exist. */
export function parseDay(day: string): number | undefined {
  const match = DAY.exec(day)
  if (!match) return undefined
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const ms = new Date(0).setUTCFullYear(year, month - 1, date)
  return new Date(ms).getUTCMonth() === month - 1 && new Date(ms).getUTCDate() === date ? ms : undefined
}

/** Returns the milliseconds since midnight; undefined if the time does not exist. */
export function parseTime(time: string): number | undefined {
  const match = TIME.exec(time)
  const [hours, minutes] = [Number(match?.[1]), Number(match?.[2])]
  return hours < 24 && minutes < 60 ? (hours * 60 + minutes) * 60_000 : undefined
}

/** The maximum number of cached formatters. Each takes about 90 kB. */
const MAX_FORMATTERS = 300
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter by locale and options, because creating one takes much longer than using it. */
export function getDateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, options)
  if (formatters.size >= MAX_FORMATTERS) formatters.clear()
  formatters.set(key, made)
  return made
}

const WALL_CLOCK: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
}

/** The valid time zones by their lower-case names. So different capitalizations of a name share one entry. */
const zones = new Map<string, string>()

/** Returns the milliseconds that a zone such as `+05:30` is ahead of UTC; undefined for a zone with a name. */
export function parseOffset(zone: string): number | undefined {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? []
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes))
}

/** Returns the zone if it exists, else the fallback, else UTC. A zone may also be an offset such as `+05:30`. */
export function resolveTimeZone(zone: string | undefined, fallback: string): string {
  for (const candidate of [zone, fallback]) {
    if (!candidate) continue
    if (parseOffset(candidate) !== undefined) return candidate
    const known = zones.get(candidate.toLowerCase())
    if (known !== undefined) return known
    try {
      getDateFormatter('en', { timeZone: candidate })
      zones.set(candidate.toLowerCase(), candidate)
      return candidate
    } catch {
      // The zone does not exist: try the next one.
    }
  }
  return 'UTC'
}

/**
 * Returns the wall-clock time of an instant in a zone, as the milliseconds at which a clock in UTC shows the same time. Calendar
 * arithmetic on it needs no zone.
 */
export function toWallClock(instant: number, timeZone: string): number {
  const offset = parseOffset(timeZone)
  if (offset !== undefined) return instant + offset
  const parts = getDateFormatter('en', { ...WALL_CLOCK, timeZone: resolveTimeZone(timeZone, 'UTC') }).formatToParts(
    instant,
  )
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const day = new Date(0).setUTCFullYear(part('year'), part('month') - 1, part('day'))
  return day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000 + (((instant % 1000) + 1000) % 1000)
}

/** Returns the instant of a wall-clock time in a zone, see {@link toWallClock}. */
export function fromWallClock(wall: number, timeZone: string): number {
  // The second pass corrects an offset that was read on the wrong side of a clock change.
  const guess = wall - (toWallClock(wall, timeZone) - wall)
  return guess - (toWallClock(guess, timeZone) - wall)
}

/** Returns the day of an instant in a zone, as `YYYY-MM-DD`. */
export function getDay(instant: number, timeZone: string): string {
  return new Date(toWallClock(instant, timeZone)).toISOString().slice(0, 10)
}

interface Moment {
  /** The wall-clock time in its own zone. */
  wall: number
  timed: boolean
}

function parseMoment(day: string | undefined, time: string | undefined): Moment | undefined {
  const midnight = day === undefined ? undefined : parseDay(day)
  if (midnight === undefined) return undefined
  if (!time) return { wall: midnight, timed: false }
  const sinceMidnight = parseTime(time)
  return sinceMidnight === undefined ? undefined : { wall: midnight + sinceMidnight, timed: true }
}

/** Returns the start and end of a date value; undefined if one of them does not exist. */
function parseEnds(value: DateValue): { start: Moment; end?: Moment } | undefined {
  const timed = value.type.startsWith('datetime')
  const start = parseMoment(value.start_date, timed ? value.start_time : undefined)
  if (!start) return undefined
  if (!value.type.endsWith('range') || !value.end_date) return { start }
  const end = parseMoment(value.end_date, timed ? value.end_time : undefined)
  return end && { start, end }
}

/** A locale, and formats that an editor chose. */
type MomentStyle = Omit<DateStyle, 'timeZone'>

const isNumeric = ({ dateFormat }: MomentStyle) => dateFormat !== undefined && dateFormat !== 'full'

function formatDay(wall: number, style: MomentStyle): string {
  const { locale, dateFormat = '' } = style
  if (!isNumeric(style)) return getDateFormatter(locale, getDayOptions(style)).format(wall)
  const parts = new Map(
    getDateFormatter(locale, { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(wall)
      .map(({ type, value }) => [type, value]),
  )
  const order = dateFormat.split('_') as ('year' | 'month' | 'day')[]
  return order.map((part) => parts.get(part)).join('/')
}

const getDayOptions = ({ dateFormat }: MomentStyle): Intl.DateTimeFormatOptions => ({
  ...{ timeZone: 'UTC', year: 'numeric', day: 'numeric' },
  month: dateFormat === 'full' ? 'long' : 'short',
})

const getTimeOptions = ({ timeFormat }: MomentStyle): Intl.DateTimeFormatOptions => ({
  ...{ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' },
  ...(timeFormat === '24_hour' && { hourCycle: 'h23' }),
  ...(timeFormat === '12_hour' && { hourCycle: 'h12' }),
})

/** Formats a moment, or a span of two, in the form of the language. A span within a day, month or year names that once. */
function formatMoments(start: Moment, end: Moment | undefined, style: MomentStyle): string {
  const { locale } = style
  const isTimed = ({ timed }: Moment) => timed && style.timeFormat !== 'hidden'
  if (!isNumeric(style) && (end === undefined || isTimed(start) === isTimed(end))) {
    const options = { ...getDayOptions(style), ...(isTimed(start) && getTimeOptions(style)) }
    const formatter = getDateFormatter(locale, options)
    const text = end === undefined ? formatter.format(start.wall) : formatter.formatRange(start.wall, end.wall)
    return normalizeSpaces(text)
  }
  const formatTime = ({ wall }: Moment) => normalizeSpaces(getDateFormatter(locale, getTimeOptions(style)).format(wall))
  const format = (moment: Moment) =>
    isTimed(moment) ? `${formatDay(moment.wall, style)} ${formatTime(moment)}` : formatDay(moment.wall, style)
  const from = format(start)
  if (end === undefined || format(end) === from) return from
  const isSameDay = isTimed(end) && formatDay(start.wall, style) === formatDay(end.wall, style)
  return `${from} – ${isSameDay ? formatTime(end) : format(end)}`
}

/** Formatters write spaces of several widths, which fonts may lack. */
const normalizeSpaces = (text: string): string => text.replaceAll(/\s/g, ' ')

function getZoneName(instant: number, timeZone: string, locale: string): string {
  const offset = parseOffset(timeZone)
  if (offset === 0) return 'UTC'
  if (offset !== undefined) return `GMT${timeZone.replace(/^(.)0/, '$1').replace(':00', '')}`
  const parts = getDateFormatter(locale, { timeZone, timeZoneName: 'short' }).formatToParts(instant)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
  return name === 'GMT+0' ? 'UTC' : name
}

/**
 * Formats a date as the editor wrote it, independent of the time zones of server and visitor: `Feb 1, 2020`, `Feb 1, 2020, 9:30 AM`,
 * `Feb 1 – 3, 2020`. A time in another zone than the site's includes the zone. A date that does not exist is returned as it was written.
 */
export function formatDate(value: DateValue, style: DateStyle): string {
  const { locale, timeZone, timeFormat } = style
  const span = parseEnds(value)
  if (!span) {
    const parts = [value.start_date, value.start_time, value.end_date && '–', value.end_date, value.end_time]
    return parts.filter(Boolean).join(' ')
  }
  const { start, end } = span
  const siteZone = resolveTimeZone(timeZone, 'UTC')
  const zone = resolveTimeZone(value.time_zone, siteZone)
  const isOtherZone = start.timed && timeFormat !== 'hidden' && zone !== siteZone
  const suffix = isOtherZone ? getZoneSuffix(start, zone, { locale, timeZone: siteZone }) : ''
  return formatMoments(start, end, style) + suffix
}

/** Returns the name of a zone after a time; empty if an offset is that of the site's own zone at this time. */
function getZoneSuffix({ wall }: Moment, zone: string, site: DateStyle): string {
  const instant = fromWallClock(wall, zone)
  const isOwn = parseOffset(zone) !== undefined && toWallClock(instant, site.timeZone) === wall
  return isOwn ? '' : ` ${getZoneName(instant, zone, site.locale)}`
}

/**
 * Formats a date as the editor wrote it, in the form of ISO 8601 with spaces: `2020-02-01`, `2020-02-01 09:30 GMT+1 – 2020-02-03`. For
 * texts that are stored without a language.
 */
export function formatPlainDate(value: DateValue): string {
  const timed = value.type.startsWith('datetime')
  const start = parseMoment(value.start_date, timed ? value.start_time : undefined)
  const zone = start?.timed ? resolveTimeZone(value.time_zone, '') : ''
  const zoneName =
    start === undefined || !start.timed || value.time_zone === undefined
      ? undefined
      : getZoneName(fromWallClock(start.wall, zone), zone, 'en')
  const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  const from = join(value.start_date, timed ? value.start_time : undefined, zoneName)
  const to = join(value.end_date, timed ? value.end_time : undefined)
  return to === '' ? from : `${from} – ${to}`
}

/** Returns the start of a date for `<time datetime>`: a day, or an instant in UTC; undefined if it does not exist. */
export function toIsoDate(value: DateValue, timeZone: string): string | undefined {
  const start = parseEnds(value)?.start
  if (!start) return undefined
  if (!start.timed) return value.start_date
  return new Date(fromWallClock(start.wall, resolveTimeZone(value.time_zone, timeZone))).toISOString()
}

/**
 * Returns the start and end of a date as wall-clock times in `timeZone`, see {@link toWallClock}. A date without a time is the same day in
 * all zones. Returns undefined if the date does not exist.
 */
export function getWallSpan(
  value: DateValue,
  timeZone: string,
): { start: number; end: number | undefined; timed: boolean } | undefined {
  const span = parseEnds(value)
  if (!span) return undefined
  const zone = resolveTimeZone(value.time_zone, timeZone)
  const here = ({ wall, timed }: Moment) =>
    timed && zone !== timeZone ? toWallClock(fromWallClock(wall, zone), timeZone) : wall
  return { start: here(span.start), end: span.end && here(span.end), timed: span.start.timed }
}

/** Formats an instant in the zone of the style. Empty for 0 and invalid instants. */
export function formatInstant(instant: number, style: DateStyle): string {
  if (toIsoInstant(instant) === undefined) return ''
  return formatMoments({ wall: toWallClock(instant, style.timeZone), timed: true }, undefined, style)
}

/** Returns an instant in UTC for `<time datetime>`; undefined for 0 and invalid instants. */
export function toIsoInstant(instant: number): string | undefined {
  return instant !== 0 && Math.abs(instant) <= 8.64e15 ? new Date(instant).toISOString() : undefined
}

/** Formats the day, week, month or year that starts at a day: `Feb 3 – 9, 2020`, `February 2020`. */
export function formatCalendarUnit(day: string, unit: 'day' | 'week' | 'month' | 'year', locale: string): string {
  const start = parseDay(day)
  if (start === undefined) return day
  if (unit === 'year') return day.slice(0, 4)
  if (unit === 'day') return formatDay(start, { locale })
  if (unit === 'month')
    return getDateFormatter(locale, { timeZone: 'UTC', year: 'numeric', month: 'long' }).format(start)
  const style = getDateFormatter(locale, { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })
  return normalizeSpaces(style.formatRange(start, start + 6 * 86_400_000))
}

/**
 * The names of formats in Notion's official API, and in record maps. A short date is the default of the site. So is a relative one, because
 * "Yesterday" would be wrong on a cached page tomorrow.
 */
const DATE_FORMATS: Readonly<Record<string, DateFormats['dateFormat']>> = {
  full: 'full',
  'MMM DD, YYYY': 'full',
  LL: 'full',
  month_day_year: 'month_day_year',
  'MM/DD/YYYY': 'month_day_year',
  day_month_year: 'day_month_year',
  'DD/MM/YYYY': 'day_month_year',
  year_month_day: 'year_month_day',
  'YYYY/MM/DD': 'year_month_day',
}

const TIME_FORMATS: Readonly<Record<string, DateFormats['timeFormat']>> = {
  '12_hour': '12_hour',
  'h:mm A': '12_hour',
  LT: '12_hour',
  '24_hour': '24_hour',
  'H:mm': '24_hour',
  'HH:mm': '24_hour',
  hidden: 'hidden',
}

/** Reads the formats in the settings of a property, or of a property in a view. Returns undefined if both follow the locale. */
export function readDateFormats(settings: unknown): DateFormats | undefined {
  if (!isObject(settings)) return undefined
  const { date_format: date, time_format: time } = settings
  const dateFormat = typeof date === 'string' && Object.hasOwn(DATE_FORMATS, date) ? DATE_FORMATS[date] : undefined
  const timeFormat = typeof time === 'string' && Object.hasOwn(TIME_FORMATS, time) ? TIME_FORMATS[time] : undefined
  if (dateFormat === undefined && timeFormat === undefined) return undefined
  return { ...(dateFormat && { dateFormat }), ...(timeFormat && { timeFormat }) }
}

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
