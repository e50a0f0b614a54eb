import { readNumber } from '@/lib/page/read-values'
import type { BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { Children } from './block-parts'

const prepareSyncedBlock: PrepareBlock = (block, preparation) => {
  const children = preparation.children(block)
  return children.length === 0 ? undefined : { type: 'synced', children }
}

const prepareColumnList: PrepareBlock = (block, preparation) => {
  const columns = preparation.children(block).filter(({ type }) => type === 'column')
  return columns.length === 0 ? undefined : { type: 'column_list', children: columns }
}

const prepareColumnBlock: PrepareBlock = (block, preparation) => {
  const siblings = preparation.shown.path.at(-2)?.content.length ?? 2
  const ratio = readNumber(block.format.column_ratio, 0.01, 1) ?? readNumber(1 / siblings, 0, 1) ?? 0.5
  return { type: 'column', children: preparation.children(block), ratio }
}

const prepareSyncedReference: PrepareBlock = (block, preparation) => {
  const container = preparation.shown.synced(block)
  return container && preparation.block(container)
}

/** The anchor of a block without text. */
function Anchor({ block, content }: BlockProps<'anchor'>) {
  return (
    <div id={block.id}>
      <Children ids={content} />
    </div>
  )
}

/** The blocks that only arrange others. react-notion-x renders most of them. */
export const LAYOUT = {
  prepare: {
    column: prepareColumnBlock,
    column_list: prepareColumnList,
    transclusion_container: prepareSyncedBlock,
    transclusion_reference: prepareSyncedReference,
  },
  outputs: {
    anchor: { Html: Anchor, toMarkdown: (block, { convertChildren }) => convertChildren(block) },
    column: { Html: 'column', toMarkdown: (block, { convertChildren }) => convertChildren(block) },
    column_list: { Html: 'column_list', toMarkdown: (block, { convertChildren }) => convertChildren(block) },
    synced: { Html: 'transclusion_container', toMarkdown: (block, { convertChildren }) => convertChildren(block) },
  },
} satisfies BlockFamily
