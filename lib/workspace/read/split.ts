import { getBlockTraits, isShownIn, reduceToShown } from '../block-traits'
import type { PackedTexts } from '../clean/packed-texts'
import { getShownContainer } from '../clean/synced'
import { type Block, type Collection, type Id, PAGE_TYPES, type RecordMap } from '../record-map'
import type { StoredPage } from '../stored'
import { getColumnKeys } from './headed-table'
import { isSiteTable } from './site-tables'
import { collectSources } from './sources'

/** The maximum number of collections and rows of dashboards that a database shows besides the first collection. */
const MAX_FURTHER = 100

/** A page of a record map, and how much of its content the map contains. */
export interface SplitPage {
  page: StoredPage
  /** Whether the map contains the content of the page, see {@link isContentInMap}. */
  hasStoredContent: boolean
  /** The share of the page's blocks and collections that the map contains, from 0 to 1. */
  completeness: number
  /** The ids of the page's blocks that it does not show, such as those in a button or in a block of an unknown type. */
  hidden: Id[]
  /** The ids of the page's blocks that are in such a place, but in a synced block that the page shows elsewhere. */
  revealed: Id[]
  /** The synced blocks in `hidden`, with what a copy of them shows on another page. */
  concealed: ConcealedSync[]
}

/** A synced block that its page does not show. */
interface ConcealedSync {
  id: Id
  /** Its own id, and those of the blocks in it that a copy shows. */
  shown: Id[]
  /** These blocks. */
  blocks: Block[]
  /** The addresses of the custom emoji in them. */
  emojis: string[]
}

/**
 * Splits a clean map into its pages, including rows. Blocks are shared with the map, not copied. `pages` are their blocks; to find them in
 * a large map takes long. Packed texts stay packed, see {@link unpackPage}.
 */
export function* splitPages(
  map: RecordMap,
  pages: readonly Block[] = Object.values(map.block).filter(({ type }) => PAGE_TYPES.has(type)),
): Generator<SplitPage, void, void> {
  for (const page of pages) yield splitPage(page, map)
}

/** Returns a page with its texts, if some are packed. */
export function unpackPage(split: SplitPage, texts: PackedTexts): SplitPage {
  const unpack = (block: Block) => (block.packed === undefined ? block : reduceToShown(texts.unpack(block)))
  const blocks: StoredPage['blocks'] = Object.create(null)
  for (const [id, block] of Object.entries(split.page.blocks)) blocks[id] = unpack(block)
  return {
    ...split,
    page: { ...split.page, blocks },
    concealed: split.concealed.map((each) => ({ ...each, blocks: each.blocks.map(unpack) })),
  }
}

function splitPage(top: Block, map: RecordMap): SplitPage {
  const { blocks, missing, hidden, revealed, concealed } = collectBlocks(top, map)
  const all = Object.values(blocks)
  const views = pick(
    map.collection_view,
    all.flatMap((block) => block.view_ids ?? []),
  )
  const page: StoredPage = {
    id: top.id,
    blocks,
    views,
    queries: collectQueries(all, map),
    users: pick(map.notion_user, all.flatMap(collectUserIds)),
    files: pick(
      map.signed_urls,
      all.flatMap((block) => [block.id, ...collectSources(block)]),
    ),
    previews: pick(map.preview_images, all.flatMap(collectSources)),
    emojis: pick(map.custom_emojis, all.flatMap(collectEmojiIds)),
  }
  return {
    page,
    hasStoredContent: isContentInMap(page, map.collection),
    completeness: all.length / (all.length + missing),
    hidden,
    revealed,
    concealed,
  }
}

/**
 * Whether a map contains the content of a page: at least half of its blocks, or the first ones, because content is loaded from the top, or
 * all of them if it has none. Fewer blocks were loaded with other pages, such as the columns around a child page or a synced block. Of a
 * database page, the map must contain the collection; the blocks in `content` may not exist.
 */
export function isContentInMap(
  { id, blocks, views }: StoredPage,
  collections: Readonly<Record<Id, Collection>>,
): boolean {
  const top = blocks[id]
  if (top?.type === 'collection_view_page') {
    return collections[top.collection_id ?? ''] !== undefined && Object.keys(views).length > 0
  }
  let present = 0
  let missing = 0
  const stack = [...(top?.content ?? [])]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const block = blocks[next]
    if (block === undefined) missing++
    else {
      present++
      for (const child of block.content) stack.push(child)
    }
  }
  return present >= missing || hasFirstText(top, blocks)
}

