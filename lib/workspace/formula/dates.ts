import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addMonths } from 'date-fns/addMonths'
import { differenceInMonths } from 'date-fns/differenceInMonths'
import { getDayOfYear } from 'date-fns/getDayOfYear'
import { getISOWeek } from 'date-fns/getISOWeek'
import { fromWallClock, getDateFormatter } from '../dates'
import {
  CALENDAR_COST,
  type FormulaDate,
  FormulaFailure,
  type FormulaFunction,
  fromInstant,
  spend,
  TEXT_COST,
  toFormulaDate,
  toNumber,
  toText,
} from './values'

const DAY = 86_400_000

/** Units of equal length, in milliseconds. */
const LENGTHS: Record<string, number> = {
  week: 7 * DAY,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
}

/** Units of calendar months. */
const MONTHS: Record<string, number> = { year: 12, quarter: 3, month: 1 }

function normalizeUnit(unit: string): string {
  return unit.toLowerCase().replace(/s$/, '')
}

function shiftDate(date: FormulaDate, amount: number, unit: string): FormulaDate {
  const name = normalizeUnit(unit)
  const months = MONTHS[name]
  const length = LENGTHS[name]
  const timed = date.timed || (length !== undefined && length < DAY)
  if (months !== undefined) return { wall: addMonths(new UTCDateMini(date.wall), amount * months).getTime(), timed }
  if (length !== undefined) return { wall: date.wall + amount * length, timed }
  throw new FormulaFailure(`unknown unit ${unit}`)
}

function countBetween(later: FormulaDate, earlier: FormulaDate, unit: string): number {
  const name = normalizeUnit(unit)
  const months = MONTHS[name]
  const length = LENGTHS[name]
  if (months !== undefined) {
    return Math.trunc(differenceInMonths(new UTCDateMini(later.wall), new UTCDateMini(earlier.wall)) / months) + 0
  }
  if (length !== undefined) return Math.trunc((later.wall - earlier.wall) / length) + 0
  throw new FormulaFailure(`unknown unit ${unit}`)
}

function readPart(read: (date: Date) => number): FormulaFunction {
  return ([date]) => read(new Date(toFormulaDate(date).wall))
}

const FUNCTIONS: Record<string, FormulaFunction> = {
  date: readPart((date) => date.getUTCDate()),
  day: readPart((date) => date.getUTCDay()),
  hour: readPart((date) => date.getUTCHours()),
  minute: readPart((date) => date.getUTCMinutes()),
  month: readPart((date) => date.getUTCMonth()),
  year: readPart((date) => date.getUTCFullYear()),
  now: (_, { now, names }) => fromInstant(now, names.timeZone),
  start: ([date]) => ({ wall: toFormulaDate(date).wall, timed: toFormulaDate(date).timed }),
  end: ([date]) => ({ wall: toFormulaDate(date).end ?? toFormulaDate(date).wall, timed: toFormulaDate(date).timed }),
  timestamp: ([date], { names }) => fromWallClock(toFormulaDate(date).wall, names.timeZone),
  fromTimestamp: ([instant], { names }) => fromInstant(toNumber(instant), names.timeZone),
  dateAdd: ([date, amount, unit], env) => shiftDate(toFormulaDate(date), toNumber(amount), toText(unit, env)),
  dateSubtract: ([date, amount, unit], env) => shiftDate(toFormulaDate(date), -toNumber(amount), toText(unit, env)),
  dateBetween: ([later, earlier, unit], env) =>
    countBetween(toFormulaDate(later), toFormulaDate(earlier), toText(unit, env)),
  formatDate: ([date, pattern], env) => {
    const text = toText(pattern, env)
    spend(TEXT_COST * text.length, env.budget)
    return formatByPattern(toFormulaDate(date).wall, text, env.names)
  },
}

/** Charges the cost of a calendar calculation before each call. */
const chargeForCalendar =
  (run: FormulaFunction): FormulaFunction =>
  (args, env) => {
    spend(CALENDAR_COST, env.budget)
    return run(args, env)
  }

export const DATE_FUNCTIONS: Record<string, FormulaFunction> = Object.fromEntries(
  Object.entries(FUNCTIONS).map(([name, run]) => [name, chargeForCalendar(run)]),
)

interface Style {
  locale: string
  timeZone: string
}

type Token = (date: Date, style: Style) => string | number

/** Formats a date in the site's language. The UTC fields of the date are the wall clock of the site's time zone. */
function formatPart(options: Intl.DateTimeFormatOptions): Token {
  return (date, { locale }) => getDateFormatter(locale, { ...options, timeZone: 'UTC' }).format(date)
}

