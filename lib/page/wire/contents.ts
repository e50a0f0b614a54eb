import type { ContentsItem, WireBlock } from './blocks'
import { plainText } from './text'

/** A level of headings is one more than the title's, in which the outline begins. */
const OUTERMOST = 2

/** The headings of a body in reading order, so that a document need not bring them twice. */
export function contentsOf(body: readonly WireBlock[]): ContentsItem[] {
  return body.flatMap((block) => {
    const below = contentsOf(block[2] || [])
    if (block[0] !== 'heading') return below
    const { id, level } = block[3]
    return [{ id, text: plainText(block[1]).trim(), level: level - OUTERMOST }, ...below]
  })
}
