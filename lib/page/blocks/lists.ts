import type { Block } from '../../workspace/record-map'
import { number } from '../read'
import type { WireBlock } from '../wire/blocks'
import { type Preparation, type Prepare, wire } from './preparation'
import { speaking, wordsOf } from './words'

const STYLES: readonly unknown[] = ['numbers', 'letters', 'roman']

export const isListItem = (block: Block) => block.type === 'bulleted_list' || block.type === 'numbered_list'

export const item: Prepare = (block, run) => {
  const { text, children, look } = wordsOf(block, run)
  return wire('item', text, children, look)
}

/** A run of neighbouring items as one list, in the language of its first item; undefined when none of them is shown. */
export function list(blocks: [Block, ...Block[]], run: Preparation): WireBlock | undefined {
  const [first] = blocks
  return speaking(run.text(first.properties.title), run, (spoken) => {
    const items = blocks.map(run.block).filter((prepared) => prepared !== undefined)
    if (items.length === 0) return undefined
    return wire(
      'list',
      undefined,
      items,
      first.type === 'bulleted_list' ? spoken : { ...numbering(first, run), ...spoken },
    )
  })
}

/** Numbered from what the first item says, in the style that it names or that of its depth. */
function numbering({ format }: Block, run: Preparation) {
  const start = number(format.list_start_index, 0, 1_000_000)
  const named = STYLES.indexOf(format.list_format)
  const style = named === -1 ? numberedDepth(run.shown.around) % STYLES.length : named
  return {
    ordered: 1 as const,
    start: start !== undefined && start !== 1 ? Math.trunc(start) : undefined,
    style: style === 1 || style === 2 ? (style as 1 | 2) : undefined,
  }
}

function numberedDepth(around: Block[]): number {
  const outside = around.findLastIndex((block) => block.type !== 'numbered_list')
  return around.length - 1 - outside
}