/** Returns the ids of the page's blocks, without those of synced blocks from other pages. */
export function collectContentIds({ id, blocks }: StoredPage): Set<Id> {
  const ids = new Set(blocks[id]?.content)
  for (const each of ids) for (const inner of blocks[each]?.content ?? []) ids.add(inner)
  return ids
}

/** Whether the map contains the first text of a page, at any depth. */
function hasFirstText(top: Block | undefined, blocks: Readonly<Record<Id, Block>>): boolean {
  let first = top
  while (first !== undefined && first.content.length > 0) first = blocks[first.content[0] ?? '']
  return first !== undefined && !PAGE_TYPES.has(first.type)
}

/**
 * Returns the page's block, its content without that of child pages, and the synced blocks and objects that it shows, in reading order. All
 * outputs of a page are made from these blocks, so what the page does not show is left out here: blocks, properties and settings.
 */
function collectBlocks(
  top: Block,
  map: RecordMap,
): Pick<SplitPage, 'hidden' | 'revealed' | 'concealed'> & Pick<Walk, 'blocks' | 'missing'> {
  const { blocks, missing, shown, unshown } = walkBlocks(top, map)
  const isRevealed = (id: Id) => shown.has(id)
  const hidden = new Set([...unshown].filter((id) => !isRevealed(id)))
  const concealed = [...hidden].flatMap((id): ConcealedSync[] => {
    if (map.block[id]?.type !== 'transclusion_container') return []
    const copy = walkBlocks(top, map, id)
    for (const each of copy.unshown) if (!isRevealed(each)) hidden.add(each)
    const own = Object.values(copy.blocks)
    const emojis = Object.values(pick(map.custom_emojis, own.flatMap(collectEmojiIds)))
    return [{ id, shown: [...copy.shown], blocks: own, emojis }]
  })
  return { blocks, missing, hidden: [...hidden], revealed: [...unshown].filter(isRevealed), concealed }
}

/** Walks the blocks of a page, or those in the synced block `from`, without what it shows of others. */
function walkBlocks(top: Block, map: RecordMap, from?: Id): Walk {
  // An object with a prototype would get a hidden class for each of its first ids, which take long and stay in memory.
  const blocks: Record<Id, Block> = Object.create(null)
  const collected: Walk = { blocks, missing: 0, shown: new Set(), unshown: new Set() }
  const { shown, unshown } = collected
  /** The blocks that are in a container which does not show them, and these containers. */
  const omitted = new Set<Id>()
  const hollow = new Set<Id>()
  const getColumns = createColumnReader(map)
  const stack: { id: Id; container?: Block }[] = [{ id: from ?? top.id }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { id, container } = next
    const block = map.block[id]
    if (block === undefined) collected.missing++
    if (block === undefined || shown.has(id)) continue
    if (block !== top && !block.alive) continue
    const isPage = block !== top && PAGE_TYPES.has(block.type)
    if (container !== undefined && !isShownIn(container, block)) {
      // A table may have thousands of blocks that are no rows, so its content is reduced once, after all of them.
      hollow.add(container.id)
      omitted.add(id)
      if (!isPage) for (const each of collectInner(block, map)) unshown.add(each)
      else if (block.parent_id === container.id) unshown.add(id)
      continue
    }
    if (isPage) {
      blocks[id] = createPlaceholder(block)
      continue
    }
    shown.add(id)
    const showsContent = block === top ? block.type === 'page' : getBlockTraits(block.type).content !== undefined
    const reduced = block === top ? block : reduceToShown(block, container && getColumns(container))
    const content = showsContent ? block.content : block === top ? listFurtherDatabases(block, map) : []
    blocks[id] = content.length === block.content.length ? reduced : { ...reduced, content }
    if (!showsContent)
      for (const each of collectInner(block, map)) if (each !== id && !content.includes(each)) unshown.add(each)
    if (!showsContent) for (const each of listChildPages(block, map)) unshown.add(each)
    if (block.collection_id !== undefined && map.collection[block.collection_id] === undefined) collected.missing++
    const synced = from === undefined ? getShownContainer(block) : undefined
    for (const child of content.toReversed()) stack.push({ id: child, container: block })
    if (synced !== undefined) stack.push({ id: synced })
    for (const object of getFormatValues(reduced, 'eoi'))
      if (map.block[object]?.type === EXTERNAL_OBJECT) stack.push({ id: object })
  }
  for (const id of hollow) {
    const block = blocks[id]
    if (block !== undefined) blocks[id] = { ...block, content: block.content.filter((child) => !omitted.has(child)) }
  }
  return collected
}

