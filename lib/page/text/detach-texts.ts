import type { WireBlock, WireTableRow } from '../wire/blocks'
import type { PlacedText, WireText } from '../wire/text'

/**
 * The texts and markup of a body, separate from its structure. The HTML of a page already contains them, so the page cache removes them
 * from the hydration data, and the browser reads them from the document. A client-side navigation transfers them.
 */
export interface DetachedTexts {
  /** Identifies the body in the document. */
  id: string
  /** A JSON array of all texts, split into pieces, each between two delimiters. Empty strings if only the document contains them. */
  pieces: string[]
}

/** The delimiters of a piece, by which the page cache finds it. Cleaning removes these noncharacters from all stored text. */
const OPEN = '\uFDD0'
const CLOSE = '\uFDD1'

/** The maximum number of characters of a piece. React sends longer strings as separate rows of the hydration data. */
const PIECE = 900
/** Texts of at most this length stay in place, which takes fewer bytes. */
const MAX_SHORT_TEXT = 30

/**
 * Moves the longer texts and all markup out of a tree of blocks. A block keeps the number of its text, counted from 1. `end` is the markup
 * below the body, which becomes a number in the same way.
 */
export function detachTexts(
  body: WireBlock[],
  id: string,
  end?: string,
): { blocks: WireBlock[]; texts: DetachedTexts; end?: number } {
  const texts: (WireText | string)[] = []
  const detach = (text: PlacedText): PlacedText =>
    typeof text === 'object' || (typeof text === 'string' && text.length > MAX_SHORT_TEXT) ? texts.push(text) : text
  const blocks = body.map(function prepare(block): WireBlock {
    const [type, text, children, more] = block
    const parts: unknown[] = [
      type,
      // A heading's text is short, and its anchor link and the table of contents need it.
      type === 'heading' || text === undefined ? text : detach(text),
      children ? children.map(prepare) : children,
      more && detachMore(more),
    ]
    return parts.slice(0, block.length) as unknown as WireBlock
  })
  function detachMore(more: object): object {
    // A preview is only marked: the browser does not need to read it back, because the markup already shows it.
    if ('preview' in more && typeof more.preview === 'string' && more.preview.length < PIECE)
      return { ...more, preview: OPEN + more.preview + CLOSE }
    if ('html' in more && typeof more.html === 'string') return { ...more, html: texts.push(more.html) }
    if ('rows' in more && Array.isArray(more.rows)) return { ...more, rows: more.rows.map(detachRow) }
    return more
  }
  function detachRow([cells, ...color]: WireTableRow): WireTableRow {
    return [cells.map(detach), ...color]
  }
  const number = end === undefined ? undefined : texts.push(end)
  return { blocks, texts: { id, pieces: splitIntoPieces(JSON.stringify(texts)) }, end: number }
}

function splitIntoPieces(json: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < json.length; ) {
    let end = Math.min(start + PIECE, json.length)
    // A surrogate pair must not be split: half of it cannot be encoded.
    if (/[\uD800-\uDBFF]/.test(json.charAt(end - 1))) end--
    pieces.push(OPEN + json.slice(start, end) + CLOSE)
    start = end
  }
  return pieces
}
