import { toUuid } from '../ids'
import { type Block, type Collection, type Id, PAGE_TYPES } from '../record-map'
import { isObject } from '../values'

/** Returns the ids of the records of a table that are in the trash. */
export function collectTrashedIds(table: ReadonlyMap<string, unknown>): Set<Id> {
  const trashed = new Set<Id>()
  for (const [key, record] of table) {
    const id = toUuid(key)
    if (id !== undefined && isObject(record) && record.alive === false) trashed.add(id)
  }
  return trashed
}

/**
 * Marks pages inside trashed blocks or collections as trashed, and removes the collections of trashed blocks. Looks up to the next
 * page only, because each page is checked separately. The chains of parents must have no cycles. Changes the records in place.
 */
export function settleTrash(
  blocks: Record<Id, Block>,
  collections: Record<Id, Collection>,
  trashedCollections: ReadonlySet<Id>,
): void {
  const known = new Map<Block | Collection, boolean>()
  const isLost = (start: Block | Collection): boolean => {
    const way: (Block | Collection)[] = []
    let lost: boolean | undefined
    for (let at = start; lost === undefined; ) {
      lost = known.get(at)
      if (lost !== undefined) break
      way.push(at)
      const parent = at.parent_table === 'collection' ? collections[at.parent_id] : blocks[at.parent_id]
      if (at.parent_table === 'collection' && trashedCollections.has(at.parent_id)) lost = true
      else if (parent === undefined) lost = false
      else if ('type' in parent && PAGE_TYPES.has(parent.type)) lost = false
      else if ('type' in parent && !parent.alive) lost = true
      else at = parent
    }
    for (const each of way) known.set(each, lost)
    return lost
  }
  for (const block of Object.values(blocks)) if (PAGE_TYPES.has(block.type) && isLost(block)) block.alive = false
  for (const collection of Object.values(collections)) if (isLost(collection)) delete collections[collection.id]
}
