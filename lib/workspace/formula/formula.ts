import { countItems, formatValue, MORE, type Names, readStored, toTextValue, type Value } from '../property-values'
import type { Piece, PropertySchema, RichText } from '../record-map'
import { isObject } from '../values'
import { FUNCTIONS } from './functions'
import {
  BudgetSpent,
  CALENDAR_COST,
  type FormulaEnvironment,
  FormulaFailure,
  type FormulaValue,
  fromDateValue,
  fromFormulaDate,
  fromInstant,
  spend,
  TEXT_COST,
  toBoolean,
} from './values'

/** Limits of a stored syntax tree, which is untrusted. A deeper or larger formula fails. */
const MAX_DEPTH = 200
const MAX_STEPS = 20_000

const CONSTANTS: Record<string, FormulaValue> = { true: true, false: false, e: Math.E, pi: Math.PI }

/** The cost of any formula, even one that fails, and of each step, in units of the budget. */
const MIN_COST = 100
const STEP = 10

/**
 * Evaluates the syntax tree of a formula for one row. Returns undefined if the formula is empty or fails, and an ellipsis if the budget
 * is spent.
 */
export function evaluateFormula(formula: unknown, environment: FormulaEnvironment): Value | undefined {
  try {
    spend(MIN_COST, environment.budget)
    return toValue(new Evaluation(environment).evaluate(formula, 0))
  } catch (error) {
    if (error instanceof BudgetSpent) return { type: 'text', text: MORE }
    // The cell of a formula that fails is empty, e.g. after an invalid pattern, a missing argument or an invalid date.
    return undefined
  }
}

class Evaluation {
  #steps = 0

  constructor(readonly environment: FormulaEnvironment) {}

  evaluate(node: unknown, depth: number): FormulaValue {
    this.#steps += 1
    spend(STEP, this.environment.budget)
    if (depth > MAX_DEPTH || this.#steps > MAX_STEPS) throw new FormulaFailure('too large')
    if (typeof node !== 'object' || node === null) throw new FormulaFailure('not a formula')
    const { type, name, value, id, args, result_type } = node as Record<string, unknown>
    if (type === 'symbol') return this.#symbol(name)
    if (type === 'constant') return this.#constant(value, result_type)
    if (type === 'property' && typeof id === 'string') return this.#property(id, result_type)
    if (type === 'function' || type === 'operator')
      return this.#call(String(name), Array.isArray(args) ? args : [], depth)
    throw new FormulaFailure(`unknown node ${String(type)}`)
  }

  #symbol(name: unknown): FormulaValue {
    if (typeof name === 'string' && Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name]
    throw new FormulaFailure(`unknown symbol ${String(name)}`)
  }

  #constant(value: unknown, resultType: unknown): FormulaValue {
    if (typeof value === 'boolean') return value
    if (typeof value !== 'string' && typeof value !== 'number') throw new FormulaFailure('not a constant')
    if (resultType === 'number')
      return Object.hasOwn(CONSTANTS, value) ? CONSTANTS[value] : Number.parseFloat(String(value))
    if (resultType === 'checkbox' || resultType === 'boolean') return value === 'true'
    return value
  }

  #property(id: string, resultType: unknown): FormulaValue {
    const { names, budget } = this.environment
    const value = this.environment.property(id)
    if (value === undefined) return resultType === 'checkbox' || resultType === 'boolean' ? false : undefined
    if (value.type === 'checkbox') return resultType === 'text' ? formatValue(value, names) : value.checked
    if (value.type === 'number') return value.number
    spend(value.type === 'date' || value.type === 'instant' ? CALENDAR_COST : TEXT_COST * countItems(value), budget)
    if (value.type === 'date') return fromDateValue(value.date, names.timeZone)
    if (value.type === 'instant') return fromInstant(value.instant, names.timeZone)
    return formatValue(value, names)
  }

  /** `if`, `and` and `or` evaluate only the arguments that they need; other functions evaluate all of them. */
  #call(name: string, args: unknown[], depth: number): FormulaValue {
    const argument = (index: number) => this.evaluate(args[index], depth + 1)
    if (name === 'if') return toBoolean(argument(0)) ? argument(1) : argument(2)
    if (name === 'and') return args.every((_, index) => toBoolean(argument(index)))
    if (name === 'or') return args.some((_, index) => toBoolean(argument(index)))
    const run = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (run === undefined) throw new FormulaFailure(`unknown function ${name}`)
    const values = args.map((_, index) => argument(index))
    for (const value of values) if (typeof value === 'string') spend(value.length, this.environment.budget)
    return run(values, this.environment)
  }
}

function toValue(value: FormulaValue): Value | undefined {
  if (typeof value === 'string') return toTextValue(value)
  if (typeof value === 'boolean') return { type: 'checkbox', checked: value }
  if (typeof value === 'number') return Number.isFinite(value) ? { type: 'number', number: value } : undefined
  return value && { type: 'date', date: fromFormulaDate(value) }
}

/** The property type of a result that consists of references, by the kind of the references. */
const REFERENCES: Readonly<Record<string, string>> = { d: 'date', u: 'person', p: 'relation' }

/** Other result types that are read like a property, and the type of that property. */
const PLAIN: Readonly<Record<string, string>> = { number: 'number', checkbox: 'checkbox', boolean: 'checkbox' }

/** Reads the stored result of a formula. Its references determine the type, or else the type stored with the formula does. */
export function readResult(stored: RichText, column: PropertySchema, names: Names): Value | undefined {
  const kinds = new Set(stored.filter(([text]) => text.trim() !== ',').map(findReference))
  const [kind] = kinds
  const referred = kinds.size === 1 && kind !== undefined ? REFERENCES[kind] : undefined
  const type = referred ?? PLAIN[getResultType(column) ?? '']
  return readStored(stored, { ...column, type: type ?? 'text' }, names)
}

function findReference([text, formats = []]: Piece): string | undefined {
  return text === '‣' ? formats.map(([kind]) => kind).find((kind) => Object.hasOwn(REFERENCES, kind)) : undefined
}

/** Returns the result type stored with the formula, in the newer or older format. */
function getResultType({ more = {} }: PropertySchema): string | undefined {
  for (const formula of [more.formula2, more.formula].filter(isObject)) {
    const { result_type: result } = formula
    const type = isObject(result) ? result.type : result
    if (typeof type === 'string' && Object.hasOwn(PLAIN, type)) return type
  }
  return undefined
}
