import { DATE_FUNCTIONS } from './dates'
import { replacePattern, testPattern } from './patterns'
import { type FormulaFunction, type FormulaValue, limited, toBoolean, toNumber, toText } from './values'

function numeric(compute: (...numbers: number[]) => number): FormulaFunction {
  return (args) => compute(...args.map(toNumber))
}

function textual(compute: (...texts: string[]) => FormulaValue): FormulaFunction {
  return (args, environment) => compute(...args.map((arg) => toText(arg, environment)))
}

function replacing(flags: '' | 'g'): FormulaFunction {
  return ([text, pattern, by], environment) => {
    const [from, expression, to] = [text, pattern, by].map((value) => toText(value, environment)) as [
      string,
      string,
      string,
    ]
    return limited(replacePattern(from, expression, flags, to, environment.budget))
  }
}

/** Below, at, or above 0 as the first value comes before, with or after the second; undefined when they cannot be compared. */
function compare(first: FormulaValue, second: FormulaValue): number | undefined {
  const [left, right] = [comparable(first), comparable(second)]
  if (left === undefined || right === undefined || typeof left !== typeof right) return undefined
  return left < right ? -1 : left > right ? 1 : 0
}

function comparable(value: FormulaValue): string | number | undefined {
  if (typeof value === 'object') return value.wall
  return typeof value === 'boolean' ? Number(value) : value
}

function comparison(holds: (order: number) => boolean): FormulaFunction {
  return ([first, second]) => {
    const order = compare(first, second)
    return order !== undefined && holds(order)
  }
}

function equal([first, second]: FormulaValue[]): boolean {
  const isBlank = (value: FormulaValue) => value === undefined || value === ''
  return (isBlank(first) && isBlank(second)) || compare(first, second) === 0
}

const add: FormulaFunction = (args, environment) => {
  const isText = args.some((arg) => typeof arg === 'string')
  if (isText) return limited(args.map((arg) => toText(arg, environment)).join(''))
  return args.map(toNumber).reduce((sum, number) => sum + number, 0)
}

const LOGIC: Record<string, FormulaFunction> = {
  empty: ([value]) => !toBoolean(value),
  not: ([value]) => !toBoolean(value),
  equal,
  unequal: (args) => !equal(args),
  larger: comparison((order) => order > 0),
  largerEq: comparison((order) => order >= 0),
  smaller: comparison((order) => order < 0),
  smallerEq: comparison((order) => order <= 0),
}

const NUMBERS: Record<string, FormulaFunction> = {
  add,
  subtract: numeric((a = Number.NaN, b = Number.NaN) => a - b),
  multiply: numeric((a = Number.NaN, b = Number.NaN) => a * b),
  divide: numeric((a = Number.NaN, b = Number.NaN) => a / b),
  mod: numeric((a = Number.NaN, b = Number.NaN) => a % b),
  pow: numeric((a = Number.NaN, b = Number.NaN) => a ** b),
  abs: numeric((a = Number.NaN) => Math.abs(a)),
  cbrt: numeric((a = Number.NaN) => Math.cbrt(a)),
  ceil: numeric((a = Number.NaN) => Math.ceil(a)),
  exp: numeric((a = Number.NaN) => Math.exp(a)),
  floor: numeric((a = Number.NaN) => Math.floor(a)),
  ln: numeric((a = Number.NaN) => Math.log(a)),
  log10: numeric((a = Number.NaN) => Math.log10(a)),
  log2: numeric((a = Number.NaN) => Math.log2(a)),
  max: numeric(Math.max),
  min: numeric(Math.min),
  round: numeric((a = Number.NaN, digits = 0) => Math.round(a * 10 ** digits) / 10 ** digits),
  sign: numeric((a = Number.NaN) => Math.sign(a)),
  sqrt: numeric((a = Number.NaN) => Math.sqrt(a)),
  unaryMinus: numeric((a = Number.NaN) => -a),
  unaryPlus: numeric((a = Number.NaN) => a),
  toNumber: numeric((a = Number.NaN) => a),
}

const TEXTS: Record<string, FormulaFunction> = {
  concat: textual((...texts) => limited(texts.join(''))),
  contains: textual((text = '', part = '') => text.includes(part)),
  format: textual((text = '') => text),
  join: textual((delimiter = '', ...texts) => limited(texts.join(delimiter))),
  length: textual((text = '') => text.length),
  replace: replacing(''),
  replaceAll: replacing('g'),
  slice: ([text, begin, end], environment) =>
    toText(text, environment).slice(toNumber(begin), end === undefined ? undefined : toNumber(end)),
  test: ([text, pattern], environment) =>
    testPattern(toText(text, environment), toText(pattern, environment), environment.budget),
}

/** Every function and operator of a formula by name; `if`, `and` and `or` are the evaluator's own. */
export const FUNCTIONS: Record<string, FormulaFunction> = { ...LOGIC, ...NUMBERS, ...TEXTS, ...DATE_FUNCTIONS }
