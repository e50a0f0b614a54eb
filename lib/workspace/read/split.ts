import { getShownContainer } from '../clean/synced'
import { type Block, type Collection, type Id, PAGE_TYPES, type RecordMap } from '../record-map'
import type { StoredPage } from '../stored'
import { BLOCK_TYPES, CONTAINER_TYPES } from '../supported'
import { collectSources } from './sources'

/** A page of a record map, and how much of its content the map contains. */
export interface SplitPage {
  page: StoredPage
  /** Whether the map contains the content of the page, see {@link isContentInMap}. */
  hasStoredContent: boolean
  /** The share of the page's blocks and collections that the map contains, from 0 to 1. */
  completeness: number
  /** The ids of the page's blocks that it does not show, such as those in a button or in a block of an unsupported type. */
  hidden: Id[]
}

/** Splits a clean map into its pages, including rows. Blocks are shared with the map, not copied. */
export function* splitPages(map: RecordMap): Generator<SplitPage, void, void> {
  for (const block of Object.values(map.block)) {
    if (PAGE_TYPES.has(block.type)) yield splitPage(block, map)
  }
}

function splitPage(top: Block, map: RecordMap): SplitPage {
  const { blocks, missing, hidden } = collectBlocks(top, map)
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
 * outputs of a page are made from these blocks, so what the page does not show is left out here.
 */
function collectBlocks(top: Block, map: RecordMap): { blocks: Record<Id, Block>; missing: number; hidden: Id[] } {
  const blocks: Record<Id, Block> = {}
  const hidden = new Set<Id>()
  let missing = 0
  const stack: { id: Id; from?: Block }[] = [{ id: top.id }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { id, from } = next
    const block = map.block[id]
    if (block === undefined) missing++
    if (block === undefined || blocks[id] !== undefined) continue
    if (block !== top && (!block.alive || PAGE_TYPES.has(block.type))) {
      if (block.alive) blocks[id] = createPlaceholder(block, block.format.block_color)
      continue
    }
    if (from !== undefined && !isShownIn(from, block)) {
      blocks[id] = createPlaceholder(block)
      for (const each of collectHidden(block, map)) hidden.add(each)
      continue
    }
    const showsContent = block === top ? block.type === 'page' : CONTAINER_TYPES.has(block.type)
    blocks[id] = showsContent || block.content.length === 0 ? block : { ...block, content: [] }
    if (!showsContent) for (const each of collectHidden(block, map)) if (each !== id) hidden.add(each)
    if (block.collection_id !== undefined && map.collection[block.collection_id] === undefined) missing++
    const shown = getShownContainer(block)
    if (showsContent) for (const child of block.content.toReversed()) stack.push({ id: child, from: block })
    if (shown !== undefined) stack.push({ id: shown, from: block })
    for (const object of getFormatValues(block, 'eoi'))
      if (map.block[object]?.type === EXTERNAL_OBJECT) stack.push({ id: object, from: block })
  }
  return { blocks, missing, hidden: [...hidden] }
}

/** Whether a block shows another one that is in its content. */
function isShownIn({ type: container }: Block, { type }: Block): boolean {
  if (container === 'table' || type === 'table_row') return container === 'table' && type === 'table_row'
  return container === 'column_list' ? type === 'column' : SUPPORTED.has(type)
}

const SUPPORTED: ReadonlySet<string> = new Set(BLOCK_TYPES)

/** Returns the ids of a block and of all blocks in it, without those of child pages. */
function collectHidden(top: Block, map: RecordMap): Set<Id> {
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

/**
 * Returns what a page stores of a child page or of a block that it does not show: no text, settings and content. The title, icon and path
 * of a child page come from the site's index.
 */
function createPlaceholder({ id, type, parent_id, parent_table, alive }: Block, color?: unknown): Block {
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
