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

export const column = (name: string, result_type: FormulaResultType): FormulaSpec => ({
  type: 'property',
  name,
  result_type,
})

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
