import { DATE_FUNCTIONS } from './dates'
import { replacePattern, testPattern } from './patterns'
import { type FormulaFunction, type FormulaValue, limitText, toBoolean, toNumber, toText } from './values'

/** Converts the arguments of a function to numbers. */
function wrapNumbers(compute: (...numbers: number[]) => number): FormulaFunction {
  return (args) => compute(...args.map(toNumber))
}

/** Converts the arguments of a function to texts. */
function wrapTexts(compute: (...texts: string[]) => FormulaValue): FormulaFunction {
  return (args, environment) => compute(...args.map((arg) => toText(arg, environment)))
}

function createReplace(flags: '' | 'g'): FormulaFunction {
  return ([text, pattern, by], environment) => {
    const [from, expression, to] = [text, pattern, by].map((value) => toText(value, environment)) as [
      string,
      string,
      string,
    ]
    return limitText(replacePattern(from, expression, flags, to, environment.budget))
  }
}

/** Returns a negative number, 0 or a positive number like a sort function; undefined if the values are not comparable. */
function compare(first: FormulaValue, second: FormulaValue): number | undefined {
  const [left, right] = [toComparable(first), toComparable(second)]
  if (left === undefined || right === undefined || typeof left !== typeof right) return undefined
  return left < right ? -1 : left > right ? 1 : 0
}

function toComparable(value: FormulaValue): string | number | undefined {
  if (typeof value === 'object') return value.wall
  return typeof value === 'boolean' ? Number(value) : value
}

function createComparison(holds: (order: number) => boolean): FormulaFunction {
  return ([first, second]) => {
    const order = compare(first, second)
    return order !== undefined && holds(order)
  }
}

function areEqual([first, second]: FormulaValue[]): boolean {
  const isBlank = (value: FormulaValue) => value === undefined || value === ''
  return (isBlank(first) && isBlank(second)) || compare(first, second) === 0
}

const add: FormulaFunction = (args, environment) => {
  const isText = args.some((arg) => typeof arg === 'string')
  if (isText) return limitText(args.map((arg) => toText(arg, environment)).join(''))
  return args.map(toNumber).reduce((sum, number) => sum + number, 0)
}

const LOGIC: Record<string, FormulaFunction> = {
  empty: ([value]) => !toBoolean(value),
  not: ([value]) => !toBoolean(value),
  equal: areEqual,
  unequal: (args) => !areEqual(args),
  larger: createComparison((order) => order > 0),
  largerEq: createComparison((order) => order >= 0),
  smaller: createComparison((order) => order < 0),
  smallerEq: createComparison((order) => order <= 0),
}

const NUMBERS: Record<string, FormulaFunction> = {
  add,
  subtract: wrapNumbers((a = Number.NaN, b = Number.NaN) => a - b),
  multiply: wrapNumbers((a = Number.NaN, b = Number.NaN) => a * b),
  divide: wrapNumbers((a = Number.NaN, b = Number.NaN) => a / b),
  mod: wrapNumbers((a = Number.NaN, b = Number.NaN) => a % b),
  pow: wrapNumbers((a = Number.NaN, b = Number.NaN) => a ** b),
  abs: wrapNumbers((a = Number.NaN) => Math.abs(a)),
  cbrt: wrapNumbers((a = Number.NaN) => Math.cbrt(a)),
  ceil: wrapNumbers((a = Number.NaN) => Math.ceil(a)),
  exp: wrapNumbers((a = Number.NaN) => Math.exp(a)),
  floor: wrapNumbers((a = Number.NaN) => Math.floor(a)),
  ln: wrapNumbers((a = Number.NaN) => Math.log(a)),
  log10: wrapNumbers((a = Number.NaN) => Math.log10(a)),
  log2: wrapNumbers((a = Number.NaN) => Math.log2(a)),
  max: wrapNumbers(Math.max),
  min: wrapNumbers(Math.min),
  round: wrapNumbers((a = Number.NaN, digits = 0) => Math.round(a * 10 ** digits) / 10 ** digits),
  sign: wrapNumbers((a = Number.NaN) => Math.sign(a)),
  sqrt: wrapNumbers((a = Number.NaN) => Math.sqrt(a)),
  unaryMinus: wrapNumbers((a = Number.NaN) => -a),
  unaryPlus: wrapNumbers((a = Number.NaN) => a),
  toNumber: wrapNumbers((a = Number.NaN) => a),
}

const TEXTS: Record<string, FormulaFunction> = {
  concat: wrapTexts((...texts) => limitText(texts.join(''))),
  contains: wrapTexts((text = '', part = '') => text.includes(part)),
  format: wrapTexts((text = '') => text),
  join: wrapTexts((delimiter = '', ...texts) => limitText(texts.join(delimiter))),
  length: wrapTexts((text = '') => text.length),
  replace: createReplace(''),
  replaceAll: createReplace('g'),
  slice: ([text, begin, end], environment) =>
    toText(text, environment).slice(toNumber(begin), end === undefined ? undefined : toNumber(end)),
  test: ([text, pattern], environment) =>
    testPattern(toText(text, environment), toText(pattern, environment), environment.budget),
}

/** All functions and operators of formulas by name, except `if`, `and` and `or`, which the evaluator implements. */
export const FUNCTIONS: Record<string, FormulaFunction> = { ...LOGIC, ...NUMBERS, ...TEXTS, ...DATE_FUNCTIONS }
