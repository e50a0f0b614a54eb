import 'server-only'
import { numberRepeats, PageBlocks } from '../workspace/read/page-blocks'
import { isLatin } from '../workspace/read/scripts'
import type { Block } from '../workspace/record-map'
import type { StoredPage } from '../workspace/stored'
import type { BlockType } from '../workspace/supported'
import * as embeds from './blocks/embeds'
import * as flow from './blocks/flow'
import { heading, outline } from './blocks/headings'
import * as links from './blocks/links'
import { isListItem, item, list } from './blocks/lists'
import * as media from './blocks/media'
import { type BodyHooks, type Preparation, type Prepare, wire } from './blocks/preparation'
import { table } from './blocks/table'
import { prepareText } from './text/rich-text'
import type { PreparedBody, ViewContext } from './types'
import type { WireBlock } from './wire/blocks'

/** What consists of something at an address: without a good one it cannot be shown. */
const ADDRESSED: ReadonlySet<string> = new Set(
  'audio bookmark codepen drive embed excalidraw figma file gist image maps pdf replit tweet typeform video'.split(' '),
)

const PREPARE: Readonly<Record<BlockType, Prepare>> = {
  alias: links.alias,
  audio: media.audio,
  bookmark: embeds.bookmark,
  breadcrumb: links.breadcrumb,
  bulleted_list: item,
  button: flow.button,
  callout: flow.callout,
  code: flow.code,
  codepen: embeds.frame,
  collection_view: links.collection,
  collection_view_page: links.page,
  column: flow.column,
  column_list: flow.columnList,
  divider: flow.divider,
  drive: embeds.drive,
  embed: embeds.frame,
  equation: flow.equation,
  excalidraw: embeds.frame,
  external_object_instance: links.external,
  figma: embeds.frame,
  file: media.file,
  gist: embeds.gist,
  header: heading,
  header_4: heading,
  image: media.image,
  maps: embeds.frame,
  numbered_list: item,
  page: links.page,
  pdf: media.pdf,
  quote: flow.quote,
  replit: embeds.frame,
  sub_header: heading,
  sub_sub_header: heading,
  tab: flow.tabs,
  table,
  table_of_contents: links.contents,
  text: flow.text,
  to_do: flow.toDo,
  toggle: flow.toggle,
  transclusion_container: flow.synced,
  transclusion_reference: links.reference,
  tweet: embeds.post,
  typeform: embeds.frame,
  video: embeds.video,
}

/**
 * Makes a page's content ready for one viewer's browser: a tree of small blocks with nothing in it that is not shown, and the
 * headings in it. Takes time in proportion to the number of blocks. Never throws: a block that cannot be shown is an empty
 * element, and `context.note` is told.
 */
export function prepareBody(stored: StoredPage, context: ViewContext, hooks: BodyHooks): PreparedBody {
  const root = stored.blocks[stored.id]
  if (root === undefined) return { blocks: [], contents: [] }
  const shown = new PageBlocks(stored, hooks)

  const missing = (why: string) => wire('unknown', hooks.development ? why : undefined, undefined, {})
  const prepare = (block: Block): WireBlock | undefined => {
    try {
      if (isKnown(block.type)) {
        const prepared = PREPARE[block.type](block, run)
        if (prepared && run.isLinked(block) && !hasOwnAnchor(prepared))
          return wire('anchor', undefined, [prepared], { id: shown.anchor(block) })
        return prepared ?? (ADDRESSED.has(block.type) ? missing(`Block without an address: ${block.type}`) : undefined)
      }
      const why = `Block of unsupported type "${block.type}" skipped`
      context.note?.(why)
      return missing(why)
    } catch (error) {
      const why = `Block ${block.id} (${block.type}) could not be prepared: ${String(error)}`
      context.note?.(why)
      return missing(why)
    }
  }

  const { language = 'en' } = hooks
  const linked = new Set(hooks.anchors)
  const run: Preparation = {
    page: stored,
    context,
    hooks,
    shown,
    contents: [],
    language,
    latin: isLatin(language) ? language : '',
    text: (rich) => (rich === undefined ? '' : prepareText(rich, context, stored)),
    children: (block) => gather(block, run),
    block: (block) => shown.visit(block, prepare),
    isLinked: (block) => linked.has(block.id),
    called: numberRepeats(' '),
    depth: outline(),
  }

  const own = root.type === 'collection_view_page' ? links.collection(root, run) : undefined
  const blocks = own ? [own] : gather(root, run)
  return { blocks, contents: run.contents }
}

/** Words carry their anchor themselves, and a column is its list's alone. */
function hasOwnAnchor([type, , , more]: WireBlock): boolean {
  return type === 'column' || (more !== undefined && 'id' in more && type !== 'youtube')
}

const isKnown = (type: string): type is BlockType => Object.hasOwn(PREPARE, type)

/** The prepared children of a block; neighbouring items of the same kind are one list. */
function gather(block: Block, run: Preparation): WireBlock[] {
  const groups: [Block, ...Block[]][] = []
  for (const child of run.shown.children(block)) {
    const last = groups.at(-1)
    if (last?.[0].type === child.type && isListItem(child)) last.push(child)
    else groups.push([child])
  }
  return groups
    .map((group) => (isListItem(group[0]) ? list(group, run) : run.block(group[0])))
    .filter((prepared) => prepared !== undefined)
}
