import type { FoundTerm } from '@/lib/page/glossary'
import type { PreparedText, TextPiece } from '@/lib/page/prepared-text'
import { getChildren, type PreparedBlock, type PreparedType } from '../prepared-block'

/** The blocks whose own text is running text. The texts of toggles and to-dos are labels, which may contain no button. */
const PROSE: ReadonlySet<PreparedType> = new Set(['text', 'quote', 'callout', 'item'])
/** The most terms that are marked on a page. */
const MAX_TERMS = 200

/**
 * Marks the terms in the running text of blocks, in reading order, outside of code, links and mentions. `find` returns each of them once.
 * Returns how many are marked.
 */
export function markTerms(blocks: readonly PreparedBlock[], find: (text: string) => FoundTerm[]): number {
  let count = 0
  const markPiece = (piece: TextPiece): TextPiece[] => {
    const [text, ...formats] = typeof piece === 'string' ? [piece] : piece
    const isOpen = formats.every((format) => (typeof format === 'string' ? format !== 'c' : format[0] === 'h'))
    if (!isOpen || count >= MAX_TERMS) return [piece]
    const slice = (start: number, end: number): TextPiece[] => {
      if (start === end) return []
      return [formats.length === 0 ? text.slice(start, end) : [text.slice(start, end), ...formats]]
    }
    let at = 0
    const found = find(text).slice(0, MAX_TERMS - count)
    const pieces = found.flatMap(({ start, end, note }): TextPiece[] => {
      const before = slice(at, start)
      at = end
      return [...before, [text.slice(start, end), ...formats, ['t', ++count, note]]]
    })
    return at === 0 ? [piece] : [...pieces, ...slice(at, text.length)]
  }
  const markText = (text: PreparedText): PreparedText => {
    const pieces = (typeof text === 'string' ? [text] : text).flatMap(markPiece)
    return typeof text === 'string' && pieces.length <= 1 && typeof pieces[0] !== 'object' ? text : pieces
  }
  const markBlocks = (list: readonly PreparedBlock[]): void => {
    for (const block of list) {
      if (PROSE.has(block.type) && 'text' in block) block.text = markText(block.text ?? '')
      if (block.type !== 'footnotes') markBlocks(getChildren(block))
    }
  }
  markBlocks(blocks)
  return count
}
