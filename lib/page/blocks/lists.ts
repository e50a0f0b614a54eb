import type { PreparedBlock } from '../../../blocks/prepared-block'
import type { Block } from '../../workspace/record-map'
import { readNumber } from '../read-values'
import type { BlockContext, PrepareBlock } from './block-context'
import { prepareBlockText, trackLanguage } from './block-text'

const STYLES: readonly unknown[] = ['numbers', 'letters', 'roman']

export const isListItem = (block: Block) => block.type === 'bulleted_list' || block.type === 'numbered_list'

export const prepareListItem: PrepareBlock = (block, preparation) => ({
  type: 'item',
  ...prepareBlockText(block, preparation),
})

/** Prepares adjacent items as one list, in the language of the first item; undefined if none of them is shown. */
export function prepareList(blocks: [Block, ...Block[]], preparation: BlockContext): PreparedBlock | undefined {
  const [first] = blocks
  return trackLanguage(preparation.text(first.properties.title), preparation, (languageAttributes) => {
    const children = blocks.map(preparation.block).filter((prepared) => prepared !== undefined)
    if (children.length === 0) return undefined
    const numbering = first.type === 'numbered_list' ? getNumbering(first, preparation) : {}
    return { type: 'list', children, ...numbering, ...languageAttributes }
  })
}

/** The first item sets the start and the style of the numbers. Without a style, the depth of the list decides. */
function getNumbering({ format }: Block, preparation: BlockContext) {
  const start = readNumber(format.list_start_index, 0, 1_000_000)
  const named = STYLES.indexOf(format.list_format)
  const style = named === -1 ? countNumberedDepth(preparation.shown.path) % STYLES.length : named
  return {
    ordered: true as const,
    start: start !== undefined && start !== 1 ? Math.trunc(start) : undefined,
    style: style === 1 || style === 2 ? (style as 1 | 2) : undefined,
  }
}

function countNumberedDepth(path: Block[]): number {
  const outside = path.findLastIndex((block) => block.type !== 'numbered_list')
  return path.length - 1 - outside
}