function padNumber(read: (date: Date) => number, length = 2): Token {
  return (date) => String(read(date)).padStart(length, '0')
}

const getHour12 = (date: Date) => date.getUTCHours() % 12 || 12
const getMonth = (date: Date) => date.getUTCMonth() + 1
const getHalfDay = (date: Date) => (date.getUTCHours() < 12 ? 'AM' : 'PM')

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })

function formatOrdinal(number: number): string {
  const suffix = { one: 'st', two: 'nd', few: 'rd' }[ORDINALS.select(number) as string]
  return `${number}${suffix ?? 'th'}`
}

const TOKENS: Record<string, Token> = {
  YYYY: padNumber((date) => date.getUTCFullYear(), 4),
  YY: (date) => String(date.getUTCFullYear()).slice(-2),
  Y: (date) => date.getUTCFullYear(),
  Q: (date) => Math.ceil(getMonth(date) / 3),
  MMMM: formatPart({ month: 'long' }),
  MMM: formatPart({ month: 'short' }),
  MM: padNumber(getMonth),
  Mo: (date) => formatOrdinal(getMonth(date)),
  M: getMonth,
  DDDD: padNumber(getDayOfYear, 3),
  DDD: (date) => getDayOfYear(date),
  DD: padNumber((date) => date.getUTCDate()),
  Do: (date) => formatOrdinal(date.getUTCDate()),
  D: (date) => date.getUTCDate(),
  dddd: formatPart({ weekday: 'long' }),
  ddd: formatPart({ weekday: 'short' }),
  dd: (date, style) => String(formatPart({ weekday: 'short' })(date, style)).slice(0, 2),
  d: (date) => date.getUTCDay(),
  E: (date) => date.getUTCDay() || 7,
  WW: padNumber(getISOWeek),
  W: (date) => getISOWeek(date),
  ww: padNumber(getISOWeek),
  w: (date) => getISOWeek(date),
  HH: padNumber((date) => date.getUTCHours()),
  H: (date) => date.getUTCHours(),
  hh: padNumber(getHour12),
  h: getHour12,
  mm: padNumber((date) => date.getUTCMinutes()),
  m: (date) => date.getUTCMinutes(),
  ss: padNumber((date) => date.getUTCSeconds()),
  s: (date) => date.getUTCSeconds(),
  SSS: padNumber((date) => date.getUTCMilliseconds(), 3),
  A: getHalfDay,
  a: (date) => getHalfDay(date).toLowerCase(),
  X: (date, { timeZone }) => Math.floor(fromWallClock(date.getTime(), timeZone) / 1000),
  x: (date, { timeZone }) => fromWallClock(date.getTime(), timeZone),
  LT: (date) => `${getHour12(date)}:${TOKENS.mm?.(date, { locale: 'en', timeZone: 'UTC' })} ${getHalfDay(date)}`,
  LLLL: formatPart({ dateStyle: 'full', timeStyle: 'short' }),
  LLL: formatPart({ dateStyle: 'long', timeStyle: 'short' }),
  LL: formatPart({ dateStyle: 'long' }),
  L: formatPart({ year: 'numeric', month: '2-digit', day: '2-digit' }),
}

const longestFirst = Object.keys(TOKENS).sort((a, b) => b.length - a.length)
/** Quoted text must not contain `[`, so that the expression takes linear time. */
const PIECES = new RegExp(`\\[([^[\\]]*)\\]|[^A-Za-z[]+|\\[|(${longestFirst.join('|')})|([A-Za-z])`, 'g')

/**
 * Formats a date by a pattern such as `MMMM D, YYYY`; square brackets quote text. `wall` is a date whose UTC fields are the wall
 * clock of the site's time zone. Throws {@link FormulaFailure} for an unknown letter.
 */
export function formatByPattern(wall: number, pattern: string, style: Style): string {
  const date = new UTCDateMini(wall)
  const texts = new Map<string, string>()
  const formatToken = (token: string) => {
    const text = texts.get(token) ?? String(TOKENS[token]?.(date, style) ?? '')
    texts.set(token, text)
    return text
  }
  return pattern.replace(
    PIECES,
    (whole, quoted: string | undefined, token: string | undefined, letter: string | undefined) => {
      if (letter !== undefined) throw new FormulaFailure(`unescaped letter ${letter}`)
      if (token !== undefined) return formatToken(token)
      return quoted ?? whole
    },
  )
}
