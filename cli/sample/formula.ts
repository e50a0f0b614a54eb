import type { FormulaFunctionType, FormulaOperatorType, FormulaResultType } from 'notion-types'

/** A formula in the format of Notion, with names of columns instead of ids. */
export type FormulaSpec =
  | { type: 'constant'; value: string; value_type: 'string' | 'number'; result_type: FormulaResultType }
  | { type: 'property'; name: string; result_type: FormulaResultType }
  | { type: 'symbol'; name: 'true' | 'false' | 'pi' | 'e'; result_type: FormulaResultType }
  | { type: 'function'; name: FormulaFunctionType; args: FormulaSpec[]; result_type: FormulaResultType }
  | {
      type: 'operator'
      name: FormulaFunctionType
      operator: FormulaOperatorType
      args: FormulaSpec[]
      result_type: FormulaResultType
    }

/** A formula in the format of Notion. */
export type StoredFormula =
  | Extract<FormulaSpec, { type: 'constant' | 'symbol' }>
  | { type: 'property'; id: string; name: string; result_type: FormulaResultType }
  | (Omit<Extract<FormulaSpec, { type: 'function' | 'operator' }>, 'args'> & { args: StoredFormula[] })

const operatorNames = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'mod',
  '==': 'equal',
  '!=': 'unequal',
  '>': 'larger',
  '<': 'smaller',
  '>=': 'largerEq',
  '<=': 'smallerEq',
} as const satisfies Record<FormulaOperatorType, FormulaFunctionType>

export const constant = (value: string | number): FormulaSpec =>
  typeof value === 'number'
    ? { type: 'constant', value: String(value), value_type: 'number', result_type: 'number' }
    : { type: 'constant', value, value_type: 'string', result_type: 'text' }

export const column = (name: string, result_type: FormulaResultType): FormulaSpec => ({
  type: 'property',
  name,
  result_type,
})

export const symbol = (name: 'true' | 'false' | 'pi' | 'e'): FormulaSpec => ({
  type: 'symbol',
  name,
  result_type: name === 'pi' || name === 'e' ? 'number' : 'checkbox',
})

export const call = (
  name: FormulaFunctionType,
  result_type: FormulaResultType,
  ...args: FormulaSpec[]
): FormulaSpec => ({
  type: 'function',
  name,
  args,
  result_type,
})

export const operate = (
  left: FormulaSpec,
  operator: FormulaOperatorType,
  right: FormulaSpec,
  result_type: FormulaResultType,
): FormulaSpec => ({ type: 'operator', name: operatorNames[operator], operator, args: [left, right], result_type })

/** Replaces the names of columns by ids. */
export function createStoredFormula(formula: FormulaSpec, findColumnId: (name: string) => string): StoredFormula {
  switch (formula.type) {
    case 'property':
      return { ...formula, id: findColumnId(formula.name) }
    case 'function':
    case 'operator':
      return { ...formula, args: formula.args.map((arg) => createStoredFormula(arg, findColumnId)) }
    default:
      return formula
  }
}
