import type { Budget } from '../budget'
import { formatDate, getWallSpan, toWallClock } from '../dates'
import { formatNumber } from '../numbers'
import type { Names, Value } from '../property-values'
import type { DateValue } from '../record-map'

/** A date in a formula, as milliseconds of the site's wall clock, so that date arithmetic needs no time zone. */
export interface FormulaDate {
  wall: number
  end?: number
  timed: boolean
}

export type FormulaValue = undefined | string | number | boolean | FormulaDate

/** The inputs of a formula: properties of its row, names, the current time and the budget. */
export interface FormulaEnvironment {
  property(id: string): Value | undefined
  names: Names
  /** Milliseconds since 1970. */
  now: number
  /** Shared by all cells, because many cheap cells are costly together. */
  budget: Budget
}

export type FormulaFunction = (args: FormulaValue[], environment: FormulaEnvironment) => FormulaValue

/** Thrown if a formula cannot be evaluated; its cell is empty. */
export class FormulaFailure extends Error {
  override name = 'FormulaFailure'
}

/** Thrown when the budget of all formulas is spent. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent'
}

/** The costs of formatting a number or date as text, and of a calendar calculation. Reading a character costs 1. */
export const TEXT_COST = 100
export const CALENDAR_COST = 500

/** Throws {@link BudgetSpent} if fewer units are left. */
export function spend(units: number, budget: Budget): void {
  if (!budget.spend(units)) throw new BudgetSpent()
}

/** The longest text. A formula could double a text at every step. */
const MAX_TEXT = 20_000

/** Throws {@link FormulaFailure} if the text is too long. */
export function limitText(text: string): string {
  if (text.length > MAX_TEXT) throw new FormulaFailure('too long')
  return text
}

export function toBoolean(value: FormulaValue): boolean {
  return value !== undefined && value !== '' && value !== 0 && value !== false
}

/** Throws {@link FormulaFailure} if the value is not a number: a missing number must not become 0 or `NaN`. */
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
  return limitText(String(value))
}

/** Throws {@link FormulaFailure} if the value is not a date. */
export function toFormulaDate(value: FormulaValue): FormulaDate {
  if (typeof value !== 'object') throw new FormulaFailure('not a date')
  return value
}

/** Throws {@link FormulaFailure} if the date is invalid. */
export function fromDateValue(value: DateValue, timeZone: string): FormulaDate {
  const span = getWallSpan(value, timeZone)
  if (!span) throw new FormulaFailure('no such date')
  return { wall: span.start, timed: span.timed, ...(span.end !== undefined && { end: span.end }) }
}

export function fromInstant(instant: number, timeZone: string): FormulaDate {
  return { wall: toWallClock(instant, timeZone), timed: true }
}

/** Throws RangeError if the date is out of range. */
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
