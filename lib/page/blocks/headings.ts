import { getPlainText } from '../prepared-text'
import type { PrepareBlock } from './block-context'
import { prepareBlockText } from './block-text'

const LEVELS = [2, 3, 4, 5] as const
const RANKS: Readonly<Record<string, (typeof LEVELS)[number]>> = {
  header: 2,
  sub_header: 3,
  sub_sub_header: 4,
  header_4: 5,
}

export const prepareHeading: PrepareBlock = (block, preparation) => {
  const text = preparation.text(block.properties.title)
  const plainText = getPlainText(text).trim()
  // A heading without text is left out, but its children are shown.
  if (plainText === '') {
    return block.content.length > 0
      ? { type: 'toggle', text, children: preparation.children(block), id: preparation.shown.anchor(block) }
      : undefined
  }
  const rank = RANKS[block.type] ?? 5
  const depth = preparation.depth(rank)
  const level = LEVELS[depth] ?? 5
  const anchor = preparation.shown.anchor(block)
  const id = preparation.shown.headingAnchor(block) ?? anchor
  preparation.contents.push({ id, text: plainText, level: depth })
  return {
    type: 'heading',
    ...prepareBlockText(block, preparation, false),
    id,
    block: id === anchor ? undefined : anchor,
    level,
    rank: rank === level ? undefined : rank,
    toggle: block.format.toggleable === true || undefined,
  }
}

/**
 * Returns a function that computes the depth of each heading in reading order: one more than that of the nearest previous heading of a
 * higher rank. So no level is skipped, whatever size of heading a page starts with. The outermost depth is 0.
 */
export function createOutline(): (rank: number) => number {
  const open: number[] = []
  return (rank) => {
    while ((open.at(-1) ?? 0) >= rank) open.pop()
    return open.push(rank) - 1
  }
}
