/** Digits in groups, as in `10,000`, `1 000 000` or `1,00,000`. With points they may also be a version or an address. */
const GROUPED = String.raw`\p{Nd}{1,3}(?:(?: \p{Nd}{3}){1,6}|(?:[\u00a0\u2009\u202f]\p{Nd}{3}){1,6}|(?:[,\u066c]\p{Nd}{2,3}){0,6}[,\u066c]\p{Nd}{3})(?!\p{Nd})`
/** Letters and digits, also with invisible characters in between. */
const UNIT = String.raw`(?:[\p{L}\p{M}_]|${GROUPED}|\p{N})[\p{L}\p{M}\p{N}_\p{DI}]*`
/** What joins units. In Hebrew, a quotation mark before the last letter marks an abbreviation. */
const JOINT_SOURCE = String.raw`(?:['’‘‛׳״.\-/:@#&+]|["”](?<=\p{Script=Hebrew}.)(?=\p{Script=Hebrew}(?![\p{L}\p{M}])))`
/** Letters and digits, with what joins them inside a name: `next.config.mjs`, `react-notion-x`, `don’t`, `C++`. */
export const CHUNK = new RegExp(`${UNIT}(?:${JOINT_SOURCE}${UNIT})*(?:\\+\\+|#(?![\\p{L}\\p{N}]))?`, 'gu')
export const GROUPED_NUMBER = new RegExp(GROUPED, 'gu')

/** Longer strings are not words. */
export const MAX_WORD_LENGTH = 64

/** The role of each ASCII character in words. */
const [LETTER, DIGIT, JOINT, OTHER] = [1, 2, 3, 4]
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return LETTER
  if (/[0-9]/.test(character)) return DIGIT
  return /['.\-/:@&+]/.test(character) ? JOINT : /[A-Z_#]/.test(character) ? OTHER : 0
})
/** Returns 0 at the end of the text, and `OTHER` for all characters beyond ASCII. */
const getKindAt = (text: string, at: number) => (at < text.length ? (KINDS[text.charCodeAt(at)] ?? OTHER) : 0)
const NEXT_CHUNK = new RegExp(CHUNK)

/**
 * Calls `visit` with each match of {@link CHUNK}, in order. A match is plain if it consists of lower-case letters or of digits, so that it
 * is its own only term. Most words are plain, and this loop finds them several times faster than the expression.
 */
export function visitChunks(text: string, visit: (start: number, end: number, isPlain: boolean) => void): void {
  let at = 0
  while (at < text.length) {
    const kind = getKindAt(text, at)
    if (kind === LETTER || kind === DIGIT) {
      let end = at + 1
      while (getKindAt(text, end) === kind) end++
      const next = getKindAt(text, end)
      if (isGroupNext(text, at, end)) {
        // The expression finds the whole number.
      } else if (next === 0 || (next === JOINT && getKindAt(text, end + 1) === 0)) {
        if (end - at <= MAX_WORD_LENGTH) visit(at, end, true)
        at = end + 1
        continue
      }
    }
    if (kind === 0 || kind === JOINT) {
      at++
      continue
    }
    NEXT_CHUNK.lastIndex = at
    const found = NEXT_CHUNK.exec(text)
    if (found === null) return
    at = found.index + found[0].length
    visit(found.index, at, false)
  }
}

/** Whether a plain run of characters may be the first digits of a number like `10,000` or `10 000`. */
const isGroupNext = (text: string, start: number, end: number) =>
  end - start <= 3 &&
  getKindAt(text, start) === DIGIT &&
  /[ ,]/.test(text.charAt(end)) &&
  getKindAt(text, end + 1) === DIGIT
