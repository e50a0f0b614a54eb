import type { TextFormat, TextPiece } from '../prepared-text'

/**
 * Moves the spaces at both ends of each highlight out of it. A line can break after such a space, and would show a strip of the background
 * without text. Spaces between parts of one highlight stay, and so does a highlight of nothing but spaces.
 */
export function trimHighlights(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.flatMap((piece, index) => {
    const color = getHighlight(piece)
    if (typeof piece === 'string' || color === undefined) return [piece]
    const [text, ...formats] = piece
    if (text.trim() === '' || formats.some(isUntrimmable)) return [piece]
    const start = getHighlight(pieces[index - 1]) === color ? 0 : text.length - text.trimStart().length
    const end = getHighlight(pieces[index + 1]) === color ? text.length : text.trimEnd().length
    const shown: TextPiece = [text.slice(start, end), ...formats]
    return [text.slice(0, start), shown, text.slice(end)].filter((each) => each !== '')
  })
}

/** Returns the background color of a piece. */
function getHighlight(piece: TextPiece | undefined): string | undefined {
  if (piece === undefined || typeof piece === 'string') return undefined
  const [, ...formats] = piece
  return formats.map((format) => (format[0] === 'h' ? format[1] : '')).find((color) => color.endsWith('_background'))
}

/** Whether a format shows the spaces at the ends, as inline code does, or no text at all. */
const isUntrimmable = (format: TextFormat) => format === 'c' || isReplacement(format)

/** Whether a format replaces the text by something else: a mention, an equation or a custom emoji. */
export function isReplacement(format: TextFormat): boolean {
  return typeof format !== 'string' && format[0] !== 'a' && format[0] !== 'h'
}
