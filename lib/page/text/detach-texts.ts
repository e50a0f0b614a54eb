import type { WireBlock, WireTableRow } from '../wire/blocks'
import type { PlacedText, WireText } from '../wire/text'

/**
 * Texts and markup of a body, apart from its structure. The HTML of a page holds them already, so the cache of pages takes them
 * out of the hydration data, and the browser reads them back from the document; a soft navigation brings them as they are.
 */
export interface DetachedTexts {
  /** Names the body in the document. */
  id: string
  /** One JSON array of all texts in pieces, each between the two marks; empty strings where only the document holds them. */
  pieces: string[]
}

/** Noncharacters, which cleaning takes out of every text; what lies between them is taken out of hydration data. */
const OPEN = '\uFDD0'
const CLOSE = '\uFDD1'

/** Longer strings would leave their place in the hydration data and be sent by themselves. */
const PIECE = 900
/** A shorter text costs less where it is. */
const WORTHWHILE = 30

/**
 * Takes the longer texts and all markup out of a tree of blocks; a block keeps the number of its text, counted from 1. `end` is markup
 * that stands under the body, and becomes a number like those.
 */
export function detachTexts(
  body: WireBlock[],
  id: string,
  end?: string,
): { blocks: WireBlock[]; texts: DetachedTexts; end?: number } {
  const texts: (WireText | string)[] = []
  const detach = (text: PlacedText): PlacedText =>
    typeof text === 'object' || (typeof text === 'string' && text.length > WORTHWHILE) ? texts.push(text) : text
  const blocks = body.map(function prepare(block): WireBlock {
    const [type, text, children, more] = block
    const parts: unknown[] = [
      type,
      // A heading's text is short, and its link and the contents say it too.
      type === 'heading' || text === undefined ? text : detach(text),
      children ? children.map(prepare) : children,
      more && detachMore(more),
    ]
    return parts.slice(0, block.length) as unknown as WireBlock
  })
  function detachMore(more: object): object {
    // The markup shows it, and without it a picture comes all the same: the browser need not find it again.
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
    // A pair of surrogates is one letter, and half of it cannot be sent.
    if (/[\uD800-\uDBFF]/.test(json.charAt(end - 1))) end--
    pieces.push(OPEN + json.slice(start, end) + CLOSE)
    start = end
  }
  return pieces
}
