import { toUuid } from '../ids'
import type { Block, CollectionView, Id } from '../record-map'
import { isObject } from '../values'

/**
 * Divides each database block whose views show several collections: it keeps the views of its own collection, and each other collection
 * gets a block of its own, which follows it. The site shows one collection for each block. The id of such a block is that of its first view,
 * unless another block has it. Changes the blocks in place.
 */
export function separateViews(blocks: Record<Id, Block>, views: Readonly<Record<Id, CollectionView>>): void {
  const added = new Map<Id, Id[]>()
  for (const block of Object.values(blocks)) {
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
  for (const block of Object.values(blocks)) {
    block.content = block.content.flatMap((id) => [
      id,
      ...(blocks[id]?.type === 'collection_view' ? (added.get(id) ?? []) : []),
    ])
    if (block.type === 'collection_view_page') block.content.push(...(added.get(block.id) ?? []))
  }
}

/** Adds a block for each group of views. Returns their ids. */
function addBlocks(block: Block, groups: ReadonlyMap<Id | undefined, Id[]>, blocks: Record<Id, Block>): Id[] {
  const isPage = block.type === 'collection_view_page'
  const parent = isPage ? { parent_id: block.id, parent_table: 'block' as const } : {}
  return [...groups].flatMap(([collection_id, view_ids]) => {
    const id = [...view_ids, ...view_ids.map((view) => combineIds(block.id, view))].find((each) => !blocks[each])
    if (id === undefined || collection_id === undefined) return []
    const made: Block = { ...block, type: 'collection_view', ...parent, id, collection_id, view_ids, content: [] }
    // Its name is that of its own collection, and the settings of the page are not its own.
    blocks[id] = { ...made, properties: {}, ...(isPage && { format: {} }) }
    return [id]
  })
}

/** Returns an id for a view in a block, for views that several blocks list. */
function combineIds(block: Id, view: Id): Id {
  const [a, b] = [block, view].map((id) => BigInt(`0x${id.replaceAll('-', '')}`)) as [bigint, bigint]
  return toUuid((a ^ b).toString(16).padStart(32, '0')) ?? view
}

/** Returns the collection that a view shows; undefined if the view does not name it. */
export function findViewCollection(view: { format?: unknown } | undefined): Id | undefined {
  const pointer = isObject(view?.format) ? view.format.collection_pointer : undefined
  return isObject(pointer) ? toUuid(pointer.id) : undefined
}
