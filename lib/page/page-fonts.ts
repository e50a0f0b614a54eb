import type { WireBlock } from './wire/blocks'
import type { PlacedText } from './wire/text'

/** How many blocks a reader looks at first: lines that break anew in them are seen to move. */
const FIRST_BLOCKS = 2
/** How many are in sight before scrolling. For formulas nothing stands in that is as wide as they are. */
const BLOCKS_IN_SIGHT = 6

/** Faces of type that some pages need at once: italics of the reading face, and two of formulas. */
export type PageFont = 'italic' | 'boldItalic' | 'mathMain' | 'mathItalic'

/**
 * The faces without which the first lines of a body would break elsewhere: the italic ones of Latin letters (a quotation is set in
 * them as a whole), and those of formulas within lines.
 */
export function getPageFonts(body: readonly WireBlock[]): PageFont[] {
  const italics = body.slice(0, FIRST_BLOCKS).flatMap(([type, text]) => getItalics(text, type === 'quote'))
  return [...new Set([...italics, ...body.slice(0, BLOCKS_IN_SIGHT).flatMap(getFormulaFonts)])]
}

function getItalics(text: PlacedText | undefined, slanted: boolean): PageFont[] {
  if (text === undefined || typeof text === 'number') return []
  return (typeof text === 'string' ? [text] : text).flatMap((piece) => {
    const [words, ...formats] = typeof piece === 'string' ? [piece] : piece
    if (!(slanted || formats.includes('i')) || !/[A-Za-z]/.test(words)) return []
    return formats.includes('b') ? 'boldItalic' : 'italic'
  })
}

function getFormulaFonts([, text, children, more]: WireBlock): PageFont[] {
  const cells = more && 'rows' in more ? more.rows.flatMap(([row]) => row) : []
  return [...[text, ...cells].flatMap(getTextFonts), ...(children || []).flatMap(getFormulaFonts)]
}

function getTextFonts(text: PlacedText | undefined): PageFont[] {
  if (typeof text !== 'object') return []
  return text.flatMap((piece) => {
    const [, ...formats] = typeof piece === 'string' ? [piece] : piece
    return formats.flatMap((format) =>
      typeof format === 'object' && format[0] === 'e' ? getEquationFonts(format[1]) : [],
    )
  })
}

/** Numbers and signs stand in an element of one class; letters in one that is `mathnormal` as well. */
function getEquationFonts(formula: string): PageFont[] {
  const faces: PageFont[] = /"m\w+">[^<]/.test(formula) ? ['mathMain'] : []
  return formula.includes('mathnormal') ? [...faces, 'mathItalic'] : faces
}
