import type { Block } from '../../workspace/record-map'
import { readNumber } from '../read-values'
import type { WireBlock } from '../wire/blocks'
import { type BlockContext, createWireBlock, type PrepareBlock } from './block-context'
import { prepareBlockText, trackLanguage } from './block-text'

const STYLES: readonly unknown[] = ['numbers', 'letters', 'roman']

export const isListItem = (block: Block) => block.type === 'bulleted_list' || block.type === 'numbered_list'

export const prepareListItem: PrepareBlock = (block, preparation) => {
  const { text, children, attributes } = prepareBlockText(block, preparation)
  return createWireBlock('item', text, children, attributes)
}

/** Prepares adjacent items as one list, in the language of the first item; undefined if none of them is shown. */
export function prepareList(blocks: [Block, ...Block[]], preparation: BlockContext): WireBlock | undefined {
  const [first] = blocks
  return trackLanguage(preparation.text(first.properties.title), preparation, (languageAttributes) => {
    const items = blocks.map(preparation.block).filter((prepared) => prepared !== undefined)
    if (items.length === 0) return undefined
    return createWireBlock(
      'list',
      undefined,
      items,
      first.type === 'bulleted_list'
        ? languageAttributes
        : { ...getNumbering(first, preparation), ...languageAttributes },
    )
  })
}

/** The first item sets the start and the style of the numbers. Without a style, the depth of the list decides. */
function getNumbering({ format }: Block, preparation: BlockContext) {
  const start = readNumber(format.list_start_index, 0, 1_000_000)
  const named = STYLES.indexOf(format.list_format)
  const style = named === -1 ? countNumberedDepth(preparation.shown.path) % STYLES.length : named
  return {
    ordered: 1 as const,
    start: start !== undefined && start !== 1 ? Math.trunc(start) : undefined,
    style: style === 1 || style === 2 ? (style as 1 | 2) : undefined,
  }
}

function countNumberedDepth(path: Block[]): number {
  const outside = path.findLastIndex((block) => block.type !== 'numbered_list')
  return path.length - 1 - outside
}
