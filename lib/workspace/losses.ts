/**
 * The kinds of data that Notion's official API does not return, for which the site shows defaults. A page has a loss if it contains data
 * of that kind.
 */
export const LOSSES = [
  'style',
  'cover-position',
  'media-size',
  'alt-text',
  'file-size',
  'table-columns',
  'code-wrap',
  'bookmark',
  'preview',
  'time-zone',
  'property-order',
  'view-settings',
  'transcript',
] as const

export type Loss = (typeof LOSSES)[number]

/** Returns the known losses of a list, each once, in a fixed order. */
export function readLosses(value: unknown): Loss[] | undefined {
  return Array.isArray(value) ? LOSSES.filter((loss) => value.includes(loss)) : undefined
}
