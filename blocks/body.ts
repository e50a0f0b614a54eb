import 'server-only'
import { prepareText } from '@/lib/page/text/rich-text'
import type { PreparedBody, ViewContext } from '@/lib/page/view-context'
import { isBlockType } from '@/lib/workspace/block-traits'
import { numberRepeats, PageBlocks } from '@/lib/workspace/read/page-blocks'
import { isLatin } from '@/lib/workspace/read/scripts'
import type { Block } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import type { BlockContext, BodyHooks } from './block-family'
import { isSameCodeGroup, prepareCodeTabs } from './code'
import { prepareCollectionBlock } from './collection'
import { createOutline } from './heading'
import { isListItem, prepareList } from './list'
import { prepareNeutral } from './neutral'
import type { PreparedBlock } from './prepared-block'
import { PREPARE } from './registry'

/**
 * Prepares a page's content for one viewer: a tree of blocks that contains only what is shown, and the headings in it.
 * Takes time in proportion to the number of blocks. Never throws: a block that cannot be shown becomes an empty element, and the
 * reason is passed to `context.note`.
 */
export function prepareBody(stored: StoredPage, context: ViewContext, hooks: BodyHooks): PreparedBody {
  const root = stored.blocks[stored.id]
  if (root === undefined) return { blocks: [], contents: [] }
  const shown = new PageBlocks(stored, hooks)

  const prepareKnown = (block: Block): PreparedBlock | undefined =>
    isBlockType(block.type) ? PREPARE[block.type](block, preparation) : undefined
  const prepare = (block: Block): PreparedBlock | undefined => {
    try {
      const prepared = prepareKnown(block) ?? prepareNeutral(block, preparation)
      if (prepared && preparation.isLinked(block) && !hasOwnAnchor(prepared))
        return { type: 'anchor', id: shown.anchor(block), children: [prepared] }
      return prepared
    } catch (error) {
      const why = `Block ${block.id} (${block.type}) could not be prepared: ${String(error)}`
      context.note?.(why)
      return { type: 'unknown', text: hooks.development ? why : undefined }
    }
  }

  const { language = 'en' } = hooks
  const linked = new Set(hooks.anchors)
  const preparation: BlockContext = {
    page: stored,
    context,
    hooks,
    shown,
    contents: [],
    language,
    latin: isLatin(language) ? language : '',
    text: (rich) => (rich === undefined ? '' : prepareText(rich, context, stored)),
    caption: ({ properties }) => preparation.text(properties.caption) || undefined,
    children: (block) => prepareChildren(block, preparation),
    block: (block) => shown.visit(block, prepare),
    isLinked: (block) => linked.has(block.id),
    makeUnique: numberRepeats(' '),
    depth: createOutline(),
  }

  const own = root.type === 'collection_view_page' ? prepareCollectionBlock(root, preparation) : undefined
  const blocks = [...(own ? [own] : []), ...prepareChildren(root, preparation)]
  return { blocks, contents: preparation.contents }
}

/** Blocks with text already have an anchor, and a column is always inside its column list. */
function hasOwnAnchor(block: PreparedBlock): boolean {
  return block.type === 'column' || ('id' in block && block.type !== 'youtube')
}

/** Prepares the children of a block. Adjacent list items of the same type become one list, and code blocks of one group become tabs. */
function prepareChildren(block: Block, preparation: BlockContext): PreparedBlock[] {
  const groups: [Block, ...Block[]][] = []
  for (const child of preparation.shown.children(block)) {
    const last = groups.at(-1)
    if (last && (isListItem(child) ? last[0].type === child.type : isSameCodeGroup(last[0], child))) last.push(child)
    else groups.push([child])
  }
  return groups.map((group) => prepareGroup(group, preparation)).filter((prepared) => prepared !== undefined)
}

function prepareGroup(group: [Block, ...Block[]], preparation: BlockContext): PreparedBlock | undefined {
  if (isListItem(group[0])) return prepareList(group, preparation)
  return group.length > 1 ? prepareCodeTabs(group, preparation) : preparation.block(group[0])
}
