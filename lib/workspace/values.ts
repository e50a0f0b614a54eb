/** Functions that read values of unknown type. */

export type Fields = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses an object from JSON. Returns an empty object if the text contains none. */
export function parseObject(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Whether a key is not an inherited property of plain objects, such as `constructor`. */
export function isSafeKey(key: string): boolean {
  return key !== '' && !(key in Object.prototype)
}

/** Returns a number within the bounds; undefined for any other value. */
export function readNumberWithin(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined
}

/** Returns a name of lower-case letters, digits and underscores, such as a type; undefined for any other value. */
export function readIdentifier(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value) && isSafeKey(value) ? value : undefined
}

/** The colors that the workspace has, of text, backgrounds and options. */
const COLOR = /^(?:default|gray|brown|orange|yellow|teal|green|blue|purple|pink|red)(?:_background)?$/

export function parseColor(value: unknown): string | undefined {
  return typeof value === 'string' && COLOR.test(value) ? value : undefined
}