interface Walk {
  blocks: Record<Id, Block>
  /** The number of blocks and collections that the map does not contain. */
  missing: number
  /** The ids of the blocks that are shown. */
  shown: Set<Id>
  /** The ids of blocks in places that are not shown. Synced blocks show some of them elsewhere. */
  unshown: Set<Id>
}

/** Returns the pages whose parent is a block. */
function listChildPages({ id, content }: Block, map: RecordMap): Id[] {
  return content.filter((child) => {
    const block = map.block[child]
    return block !== undefined && PAGE_TYPES.has(block.type) && block.parent_id === id
  })
}

/** Returns the blocks for the further collections and the dashboards of a database that is a page. */
function listFurtherDatabases(database: Block, map: RecordMap): Id[] {
  return database.content.filter((id) => map.block[id] && isShownIn(database, map.block[id])).slice(0, MAX_FURTHER)
}

/**
 * Returns a function that returns the columns that a simple table shows; undefined for other blocks, and for tables that set something
 * for the site, of which every cell counts.
 */
function createColumnReader(map: RecordMap): (table: Block) => readonly string[] | undefined {
  const known = new Map<Block, readonly string[] | undefined>()
  return (table) => {
    if (table.type !== 'table') return undefined
    if (!known.has(table)) {
      const rows = table.content.flatMap((id) => (map.block[id]?.type === 'table_row' ? [map.block[id]] : []))
      known.set(table, isSiteTable(table, map.block) ? undefined : getColumnKeys(table, rows))
    }
    return known.get(table)
  }
}

/** Returns the ids of a block and of all blocks in it, without those of child pages. */
function collectInner(top: Block, map: RecordMap): Set<Id> {
  const ids = new Set([top.id])
  // The loop also visits the ids that are added meanwhile.
  for (const id of ids) {
    for (const child of map.block[id]?.content ?? []) {
      const block = map.block[child]
      if (block?.parent_id === id && !PAGE_TYPES.has(block.type)) ids.add(child)
    }
  }
  return ids
}

const EXTERNAL_OBJECT = 'external_object_instance'

/** Returns what a page stores of a child page: no text, settings and content. Its title, icon and path come from the site's index. */
function createPlaceholder({ id, type, parent_id, parent_table, alive, format }: Block): Block {
  const { block_color: color } = format
  return {
    ...{ id, type, parent_id, parent_table, alive },
    properties: {},
    format: color === undefined ? {} : { block_color: color },
    content: [],
    created_time: 0,
    last_edited_time: 0,
  }
}

function collectQueries(blocks: Block[], map: RecordMap): StoredPage['queries'] {
  const queries: StoredPage['queries'] = {}
  for (const { collection_id: collection, view_ids: views = [] } of blocks) {
    const results = collection === undefined ? undefined : map.collection_query[collection]
    if (collection !== undefined && results !== undefined) {
      queries[collection] = { ...queries[collection], ...pick(results, views) }
    }
  }
  return queries
}

function collectUserIds(block: Block): Id[] {
  const made = [block.created_by_id, block.last_edited_by_id].filter((id) => id !== undefined)
  return PAGE_TYPES.has(block.type) ? [...made, ...getFormatValues(block, 'u')] : getFormatValues(block, 'u')
}

/** Returns the ids of the custom emoji in a block. */
export function collectEmojiIds(block: Block): Id[] {
  return getFormatValues(block, 'ce')
}

/** Returns the values of one kind of format in all texts of a block. */
function getFormatValues({ properties }: Block, kind: string): string[] {
  const found: string[] = []
  for (const text of Object.values(properties)) {
    for (const [, formats] of text) {
      for (const format of formats ?? []) if (format[0] === kind && typeof format[1] === 'string') found.push(format[1])
    }
  }
  return found
}

/** Returns a record with only these keys. */
function pick<Value>(record: Readonly<Record<string, Value>>, keys: Iterable<string>): Record<string, Value> {
  const picked: Record<string, Value> = {}
  for (const key of keys) {
    const value = Object.hasOwn(record, key) ? record[key] : undefined
    if (value !== undefined) picked[key] = value
  }
  return picked
}
