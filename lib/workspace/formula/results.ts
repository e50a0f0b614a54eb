import { type Names, readStored, type Value } from '../property-values'
import type { Piece, PropertySchema, RichText } from '../record-map'
import { isObject } from '../values'

/** By the kind of its references: what a result of dates, people or pages is. */
const REFERENCES: Readonly<Record<string, string>> = { d: 'date', u: 'person', p: 'relation' }

/** Result types under which a stored result is read as a property of that type. */
const PLAIN: Readonly<Record<string, string>> = { number: 'number', checkbox: 'checkbox', boolean: 'checkbox' }

/** Reads a formula's result that came with the row: by what it refers to, else by the type that its formula says. */
export function readResult(stored: RichText, column: PropertySchema, names: Names): Value | undefined {
  const kinds = new Set(stored.filter(([text]) => text.trim() !== ',').map(referenceIn))
  const [kind] = kinds
  const referred = kinds.size === 1 && kind !== undefined ? REFERENCES[kind] : undefined
  const type = referred ?? PLAIN[resultType(column) ?? '']
  return readStored(stored, { ...column, type: type ?? 'text' }, names)
}

function referenceIn([text, formats = []]: Piece): string | undefined {
  return text === '‣' ? formats.map(([kind]) => kind).find((kind) => Object.hasOwn(REFERENCES, kind)) : undefined
}

/** What the older and the newer kind of formula say of their result. */
function resultType({ more = {} }: PropertySchema): string | undefined {
  for (const formula of [more.formula2, more.formula].filter(isObject)) {
    const { result_type: result } = formula
    const type = isObject(result) ? result.type : result
    if (typeof type === 'string' && Object.hasOwn(PLAIN, type)) return type
  }
  return undefined
}
