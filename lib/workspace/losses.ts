/**
 * What Notion's official API does not return, so that the site shows defaults instead. Each applies to a page that
 * contains such things.
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
