/** Readers of values that may be anything. */

export type Fields = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that a text holds as JSON; one without fields when it holds none. */
export function parseObject(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Whether a key can be looked up in a plain object without meeting what every object inherits. */
export function isSafeKey(key: string): boolean {
  return key !== '' && !(key in Object.prototype)
}

/** A number within the bounds, else undefined. */
export function readNumberWithin(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined
}

/** A name made of lower-case letters, digits and underscores, as types and number formats are, else undefined. */
export function readIdentifier(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value) && isSafeKey(value) ? value : undefined
}
