/**
 * Returns a number with its English noun, for the English texts, logs and the output of commands.
 *
 * @example formatCount(1, 'page') // '1 page'
 */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
