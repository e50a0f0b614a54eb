import { LIMITS } from '../budget'
import { type Block, type Id, PAGE_TYPES } from '../record-map'
import { isObject } from '../values'
import type { Change, ChangeKind } from './changes'
import { MAX_DEPTH } from './tree'

/** How deep content may be nested with synced blocks. */
const MAX_SHOWN_DEPTH = MAX_DEPTH + 20

type Blocks = Record<Id, Block>

/**
 * A page or the container of a synced block. Its edges lead to the containers that it shows, so the scopes form a graph, in which a cycle
 * is content that shows itself.
 */
interface Scope {
  id: Id
  /** The number of its own blocks, without those of inner containers. */
  size: number
  /** The depth of its deepest own block. */
  height: number
  edges: Edge[]
  /** The scopes that contain this one, from the page inwards. */
  outer: Id[]
  /** Its depth in the outermost scope. */
  base: number
}

/** A container that is shown at this depth, either in place or by the synced block `reference`. */
interface Edge {
  target: Id
  depth: number
  reference?: Id
}

/** The size and height of a scope with everything that it shows. */
interface Extent {
  size: number
  height: number
}

/** Returns the id of the container that a synced block shows. */
export function getShownContainer(block: Block): Id | undefined {
  const pointer = block.type === 'transclusion_reference' ? block.format.transclusion_reference_pointer : undefined
  return isObject(pointer) && typeof pointer.id === 'string' ? pointer.id : undefined
}

/**
 * Removes the pointer of every synced block that shows itself (directly or through others), a block that is not a container, or
 * more than a page may contain. Requires the content trees that `buildContentTrees` makes. Changes the blocks in place.
 */
export function removeInvalidSyncs(all: readonly Block[], blocks: Blocks, changes: Change[]): void {
  if (!all.some((block) => getShownContainer(block) !== undefined)) return
  const scopes = new Map<Id, Scope>()
  const removePointer = (id: Id, what: ChangeKind) => {
    delete blocks[id]?.format.transclusion_reference_pointer
    changes.push({ where: `block/${id}/format/transclusion_reference_pointer`, what })
  }
  for (const block of all) {
    const target = getShownContainer(block)
    const found = target === undefined ? undefined : blocks[target]
    if (found !== undefined && found.type !== CONTAINER) removePointer(block.id, 'sync-target')
  }
  const contained = new Set(all.flatMap((block) => block.content))
  for (const block of all) {
    if (PAGE_TYPES.has(block.type) || !contained.has(block.id)) addScopes(block, blocks, scopes)
  }
  checkReferences(scopes, removePointer)
}

const CONTAINER = 'transclusion_container'

/** Adds the scopes in the content of a page, or of a block that no other block contains. */
function addScopes(top: Block, blocks: Blocks, scopes: Map<Id, Scope>): void {
  if (scopes.has(top.id)) return
  const addScope = (block: Block, outer: Id[], base: number): Scope => {
    const scope: Scope = { id: block.id, size: 0, height: 0, edges: [], outer, base }
    scopes.set(block.id, scope)
    return scope
  }
  const stack: { block: Block; scope: Scope; depth: number }[] = [{ block: top, scope: addScope(top, [], 0), depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { block, scope, depth } = next
    scope.size++
    scope.height = Math.max(scope.height, depth)
    const shown = getShownContainer(block)
    if (shown !== undefined) scope.edges.push({ target: shown, depth: depth + 1, reference: block.id })
    for (const id of block.content.toReversed()) {
      const child = blocks[id]
      if (child === undefined || PAGE_TYPES.has(child.type)) continue
      if (child.type === CONTAINER) {
        scope.edges.push({ target: id, depth: depth + 1 })
        const inner = addScope(child, [...scope.outer, scope.id], scope.base + depth + 1)
        stack.push({ block: child, scope: inner, depth: 0 })
      } else {
        stack.push({ block: child, scope, depth: depth + 1 })
      }
    }
  }
}

/**
 * Walks the graph of scopes depth first, and measures each scope after those that it shows. Calls `remove` for each synced block that
 * closes a cycle, or that would show too much.
 */
function checkReferences(scopes: Map<Id, Scope>, remove: (reference: Id, what: ChangeKind) => void): void {
  const extents = new Map<Id, Extent>()
  const addExtent = createExtentCounter()
  /** For each scope, how many scopes of the stack it contains, itself included. A reference to one that contains any closes a cycle. */
  const onStack = new Map<Id, number>()
  const count = ({ id, outer }: Scope, by: number) => {
    for (const each of [id, ...outer]) onStack.set(each, (onStack.get(each) ?? 0) + by)
  }
  for (const start of scopes.values()) {
    if (extents.has(start.id)) continue
    const stack = [createFrame(start)]
    count(start, 1)
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const edge = frame.scope.edges[frame.next]
      const target = edge && scopes.get(edge.target)
      if (edge === undefined) {
        extents.set(frame.scope.id, frame.extent)
        count(frame.scope, -1)
        stack.pop()
      } else if (target === undefined) {
        frame.next++
      } else if (edge.reference !== undefined && (onStack.get(target.id) ?? 0) > 0) {
        remove(edge.reference, 'sync-cycle')
        frame.next++
      } else {
        const extent = extents.get(target.id)
        if (extent === undefined) {
          stack.push(createFrame(target))
          count(target, 1)
        } else {
          if (!addExtent(frame, edge, extent) && edge.reference !== undefined) remove(edge.reference, 'sync-too-large')
          frame.next++
        }
      }
    }
  }
}

/** An entry of the stack: a scope in progress. */
interface Frame {
  scope: Scope
  /** The index of the next edge to follow. */
  next: number
  /** What it shows so far. */
  extent: Extent
}

function createFrame(scope: Scope): Frame {
  return { scope, next: 0, extent: { size: scope.size, height: scope.height } }
}

/** Creates a function that adds the content of an edge to a frame. It returns false if a synced block would show too much. */
function createExtentCounter(): (frame: Frame, edge: Edge, shown: Extent) => boolean {
  /** The number of blocks that synced blocks have added to each page so far. */
  const used = new Map<Id, number>()
  return ({ scope, extent }, { depth, reference }, shown) => {
    if (reference !== undefined) {
      const page = scope.outer[0] ?? scope.id
      const total = (used.get(page) ?? 0) + shown.size
      if (total > LIMITS.synced || scope.base + depth + shown.height > MAX_SHOWN_DEPTH) return false
      used.set(page, total)
    }
    extent.size += shown.size
    extent.height = Math.max(extent.height, depth + shown.height)
    return true
  }
}
