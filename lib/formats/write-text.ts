import type { Parents, Text } from 'mdast'
import type { Info, State } from 'mdast-util-to-markdown'

/** An address that GitHub Flavored Markdown links where it stands, up to characters that addresses in running text seldom contain. */
const ADDRESS =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/[\w\-.~:/?#@!&'()*+,;=%]*[\w\-~/?#&=%]|www\.[\w\-.~:/?#@!&'()*+,;=%]*[\w\-~/?#&=%]|(?<![.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/gu
/** What may follow an address that stands without marks: a space, or the punctuation of a sentence and a space. */
const END = /^[.,;:!?)'"]*(?:\s|$)/
/** A character reference would be decoded, and a mark at the end is not part of the address. */
const AMBIGUOUS = /&#?\w+;|[*_~]$/

/**
 * Writes a text node. Addresses are written as they are, or between `<` and `>`: in an address, GitHub Flavored Markdown does not
 * recognize escapes, and other readers would see them. Everything else is escaped.
 */
export function writeText({ value }: Text, _: Parents | undefined, state: State, info: Info): string {
  if (state.stack.includes('link') || state.stack.includes('autolink') || !value.includes('.'))
    return state.safe(value, info)
  const isInCell = state.stack.includes('tableCell')
  // A space separates the text from the bar at the end of its cell.
  const afterText = isInCell && info.after === '|' ? ' ' : info.after
  const pieces: string[] = []
  let at = 0
  const escapeUntil = (end: number, after: string) => {
    if (end === at) return
    pieces.push(
      state.safe(value.slice(at, end), { ...info, before: at === 0 ? info.before : value.charAt(at - 1), after }),
    )
    at = end
  }
  for (const { 0: address, index } of value.matchAll(ADDRESS)) {
    const end = index + address.length
    const written = AMBIGUOUS.test(address) ? undefined : markAddress(address, value.slice(end) + afterText, isInCell)
    if (written === undefined) continue
    escapeUntil(index, written.charAt(0))
    pieces.push(written)
    at = end
  }
  escapeUntil(value.length, info.after)
  return pieces.join('')
}

/** Returns an address as it can be written before a text; undefined if it must be escaped. */
function markAddress(address: string, following: string, isInCell: boolean): string | undefined {
  if (END.test(following)) return address
  // Before a line break, which begins with a backslash, and in cells, it is escaped.
  return address.startsWith('http') && !isInCell && !following.startsWith('\\') ? `<${address}>` : undefined
}
