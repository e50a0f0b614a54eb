import { toSafeIcon, toSafeImageAddress } from '../address'
import { isObject, isSafeKey } from '../values'
import type { Note } from './changes'
import { cleanString } from './string'

const MAX_DEPTH = 64
const MAX_VALUES = 50_000
const MAX_LENGTH = 100_000
/** Matches names of settings that must not be published, such as the automations of buttons. */
const SECRET = /automation|permission|email|webhook|secret|token/i
const ADDRESS = /(?:^|_)(?:href|ur[il]|source|cover|thumbnail)$/

/** Copies a value to plain JSON of bounded depth and size, without secrets. Returns undefined for values that JSON cannot represent. */
export function cleanJson(value: unknown, note: Note, field: string): unknown {
  let left = MAX_VALUES
  const copy = (from: unknown, key: string, depth: number): unknown => {
    if (--left < 0) {
      if (left === -1) note('too-many', field)
      return undefined
    }
    if (typeof from === 'boolean' || from === null) return from
    if (typeof from === 'number') return Number.isFinite(from) ? from : undefined
    if (typeof from === 'string') return cleanLeaf(from, key, note, field)
    if (typeof from !== 'object') return undefined
    if (depth === MAX_DEPTH) {
      note('too-deep', field)
      return undefined
    }
    if (Array.isArray(from)) return from.map((each) => copy(each, key, depth + 1)).filter((each) => each !== undefined)
    const made: Record<string, unknown> = {}
    for (const [name, each] of Object.entries(from)) {
      if (!isSafeKey(name)) note('unsafe-key', field)
      else if (!SECRET.test(name)) {
        const copied = copy(each, name, depth + 1)
        if (copied !== undefined) made[name] = copied
      }
    }
    return made
  }
  return copy(value, '', 0)
}

/** Copies an object to plain JSON. Returns an empty object for any other value. */
export function cleanSettings(value: unknown, note: Note, field: string): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  const copied = isObject(value) ? cleanJson(value, note, field) : undefined
  if (isObject(copied)) return { ...copied }
  note('wrong-type', field)
  return {}
}

function cleanLeaf(text: string, key: string, note: Note, field: string): string | undefined {
  // Code looks these names up in schemas.
  if (key === 'property' && !isSafeKey(text)) {
    note('unsafe-key', field)
    return undefined
  }
  if (key.endsWith('icon')) return toSafeIcon(text)
  if (ADDRESS.test(key)) return toSafeImageAddress(text)
  if (text.length > MAX_LENGTH) note('too-long', field)
  return cleanString(text.slice(0, MAX_LENGTH))
}
