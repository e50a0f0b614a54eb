import type { CSSProperties } from 'react'
import { readNumber } from '@/lib/page/read-values'
import type { Block } from '@/lib/workspace/record-map'
import type { BlockContext, BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { Children, getTextAttributes, prepareBlockText, trackLanguage } from './block-parts'
import { convertItem } from './phrasing'
import type { PreparedBlock } from './prepared-block'
import { Line } from './text'

const STYLES: readonly unknown[] = ['numbers', 'letters', 'roman']

export const isListItem = (block: Block) => block.type === 'bulleted_list' || block.type === 'numbered_list'

const prepareListItem: PrepareBlock = (block, preparation) => ({
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

/** List style of a numbered list by its depth. */
const NUMBERING = ['decimal', 'lower-alpha', 'lower-roman'] as const

function List({ block, content }: BlockProps<'list'>) {
  const { ordered, start, style } = block
  const digits = String((start ?? 1) + (content?.length ?? 0) - 1).length
  // Numbers with more than two digits do not fit into the indent.
  const css = style ? { listStyleType: NUMBERING[style] } : digits > 2 ? { '--digits': digits } : undefined
  return ordered ? (
    <ol className="block-list" start={start} style={css as CSSProperties} {...getTextAttributes(block)}>
      <Children ids={content} />
    </ol>
  ) : (
    <ul className="block-list" {...getTextAttributes(block)}>
      <Children ids={content} />
    </ul>
  )
}

function Item({ block, content }: BlockProps<'item'>) {
  return (
    <li className={block.color && `notion-${block.color}`} {...getTextAttributes(block)}>
      <Line text={block.text} content={content} />
      <Children ids={content} />
    </li>
  )
}

export const LISTS = {
  prepare: { bulleted_list: prepareListItem, numbered_list: prepareListItem },
  outputs: {
    item: { Html: Item, toItem: convertItem },
    list: {
      Html: List,
      toMarkdown: ({ ordered = false, start = 1, children = [] }, context) => [
        {
          type: 'list',
          ordered,
          start: ordered ? start : null,
          spread: false,
          children: children.map((child) => convertItem(child, context)),
        },
      ],
    },
  },
} satisfies BlockFamily
