import { type Block, type Collection, type Id, PAGE_TYPES } from '../record-map'
import { NO_PARENT } from './block'
import type { Change } from './changes'

type Node = Block | Collection

/**
 * Makes every chain of parents end. A block inside a page whose parent is unknown or in a circle gets the block that holds it;
 * a page or collection in a circle belongs nowhere, because nothing else may say where it belongs. Changes records in place.
 */
export function settleParents(
  blocks: Record<Id, Block>,
  collections: Record<Id, Collection>,
  holders: ReadonlyMap<Id, Id>,
  changes: Change[],
): void {
  const all: Node[] = [...Object.values(blocks), ...Object.values(collections)]
  const parentOf = ({ parent_id, parent_table }: Node): Node | undefined => {
    if (parent_table === 'block') return blocks[parent_id]
    return parent_table === 'collection' ? collections[parent_id] : undefined
  }
  for (const node of all) {
    if (isInner(node) && node.parent_table === 'unknown') reparent(node, holders.get(node.id), changes)
  }
  const { circles, leading } = circlesIn(all, parentOf)
  for (const node of all) {
    if (isInner(node) && leading.has(node)) reparent(node, holders.get(node.id), changes)
    else if (circles.has(node)) reparent(node, undefined, changes)
  }
  // Content forms trees, so a circle that is left runs through a page that names a parent inside itself.
  for (const node of circlesIn(all, parentOf).circles) {
    if (!isInner(node)) reparent(node, undefined, changes)
  }
}

function isInner(node: Node): node is Block {
  return 'type' in node && !PAGE_TYPES.has(node.type)
}

function reparent(node: Node, holder: Id | undefined, changes: Change[]): void {
  const where = `${'type' in node ? 'block' : 'collection'}/${node.id}/parent_id`
  if (holder !== undefined) {
    if (node.parent_id === holder && node.parent_table === 'block') return
    node.parent_id = holder
    node.parent_table = 'block'
    changes.push({ where, what: 'parent-repaired' })
  } else if (node.parent_table !== NO_PARENT.parent_table) {
    Object.assign(node, NO_PARENT)
    changes.push({ where, what: 'parent-cut' })
  }
}

/** The nodes that lie on circles of parents, and all whose chain of parents leads into one. */
function circlesIn(nodes: Node[], parentOf: (node: Node) => Node | undefined) {
  const circles = new Set<Node>()
  const leading = new Set<Node>()
  const done = new Set<Node>()
  for (const start of nodes) {
    const path = new Set<Node>()
    let at: Node | undefined = start
    while (at !== undefined && !done.has(at) && !path.has(at)) {
      path.add(at)
      at = parentOf(at)
    }
    if (at !== undefined && path.has(at)) markCircle(at, parentOf, circles)
    const leads = at !== undefined && (path.has(at) || leading.has(at))
    for (const node of path) {
      done.add(node)
      if (leads) leading.add(node)
    }
  }
  return { circles, leading }
}

function markCircle(from: Node, parentOf: (node: Node) => Node | undefined, circles: Set<Node>): void {
  for (let at: Node | undefined = from; at !== undefined && !circles.has(at); at = parentOf(at)) circles.add(at)
}
