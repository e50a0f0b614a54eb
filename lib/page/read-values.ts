import { parseColor } from '../workspace/values'

/** Functions that read values of unknown type. */

export function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a text without surrounding spaces; undefined if it is blank or no text. */
export function readString(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** Returns a number within the bounds, rounded to four decimals; undefined for any other value. */
export function readNumber(value: unknown, least: number, most: number): number | undefined {
  if (typeof value !== 'number' || !(value >= least && value <= most)) return undefined
  return Math.round(value * 10_000) / 10_000
}

/** Returns the id of a pointer such as `{table: 'block', id}`. */
export function readPointer(value: unknown): string | undefined {
  return readString(readRecord(value).id)
}

/** Returns a copy of an object without its undefined members, which would be sent to the browser. */
export function omitUndefined<Value extends object>(value: Value): Value {
  const copy = { ...value }
  for (const key in copy) if (copy[key] === undefined) delete copy[key]
  return copy
}

/** Returns a Notion color such as `red` or `red_background`; undefined for the default color and for any other value. */
export function getBlockColor(value: unknown): string | undefined {
  const color = parseColor(value)
  return color?.startsWith('default') ? undefined : color
}
