import type { Block } from '../../workspace/record-map'
import { colorOf } from '../colors'
import type { ContentsItem } from '../types'
import { plainText } from '../wire-text'
import { type Prepare, wire } from './preparation'

const LEVELS: Readonly<Record<string, 2 | 3 | 4 | 5>> = { header: 2, sub_header: 3, sub_sub_header: 4, header_4: 5 }

export const heading: Prepare = (block, run) => {
  const text = run.text(block.properties.title)
  const words = plainText(text).trim()
  const children = () => run.children(block)
  // A heading without words is nothing to a reader, but what is folded under it is.
  if (words === '') return block.content.length > 0 ? wire('toggle', text, children(), {}) : undefined
  const level = LEVELS[block.type] ?? 5
  const id = run.anchor(block)
  run.headings.push({ id, text: words, level })
  const toggles = block.format.toggleable === true
  return wire('heading', text, children(), {
    id,
    level,
    toggle: toggles ? 1 : undefined,
    color: colorOf(block.format.block_color),
  })
}

/** Gives each heading its indent: one more than the nearest heading before it that is of a higher rank. */
export function indent(headings: ContentsItem[]): ContentsItem[] {
  const open: number[] = []
  return headings.map((item) => {
    while ((open.at(-1) ?? 0) >= item.level) open.pop()
    open.push(item.level)
    return { ...item, level: open.length - 1 }
  })
}

/** Anchors are block ids without dashes; the second heading of the same block gets a number. */
export function anchors(): (block: Block) => string {
  const seen = new Map<string, number>()
  return (block) => {
    const id = block.id.replaceAll('-', '')
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  }
}
