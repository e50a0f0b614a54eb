import { UTCDateMini } from '@date-fns/utc/date/mini'
import { getDayOfYear } from 'date-fns/getDayOfYear'
import { getISOWeek } from 'date-fns/getISOWeek'
import { dateFormatter, fromWallClock } from '../dates'
import { FormulaFailure } from './values'

interface Style {
  locale: string
  timeZone: string
}

type Token = (date: Date, style: Style) => string | number

/** Words of a date in the site's language; the date reads as the site's clock in UTC. */
function words(options: Intl.DateTimeFormatOptions): Token {
  return (date, { locale }) => dateFormatter(locale, { ...options, timeZone: 'UTC' }).format(date)
}

function padded(read: (date: Date) => number, length = 2): Token {
  return (date) => String(read(date)).padStart(length, '0')
}

const hour12 = (date: Date) => date.getUTCHours() % 12 || 12
const month = (date: Date) => date.getUTCMonth() + 1
const halfDay = (date: Date) => (date.getUTCHours() < 12 ? 'AM' : 'PM')

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(number: number): string {
  const suffix = { one: 'st', two: 'nd', few: 'rd' }[ORDINALS.select(number) as string]
  return `${number}${suffix ?? 'th'}`
}

const TOKENS: Record<string, Token> = {
  YYYY: padded((date) => date.getUTCFullYear(), 4),
  YY: (date) => String(date.getUTCFullYear()).slice(-2),
  Y: (date) => date.getUTCFullYear(),
  Q: (date) => Math.ceil(month(date) / 3),
  MMMM: words({ month: 'long' }),
  MMM: words({ month: 'short' }),
  MM: padded(month),
  Mo: (date) => ordinal(month(date)),
  M: month,
  DDDD: padded(getDayOfYear, 3),
  DDD: (date) => getDayOfYear(date),
  DD: padded((date) => date.getUTCDate()),
  Do: (date) => ordinal(date.getUTCDate()),
  D: (date) => date.getUTCDate(),
  dddd: words({ weekday: 'long' }),
  ddd: words({ weekday: 'short' }),
  dd: (date, style) => String(words({ weekday: 'short' })(date, style)).slice(0, 2),
  d: (date) => date.getUTCDay(),
  E: (date) => date.getUTCDay() || 7,
  WW: padded(getISOWeek),
  W: (date) => getISOWeek(date),
  ww: padded(getISOWeek),
  w: (date) => getISOWeek(date),
  HH: padded((date) => date.getUTCHours()),
  H: (date) => date.getUTCHours(),
  hh: padded(hour12),
  h: hour12,
  mm: padded((date) => date.getUTCMinutes()),
  m: (date) => date.getUTCMinutes(),
  ss: padded((date) => date.getUTCSeconds()),
  s: (date) => date.getUTCSeconds(),
  SSS: padded((date) => date.getUTCMilliseconds(), 3),
  A: halfDay,
  a: (date) => halfDay(date).toLowerCase(),
  X: (date, { timeZone }) => Math.floor(fromWallClock(date.getTime(), timeZone) / 1000),
  x: (date, { timeZone }) => fromWallClock(date.getTime(), timeZone),
  LT: (date) => `${hour12(date)}:${TOKENS.mm?.(date, { locale: 'en', timeZone: 'UTC' })} ${halfDay(date)}`,
  LLLL: words({ dateStyle: 'full', timeStyle: 'short' }),
  LLL: words({ dateStyle: 'long', timeStyle: 'short' }),
  LL: words({ dateStyle: 'long' }),
  L: words({ year: 'numeric', month: '2-digit', day: '2-digit' }),
}

const longestFirst = Object.keys(TOKENS).sort((a, b) => b.length - a.length)
/** Quoted words hold no bracket: of many that are open, each would be searched to the end for the one that closes it. */
const PIECES = new RegExp(`\\[([^[\\]]*)\\]|(${longestFirst.join('|')})|([A-Za-z])|([^A-Za-z[]+|\\[)`, 'g')

/**
 * A date by a pattern such as `MMMM D, YYYY`; words stand in square brackets. `wall` reads as the site's clock in UTC.
 * Throws {@link FormulaFailure} for a letter that means nothing.
 */
export function formatMoment(wall: number, pattern: string, style: Style): string {
  const date = new UTCDateMini(wall)
  const texts = new Map<string, string>()
  const textOf = (token: string) => {
    const text = texts.get(token) ?? String(TOKENS[token]?.(date, style) ?? '')
    texts.set(token, text)
    return text
  }
  return pattern.replace(
    PIECES,
    (whole, quoted: string | undefined, token: string | undefined, letter: string | undefined) => {
      if (letter !== undefined) throw new FormulaFailure(`unescaped letter ${letter}`)
      if (token !== undefined) return textOf(token)
      return quoted ?? whole
    },
  )
}
