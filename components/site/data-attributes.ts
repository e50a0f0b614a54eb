/**
 * Returns the `data-` attributes of an element, by whose `dataset` a script reads these values.
 *
 * @example createDataAttributes({ tag: 'G-1' }) // { 'data-tag': 'G-1' }
 */
export const createDataAttributes = (data: Record<string, string>): Record<`data-${string}`, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]))
