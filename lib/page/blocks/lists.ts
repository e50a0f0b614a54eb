import type { Block } from '../../workspace/record-map'
import { readNumber } from '../read-values'
import type { WireBlock } from '../wire/blocks'
import { type BlockContext, createWireBlock, type PrepareBlock } from './block-context'
import { prepareBlockText, trackLanguage } from './block-text'

const STYLES: readonly unknown[] = ['numbers', 'letters', 'roman']

export const isListItem = (block: Block) => block.type === 'bulleted_list' || block.type === 'numbered_list'

export const prepareListItem: PrepareBlock = (block, run) => {
  const { text, children, attributes } = prepareBlockText(block, run)
  return createWireBlock('item', text, children, attributes)
}

/** Prepares adjacent items as one list, in the language of the first item; undefined if none of them is shown. */
export function prepareList(blocks: [Block, ...Block[]], run: BlockContext): WireBlock | undefined {
  const [first] = blocks
  return trackLanguage(run.text(first.properties.title), run, (languageAttributes) => {
    const items = blocks.map(run.block).filter((prepared) => prepared !== undefined)
    if (items.length === 0) return undefined
    return createWireBlock(
      'list',
      undefined,
      items,
      first.type === 'bulleted_list' ? languageAttributes : { ...getNumbering(first, run), ...languageAttributes },
    )
  })
}

/** The first item sets the start and the style of the numbers. Without a style, the depth of the list decides. */
function getNumbering({ format }: Block, run: BlockContext) {
  const start = readNumber(format.list_start_index, 0, 1_000_000)
  const named = STYLES.indexOf(format.list_format)
  const style = named === -1 ? countNumberedDepth(run.shown.around) % STYLES.length : named
  return {
    ordered: 1 as const,
    start: start !== undefined && start !== 1 ? Math.trunc(start) : undefined,
    style: style === 1 || style === 2 ? (style as 1 | 2) : undefined,
  }
}

function countNumberedDepth(around: Block[]): number {
  const outside = around.findLastIndex((block) => block.type !== 'numbered_list')
  return around.length - 1 - outside
}
