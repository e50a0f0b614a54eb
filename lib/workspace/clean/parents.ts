import { toUuid } from '../ids'
import { type Block, type Collection, type Id, PAGE_TYPES } from '../record-map'
import { isObject } from '../values'
import { NO_PARENT } from './block'
import type { Change } from './changes'

type Node = Block | Collection

/** The blocks and collections of a map. `all` lists the blocks. */
interface AllRecords {
  all: readonly Block[]
  blocks: Record<Id, Block>
  collections: Record<Id, Collection>
}

/**
 * Removes cycles from the parents of blocks and collections. A block inside a page whose parent is unknown or leads into a cycle
 * gets the block whose content lists it (`containers`). A page or collection in a cycle loses its parent: content must not decide where
 * it belongs, because access depends on that. Changes the records in place.
 */
export function removeParentCycles(
  { all: allBlocks, blocks, collections }: AllRecords,
  containers: ReadonlyMap<Id, Id>,
  changes: Change[],
): void {
  const all: Node[] = [...allBlocks, ...Object.values(collections)]
  const getParent = ({ parent_id, parent_table }: Node): Node | undefined => {
    if (parent_table === 'block') return blocks[parent_id]
    return parent_table === 'collection' ? collections[parent_id] : undefined
  }
  for (const node of all) {
    if (isInner(node) && node.parent_table === 'unknown') reparent(node, containers.get(node.id), changes)
  }
  const { cycles, leading } = findCycles(all, getParent)
  if (cycles.size === 0) return
  for (const node of all) {
    if (isInner(node) && leading.has(node)) reparent(node, containers.get(node.id), changes)
    else if (cycles.has(node)) reparent(node, undefined, changes)
  }
  // Content consists of trees, so a remaining cycle contains a page that names a parent inside itself.
  for (const node of findCycles(all, getParent).cycles) {
    if (!isInner(node)) reparent(node, undefined, changes)
  }
}

function isInner(node: Node): node is Block {
  return 'type' in node && !PAGE_TYPES.has(node.type)
}

function reparent(node: Node, container: Id | undefined, changes: Change[]): void {
  const where = `${'type' in node ? 'block' : 'collection'}/${node.id}/parent_id`
  if (container !== undefined) {
    if (node.parent_id === container && node.parent_table === 'block') return
    node.parent_id = container
    node.parent_table = 'block'
    changes.push({ where, what: 'parent-repaired' })
  } else if (node.parent_table !== NO_PARENT.parent_table) {
    Object.assign(node, NO_PARENT)
    changes.push({ where, what: 'parent-cut' })
  }
}

/** Returns the nodes that are part of a cycle, and those whose chain of parents leads into a cycle. */
function findCycles(nodes: Node[], getParent: (node: Node) => Node | undefined) {
  const cycles = new Set<Node>()
  const leading = new Set<Node>()
  /** The node from which each node was reached first. */
  const starts = new Map<Node, Node>()
  for (const start of nodes) {
    const path: Node[] = []
    let at: Node | undefined = start
    while (at !== undefined && !starts.has(at)) {
      starts.set(at, start)
      path.push(at)
      at = getParent(at)
    }
    if (at === undefined || path.length === 0) continue
    const isCycle = starts.get(at) === start
    if (isCycle) markCycle(at, getParent, cycles)
    if (isCycle || leading.has(at)) for (const node of path) leading.add(node)
  }
  return { cycles, leading }
}

function markCycle(from: Node, getParent: (node: Node) => Node | undefined, cycles: Set<Node>): void {
  for (let at: Node | undefined = from; at !== undefined && !cycles.has(at); at = getParent(at)) cycles.add(at)
}

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
