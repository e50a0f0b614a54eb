/** Readers of values whose type is not known: each answers what it asks for, or undefined. */

export function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text that says something, without the space around it. */
export function readString(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** A number within the bounds, rounded to four digits after the point. */
export function readNumber(value: unknown, least: number, most: number): number | undefined {
  if (typeof value !== 'number' || !(value >= least && value <= most)) return undefined
  return Math.round(value * 10_000) / 10_000
}

/** The id that a pointer such as `{table: 'block', id}` names. */
export function readPointer(value: unknown): string | undefined {
  return readString(readRecord(value).id)
}

/** The same object without its undefined members, which would cost bytes on the way to the browser. */
export function omitUndefined<Value extends object>(value: Value): Value {
  const copy = { ...value }
  for (const key in copy) if (copy[key] === undefined) delete copy[key]
  return copy
}
