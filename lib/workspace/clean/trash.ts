import { toUuid } from '../ids'
import { type Block, type Collection, type Id, PAGE_TYPES } from '../record-map'
import { isObject } from '../values'
import type { AllRecords } from './parents'

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
 * Marks pages inside trashed blocks or collections as trashed, and removes the collections of trashed blocks. Checks the parents up to the
 * next page only, because each page is checked separately. The chains of parents must have no cycles. Changes the records in place.
 */
export function markTrashed({ all, blocks, collections }: AllRecords, trashedCollections: ReadonlySet<Id>): void {
  const results = new Map<Block | Collection, boolean>()
  const isInTrash = (start: Block | Collection): boolean => {
    const ancestry: (Block | Collection)[] = []
    let isTrashed: boolean | undefined
    for (let current = start; isTrashed === undefined; ) {
      isTrashed = results.get(current)
      if (isTrashed !== undefined) break
      ancestry.push(current)
      const parent = current.parent_table === 'collection' ? collections[current.parent_id] : blocks[current.parent_id]
      if (current.parent_table === 'collection' && trashedCollections.has(current.parent_id)) isTrashed = true
      else if (parent === undefined) isTrashed = false
      else if ('type' in parent && PAGE_TYPES.has(parent.type)) isTrashed = false
      else if ('type' in parent && !parent.alive) isTrashed = true
      else current = parent
    }
    for (const each of ancestry) results.set(each, isTrashed)
    return isTrashed
  }
  for (const block of all) if (PAGE_TYPES.has(block.type) && isInTrash(block)) block.alive = false
  for (const collection of Object.values(collections)) if (isInTrash(collection)) delete collections[collection.id]
}
