import type { Block } from '../../workspace/record-map'
import { colorOf } from '../colors'
import { number } from '../read'
import type { WireBlock } from '../wire-blocks'
import { type Preparation, type Prepare, wire } from './preparation'

const STYLES = 3

export const isListItem = (block: Block) => block.type === 'bulleted_list' || block.type === 'numbered_list'

export const item: Prepare = (block, run) =>
  wire('item', run.text(block.properties.title), run.children(block), { color: colorOf(block.format.block_color) })

/** A run of neighbouring items as one list: numbered from what its first item says, in the style of its depth. */
export function list(first: Block, items: WireBlock[], run: Preparation): WireBlock {
  if (first.type === 'bulleted_list') return wire('list', undefined, items, {})
  const start = number(first.format.list_start_index, 0, 1_000_000)
  const style = numberedDepth(run.around) % STYLES
  return wire('list', undefined, items, {
    ordered: 1,
    start: start !== undefined && start !== 1 ? Math.trunc(start) : undefined,
    style: style === 1 || style === 2 ? style : undefined,
  })
}

function numberedDepth(around: Block[]): number {
  const outside = around.findLastIndex((block) => block.type !== 'numbered_list')
  return around.length - 1 - outside
}
