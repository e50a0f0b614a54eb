import type { PlacedText } from './types'
import type { WireBlock } from './wire-blocks'

/** How many blocks a reader sees before scrolling: lines that break anew in them are seen to move. */
const FIRST_BLOCKS = 2

export type Italics = 'italic' | 'boldItalic'

/** The italic faces of Latin letters that the beginning of a body is set in; a quotation is set in them as a whole. */
export function openingItalics(body: readonly WireBlock[]): Italics[] {
  return [...new Set(body.slice(0, FIRST_BLOCKS).flatMap(([type, text]) => italicsOf(text, type === 'quote')))]
}

function italicsOf(text: PlacedText | undefined, slanted: boolean): Italics[] {
  if (text === undefined || typeof text === 'number') return []
  return (typeof text === 'string' ? [text] : text).flatMap((piece) => {
    const [words, ...formats] = typeof piece === 'string' ? [piece] : piece
    if (!(slanted || formats.includes('i')) || !/[A-Za-z]/.test(words)) return []
    return formats.includes('b') ? 'boldItalic' : 'italic'
  })
}
