import { UTCDateMini } from '@date-fns/utc/date/mini'
import { getDayOfYear } from 'date-fns/getDayOfYear'
import { getISOWeek } from 'date-fns/getISOWeek'
import { fromWallClock, getDateFormatter } from '../dates'
import { FormulaFailure } from './values'

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
