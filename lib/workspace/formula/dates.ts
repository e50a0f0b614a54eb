import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addMonths } from 'date-fns/addMonths'
import { differenceInMonths } from 'date-fns/differenceInMonths'
import { fromWallClock } from '../dates'
import { formatByPattern } from './moments'
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
