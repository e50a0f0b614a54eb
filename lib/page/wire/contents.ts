import type { ContentsItem, WireBlock } from './blocks'
import { getPlainText } from './text'

/** The level of the outermost headings. The title has level 1. */
const OUTERMOST = 2

/** Returns the headings of a body in reading order. The browser computes them, so that the document contains them once. */
export function getContents(body: readonly WireBlock[]): ContentsItem[] {
  return body.flatMap((block) => {
    const below = getContents(block[2] || [])
    if (block[0] !== 'heading') return below
    const { id, level } = block[3]
    return [{ id, text: getPlainText(block[1]).trim(), level: level - OUTERMOST }, ...below]
  })
}
