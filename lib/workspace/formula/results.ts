import { type Names, readStored, type Value } from '../property-values'
import type { Piece, PropertySchema, RichText } from '../record-map'
import { isObject } from '../values'

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
