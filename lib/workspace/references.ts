import type { PropertySchema } from './record-map'
import { isObject } from './values'

/** Whether the value of a property is computed from other properties. */
export const isComputed = ({ type }: Pick<PropertySchema, 'type'>): boolean => type === 'formula' || type === 'rollup'

/** The quotes around names in the expressions of formulas. A name may contain those of the other kind. */
const QUOTES = [/["“”]/, /['‘’]/, /["“”'‘’]/]

/** Returns the texts in a property's settings that may name another property: whole texts, and quoted parts as in `prop("Name")`. */
export function collectReferences({ more }: PropertySchema): Set<string> {
  const references = new Set<string>()
  const stack: unknown[] = [more]
  for (let value = stack.pop(); stack.length > 0 || value !== undefined; value = stack.pop()) {
    if (typeof value === 'string') {
      references.add(value)
      for (const quotes of QUOTES) for (const part of value.split(quotes)) references.add(part)
    } else if (Array.isArray(value)) {
      for (const each of value) stack.push(each)
    } else if (isObject(value)) {
      for (const each of Object.values(value)) stack.push(each)
    }
  }
  return references
}

/** Whether a property may be among references. */
export const isReferredTo = (id: string, { name }: PropertySchema, references: ReadonlySet<string>): boolean =>
  references.has(id) || references.has(name) || isAmbiguous(name)

/** Whether a name may be written in another form in an expression, because it contains double quotes or backslashes. */
export const isAmbiguous = (name: string): boolean => /["“”\\]/.test(name)

/** Whether nothing is known of the expression of a formula, so that a stored result may depend on any property. */
export function hasUnknownExpression({ type, more = {} }: PropertySchema): boolean {
  if (type !== 'formula') return false
  return isObject(more.formula2) ? more.formula2.code === undefined : more.formula === undefined
}
