import { toSafeIcon } from '../address'
import { toUuid } from '../ids'
import type { Block, CollectionView, Id } from '../record-map'
import { type Fields, isObject, isSafeKey, readIdentifier, readNumberWithin } from '../values'
import { cleanIds } from './block'
import type { Note } from './changes'
import { cleanSettings } from './json'
import { cleanName } from './string'

const ALLOWED_VALUES: Readonly<Record<string, readonly string[]>> = {
  cover_size: ['small', 'medium', 'large'],
  cover_aspect: ['cover', 'contain'],
}

/** Cleans a view of a collection. Returns undefined if it is in the trash. The default type is a table. */
export function cleanView(id: Id, record: Fields, note: Note): CollectionView | undefined {
  if (record.alive === false) {
    note('deleted')
    return undefined
  }
  const type = readIdentifier(record.type)
  if (type === undefined) note('wrong-type', 'type')
  return {
    id,
    type: type ?? 'table',
    name: cleanName(record.name) ?? '',
    format: cleanDisplay(record.format, note),
    query: { ...cleanSettings(record.query, note, 'query'), ...cleanSettings(record.query2, note, 'query2') },
    order: cleanIds(record.page_sort, 'page_sort', note),
  }
}

/** Cleans the display settings of a view or a collection. Known settings have valid values in the result. */
export function cleanDisplay(value: unknown, note: Note): Record<string, unknown> {
  const settings = cleanSettings(value, note, 'format')
  const display: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(settings)) {
    const cleaned = cleanSetting(key, setting, settings)
    if (cleaned !== undefined) display[key] = cleaned
    else note('wrong-type', `format/${key}`)
  }
  return display
}

function cleanSetting(key: string, value: unknown, settings: Fields): unknown {
  if (/_properties$|^property_visibility$/.test(key)) return cleanListedProperties(value)
  if (key === 'collection_view_icon') return toSafeIcon(value)
  if (key === 'collection_groups') return cleanGroups(value, settings.collection_group_by)
  if (/^board_(?:columns|groups)\d*$/.test(key)) return cleanGroups(value, settings.board_columns_by)
  if (/^(?:collection_group_by|board_columns_by)$|_cover$/.test(key)) return isObject(value) ? value : undefined
  if (key.endsWith('_cover_position')) return readNumberWithin(value, 0, 1)
  const words = ALLOWED_VALUES[/cover_(?:size|aspect)$/.exec(key)?.[0] ?? '']
  return words === undefined ? value : words.find((word) => word === value)
}

/** Cleans the properties that a view lists, with their widths in pixels. */
function cleanListedProperties(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.property !== 'string' || !isSafeKey(entry.property)) return []
    const { width, ...rest } = entry
    const pixels = readNumberWithin(width, 1, 5000)
    return [pixels === undefined ? rest : { ...rest, width: pixels }]
  })
}

/** Cleans the groups that a view lists. A group without a value holds the rows without a value, and gets the type of the grouping. */
function cleanGroups(value: unknown, groupedBy: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined
  const type = isObject(groupedBy) ? readIdentifier(groupedBy.type) : undefined
  return value.flatMap((group) => {
    if (!isObject(group)) return []
    if (isObject(group.value) && readIdentifier(group.value.type) !== undefined) return [group]
    return type === undefined ? [] : [{ ...group, value: { type } }]
  })
}

/**
 * Divides each database block whose views show several collections: it keeps the views of its own collection, and each other collection
 * gets a block of its own, which follows it. The site shows one collection for each block. The id of such a block is that of its first view,
 * unless another block has it. Changes the blocks in place, and adds those blocks to `all` as well.
 */
export function separateViews(
  all: Block[],
  blocks: Record<Id, Block>,
  views: Readonly<Record<Id, CollectionView>>,
): void {
  const added = new Map<Id, Block[]>()
  for (const block of all) {
    const { view_ids: ids = [], collection_id: own } = block
    const groups = new Map<Id | undefined, Id[]>()
    for (const id of ids) {
      const collection = findViewCollection(views[id]) ?? own
      const known = groups.get(collection)
      if (known === undefined) groups.set(collection, [id])
      else known.push(id)
    }
    // A block without views of its own collection shows that of its first view. A page keeps its own, because that has its title.
    const isKept = groups.has(own) || groups.size === 0 || (block.type === 'collection_view_page' && own !== undefined)
    const [shown = own] = isKept ? [own] : groups.keys()
    if (shown !== undefined) block.collection_id = shown
    if ([...groups.keys()].every((id) => id === shown)) continue
    block.view_ids = groups.get(shown) ?? []
    groups.delete(shown)
    added.set(block.id, addBlocks(block, groups, blocks))
  }
  if (added.size === 0) return
  const getAddedIds = (id: Id) => (added.get(id) ?? []).map((block) => block.id)
  // A call with all of them as arguments would fail in a large map.
  for (const blocksOfViews of added.values()) for (const block of blocksOfViews) all.push(block)
  for (const block of all) {
    block.content = block.content.flatMap((id) => [
      id,
      ...(blocks[id]?.type === 'collection_view' ? getAddedIds(id) : []),
    ])
    if (block.type === 'collection_view_page') block.content = block.content.concat(getAddedIds(block.id))
  }
}

/** Adds a block for each group of views. Returns them. */
function addBlocks(block: Block, groups: ReadonlyMap<Id | undefined, Id[]>, blocks: Record<Id, Block>): Block[] {
  const isPage = block.type === 'collection_view_page'
  const parent = isPage ? { parent_id: block.id, parent_table: 'block' as const } : {}
  return [...groups].flatMap(([collection_id, view_ids]) => {
    const id = [...view_ids, ...view_ids.map((view) => combineIds(block.id, view))].find((each) => !blocks[each])
    if (id === undefined || collection_id === undefined) return []
    const made: Block = { ...block, type: 'collection_view', ...parent, id, collection_id, view_ids, content: [] }
    // Its name is that of its own collection, and the settings of the page are not its own.
    const own: Block = { ...made, properties: {}, ...(isPage && { format: {} }) }
    blocks[id] = own
    return [own]
  })
}

/** Returns an id for what two ids name together, such as a view in a block. */
export function combineIds(block: Id, view: Id): Id {
  const [a, b] = [block, view].map((id) => BigInt(`0x${id.replaceAll('-', '')}`)) as [bigint, bigint]
  return toUuid((a ^ b).toString(16).padStart(32, '0')) ?? view
}

/** Returns the collection that a view shows; undefined if the view does not name it. */
export function findViewCollection(view: { format?: unknown } | undefined): Id | undefined {
  const pointer = isObject(view?.format) ? view.format.collection_pointer : undefined
  return isObject(pointer) ? toUuid(pointer.id) : undefined
}
