import 'server-only'
import type { PreparedBlock } from '../../blocks/prepared-block'
import { type BlockType, isBlockType } from '../workspace/block-traits'
import { numberRepeats, PageBlocks } from '../workspace/read/page-blocks'
import { isLatin } from '../workspace/read/scripts'
import type { Block } from '../workspace/record-map'
import type { StoredPage } from '../workspace/stored'
import type { BlockContext, BodyHooks, PrepareBlock } from './blocks/block-context'
import { isSameCodeGroup, prepareCode, prepareCodeTabs } from './blocks/code'
import * as embeds from './blocks/embeds'
import { createOutline, prepareHeading } from './blocks/headings'
import * as links from './blocks/links'
import { isListItem, prepareList, prepareListItem } from './blocks/lists'
import * as media from './blocks/media'
import { prepareNeutral } from './blocks/neutral'
import { prepareTable } from './blocks/table'
import * as flow from './blocks/text-blocks'
import { prepareText } from './text/rich-text'
import type { PreparedBody, ViewContext } from './view-context'

const PREPARE: Readonly<Record<BlockType, PrepareBlock>> = {
  alias: links.prepareAlias,
  audio: media.prepareAudio,
  bookmark: embeds.prepareBookmark,
  breadcrumb: links.prepareBreadcrumb,
  bulleted_list: prepareListItem,
  button: flow.prepareButton,
  callout: flow.prepareCallout,
  code: prepareCode,
  codepen: embeds.prepareEmbed,
  collection_view: links.prepareCollectionBlock,
  collection_view_page: links.preparePageLink,
  column: flow.prepareColumnBlock,
  column_list: flow.prepareColumnList,
  divider: flow.prepareDivider,
  drive: embeds.prepareDriveFile,
  embed: embeds.prepareEmbed,
  equation: flow.prepareEquation,
  excalidraw: embeds.prepareEmbed,
  external_object_instance: links.prepareExternalObject,
  figma: embeds.prepareEmbed,
  file: media.prepareFile,
  gist: embeds.prepareGist,
  header: prepareHeading,
  header_4: prepareHeading,
  image: media.prepareImage,
  maps: embeds.prepareEmbed,
  numbered_list: prepareListItem,
  page: links.preparePageLink,
  pdf: media.preparePdf,
  quote: flow.prepareQuote,
  replit: embeds.prepareEmbed,
  sub_header: prepareHeading,
  sub_sub_header: prepareHeading,
  tab: flow.prepareTabs,
  table: prepareTable,
  table_of_contents: links.prepareContents,
  text: flow.prepareParagraph,
  to_do: flow.prepareToDo,
  toggle: flow.prepareToggle,
  transclusion_container: flow.prepareSyncedBlock,
  transclusion_reference: links.prepareSyncedReference,
  tweet: embeds.preparePost,
  typeform: embeds.prepareEmbed,
  video: embeds.prepareEmbed,
}

/**
 * Prepares a page's content for one viewer's browser: a tree of small blocks that contains only what is shown, and the headings in it.
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

  const own = root.type === 'collection_view_page' ? links.prepareCollectionBlock(root, preparation) : undefined
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
