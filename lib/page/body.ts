import 'server-only'
import type { Block } from '../workspace/record-map'
import { contentIds } from '../workspace/split'
import type { StoredPage } from '../workspace/stored'
import * as embeds from './blocks/embeds'
import * as flow from './blocks/flow'
import { anchors, heading, outline } from './blocks/headings'
import * as links from './blocks/links'
import { isListItem, item, list } from './blocks/lists'
import * as media from './blocks/media'
import { type BodyHooks, type Preparation, type Prepare, wire } from './blocks/preparation'
import { table } from './blocks/table'
import { prepareText } from './rich-text'
import type { PreparedBody, ViewContext } from './types'
import type { WireBlock } from './wire-blocks'

/** Bounds of one page, against content that shows itself again and again through synced blocks. */
const DEEPEST = 60
const MOST_BLOCKS = 60_000

const PREPARE: Readonly<Record<string, Prepare>> = {
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
  gist: embeds.linkCard,
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
  tweet: embeds.linkCard,
  typeform: embeds.frame,
  video: embeds.video,
}

/**
 * Makes a page's content ready for one viewer's browser: a tree of small blocks with nothing in it that is not shown, and the
 * headings in it. Takes time in proportion to the number of blocks. Never throws: a block that cannot be prepared is left
 * out, and `hooks.note` is told.
 */
export function prepareBody(stored: StoredPage, context: ViewContext, hooks: BodyHooks): PreparedBody {
  const root = stored.blocks[stored.id]
  if (root === undefined) return { blocks: [], contents: [] }
  let left = MOST_BLOCKS

  const prepare = (block: Block): WireBlock | undefined => {
    const { around } = run
    if (left-- <= 0 || around.length > DEEPEST || around.includes(block)) return undefined
    if (!block.alive) return undefined
    around.push(block)
    try {
      const known = Object.hasOwn(PREPARE, block.type) ? PREPARE[block.type] : undefined
      return known ? known(block, run) : wire('unknown', undefined, undefined, {})
    } catch (error) {
      hooks.note?.(`Block ${block.id} (${block.type}) could not be prepared: ${String(error)}`)
      return undefined
    } finally {
      around.pop()
    }
  }

  const run: Preparation = {
    page: stored,
    context,
    hooks,
    own: contentIds(stored),
    around: [],
    contents: [],
    text: (rich) => (rich === undefined ? '' : prepareText(rich, context, stored)),
    children: (block) => gather(block, run),
    block: prepare,
    anchor: anchors(),
    depth: outline(),
  }

  const own = root.type === 'collection_view_page' ? links.collection(root, run) : undefined
  const blocks = own ? [own] : gather(root, run)
  return { blocks, contents: run.contents }
}

/** The prepared children of a block; neighbouring items of the same kind are one list. */
function gather(block: Block, run: Preparation): WireBlock[] {
  const gathered: WireBlock[] = []
  let items: WireBlock[] = []
  let first: Block | undefined
  const close = () => {
    if (first !== undefined && items.length > 0) gathered.push(list(first, items, run))
    items = []
    first = undefined
  }
  for (const id of block.content) {
    const child = run.page.blocks[id]
    const prepared = child && run.block(child)
    if (child === undefined || prepared === undefined) continue
    if (first?.type !== child.type) close()
    if (isListItem(child)) {
      first ??= child
      items.push(prepared)
    } else gathered.push(prepared)
  }
  close()
  return gathered
}
