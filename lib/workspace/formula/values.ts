import type { Budget } from '../budget'
import { formatDate, wallClock, wallSpan } from '../dates'
import { formatNumber } from '../numbers'
import type { Names, Value } from '../property-values'
import type { DateValue } from '../record-map'

/** A date in a formula, as milliseconds on the site's clock, so that calendar sums need no zone. */
export interface FormulaDate {
  wall: number
  end?: number
  timed: boolean
}

export type FormulaValue = undefined | string | number | boolean | FormulaDate

/** What a formula reads of the world: its row's properties, names, and the moment that `now` means. */
export interface FormulaEnvironment {
  property(id: string): Value | undefined
  names: Names
  /** Milliseconds since 1970. */
  now: number
  /** Shared by all cells: each may be cheap where there are many. */
  budget: Budget
}

export type FormulaFunction = (args: FormulaValue[], environment: FormulaEnvironment) => FormulaValue

/** A formula that cannot be evaluated; its cell stays empty. */
export class FormulaFailure extends Error {
  override name = 'FormulaFailure'
}

/** Thrown when no formula of the rows may go on. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent'
}

/** Units of what takes longer than looking at a character: a number or date as text, and the calendar of a time zone. */
export const TEXT_COST = 100
export const CALENDAR_COST = 500

/** Throws {@link BudgetSpent} if the units are not left. */
export function spend(units: number, budget: Budget): void {
  if (!budget.spend(units)) throw new BudgetSpent()
}

/** Texts may double at every step of a formula, so they end somewhere. */
const MAX_TEXT = 20_000

export function limited(text: string): string {
  if (text.length > MAX_TEXT) throw new FormulaFailure('too long')
  return text
}

export function toBoolean(value: FormulaValue): boolean {
  return value !== undefined && value !== '' && value !== 0 && value !== false
}

/** Throws {@link FormulaFailure} for what is no number: a missing one must not become 0 or `NaN`. */
export function toNumber(value: FormulaValue): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) throw new FormulaFailure('not a number')
  return number
}

export function toText(value: FormulaValue, { names, budget }: FormulaEnvironment): string {
  if (value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'object') spend(TEXT_COST, budget)
  if (typeof value === 'number') return formatNumber(value, 'number', 'en')
  if (typeof value === 'object') return formatDate(fromFormulaDate(value), names)
  return limited(String(value))
}

/** Throws {@link FormulaFailure} for what is no date. */
export function toFormulaDate(value: FormulaValue): FormulaDate {
  if (typeof value !== 'object') throw new FormulaFailure('not a date')
  return value
}

/** Throws {@link FormulaFailure} for a date that does not exist. */
export function dateFromValue(value: DateValue, timeZone: string): FormulaDate {
  const span = wallSpan(value, timeZone)
  if (!span) throw new FormulaFailure('no such date')
  return { wall: span.start, timed: span.timed, ...(span.end !== undefined && { end: span.end }) }
}

export function dateFromInstant(instant: number, timeZone: string): FormulaDate {
  return { wall: wallClock(instant, timeZone), timed: true }
}

/** Throws RangeError for a moment that no calendar has. */
export function fromFormulaDate({ wall, end, timed }: FormulaDate): DateValue {
  const [day = '', time = ''] = new Date(wall).toISOString().split('T')
  const [endDay = '', endTime = ''] = end === undefined ? [] : new Date(end).toISOString().split('T')
  return {
    type: `date${timed ? 'time' : ''}${end === undefined ? '' : 'range'}`,
    start_date: day,
    ...(timed && { start_time: time.slice(0, 5) }),
    ...(end !== undefined && { end_date: endDay, ...(timed && { end_time: endTime.slice(0, 5) }) }),
  }
}
