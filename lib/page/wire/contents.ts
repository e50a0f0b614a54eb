import type { ContentsItem, WireBlock } from './blocks'
import { getPlainText } from './text'

/** A level of headings is one more than the title's, in which the outline begins. */
const OUTERMOST = 2

/** The headings of a body in reading order, so that a document need not bring them twice. */
export function getContents(body: readonly WireBlock[]): ContentsItem[] {
  return body.flatMap((block) => {
    const below = getContents(block[2] || [])
    if (block[0] !== 'heading') return below
    const { id, level } = block[3]
    return [{ id, text: getPlainText(block[1]).trim(), level: level - OUTERMOST }, ...below]
  })
}
