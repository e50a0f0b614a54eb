import { type Block, type Id, PAGE_TYPES } from '../record-map'
import type { Change } from './changes'

/** How deep content may be nested below its page. React and recursive code handle about 60 levels. */
export const MAX_DEPTH = 40

type Blocks = Record<Id, Block>

/**
 * Turns the content of all blocks into trees no deeper than {@link MAX_DEPTH}. If several blocks list the same child, its
 * own parent keeps it if that is one of them. Returns the container of each child, which is the block whose content
 * lists it. Changes the blocks in place, and adds aliases to `all` as well.
 */
export function buildContentTrees(all: Block[], blocks: Blocks, changes: Change[]): ReadonlyMap<Id, Id> {
  const parents = all.filter(({ content }) => content.length > 0)
  const placed = placeListedOnce(parents)
  const containers = placed ?? placeChildren(all, blocks)
  // A call with all of them as arguments would fail in a large map.
  if (placed === undefined) for (const alias of removeRepeated(parents, blocks, containers, changes)) all.push(alias)
  for (const block of parents) {
    const isTop = PAGE_TYPES.has(block.type) || !containers.has(block.id)
    if (isTop) liftDeepest(block, blocks, containers, changes)
  }
  return containers
}

/** Removes children from all contents but that of their container. Returns the aliases that it puts in the place of pages. */
function removeRepeated(parents: Block[], blocks: Blocks, containers: Map<Id, Id>, changes: Change[]): Block[] {
  const aliases: Block[] = []
  for (const block of parents) {
    if (block.content.every((child) => containers.get(child) === block.id)) continue
    block.content = block.content.flatMap((child) => {
      if (containers.get(child) === block.id) return [child]
      changes.push({ where: `block/${block.id}/content`, what: 'listed-again' })
      const alias = createAlias(block, child, blocks)
      if (alias === undefined) return []
      aliases.push(alias)
      return [alias.id]
    })
    for (const child of block.content) containers.set(child, block.id)
  }
  return aliases
}

/**
 * Returns the containers of all children if each is listed once and no block contains itself, as in almost every map; undefined otherwise.
 * It gives the same result as {@link placeChildren} in a fraction of the time.
 */
function placeListedOnce(parents: readonly Block[]): Map<Id, Id> | undefined {
  const containers = new Map<Id, Id>()
  let listed = 0
  for (const { id, content } of parents) {
    for (const child of content) containers.set(child, id)
    listed += content.length
    if (containers.size < listed) return undefined
  }
  const checked = new Set<Id>()
  for (const { id } of parents) {
    const path = new Set<Id>()
    for (let at: Id | undefined = id; at !== undefined && !checked.has(at); at = containers.get(at)) {
      if (path.has(at)) return undefined
      path.add(at)
    }
    for (const each of path) checked.add(each)
  }
  return containers
}

/**
 * Chooses one container for each listed child. Walks level by level, first from blocks that no other block lists. A child that its own
 * parent also lists is placed when the walk reaches that parent. Cycles are entered last: at a page, or else at any block.
 */
function placeChildren(all: Block[], blocks: Blocks): Map<Id, Id> {
  const listed = new Set<Id>()
  const listedByParent = new Set<Id>()
  for (const block of all) {
    for (const child of block.content) {
      listed.add(child)
      if (blocks[child]?.parent_id === block.id) listedByParent.add(child)
    }
  }
  const containers = new Map<Id, Id>()
  const reached = new Set<Id>()
  const waiting: [container: Id, child: Id][] = []
  const walk = (start: Id) => {
    const queue = [start]
    for (const id of queue) {
      for (const child of blocks[id]?.content ?? []) {
        if (reached.has(child)) continue
        if (listedByParent.has(child) && blocks[child]?.parent_id !== id) {
          waiting.push([id, child])
          continue
        }
        reached.add(child)
        containers.set(child, id)
        queue.push(child)
      }
    }
  }
  const walkFrom = (starts: Block[]) => {
    for (const { id } of starts) {
      if (reached.has(id)) continue
      reached.add(id)
      walk(id)
    }
    // The walk may append more children to `waiting`; this loop reaches them, too.
    for (const [container, child] of waiting) {
      if (reached.has(child)) continue
      reached.add(child)
      containers.set(child, container)
      walk(child)
    }
    waiting.length = 0
  }
  walkFrom(all.filter(({ id }) => !listed.has(id)))
  walkFrom(all.filter(({ type }) => PAGE_TYPES.has(type)))
  walkFrom(all)
  return containers
}

/** Creates an alias for a page listed by a block that is not its container, which is an older way to store a link to a page. */
function createAlias(container: Block, page: Id, blocks: Blocks): Block | undefined {
  const target = blocks[page]
  if (target === undefined || target === container || !PAGE_TYPES.has(target.type)) return undefined
  const id = mixIds(container.id, page)
  if (blocks[id] !== undefined) return undefined
  const alias: Block = {
    id,
    type: 'alias',
    parent_id: container.id,
    parent_table: 'block',
    alive: true,
    properties: {},
    format: { alias_pointer: { id: page } },
    content: [],
    created_time: 0,
    last_edited_time: 0,
  }
  blocks[id] = alias
  return alias
}

/** Combines two ids into one by the exclusive or of their digits. */
function mixIds(a: Id, b: Id): Id {
  const digit = (at: number) => (Number.parseInt(a.charAt(at), 16) ^ Number.parseInt(b.charAt(at), 16)).toString(16)
  return Array.from(a, (character, at) => (character === '-' ? '-' : digit(at))).join('')
}

/** Moves blocks below the deepest level up to it: each follows the block that contained it, in the same order. */
function liftDeepest(top: Block, blocks: Blocks, containers: Map<Id, Id>, changes: Change[]): void {
  let level = [top]
  for (let depth = 1; depth < MAX_DEPTH && level.length > 0; depth++)
    level = level.flatMap((block) => getInnerBlocks(block, blocks))
  for (const block of level) {
    const content = block.content.flatMap((child) => flatten(child, blocks))
    if (content.length === block.content.length) continue
    changes.push({ where: `block/${block.id}/content`, what: 'lifted' })
    block.content = content
    for (const child of content) containers.set(child, block.id)
  }
}

/** Returns the children of a block that have content on the same page. */
function getInnerBlocks(block: Block, blocks: Blocks): Block[] {
  return block.content.flatMap((id) => {
    const child = blocks[id]
    return child === undefined || PAGE_TYPES.has(child.type) || child.content.length === 0 ? [] : [child]
  })
}

/** Returns a block and its descendants in reading order, and empties their content. Tables keep their rows. */
function flatten(top: Id, blocks: Blocks): Id[] {
  const ids: Id[] = []
  const stack = [top]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    ids.push(id)
    const block = blocks[id]
    if (block === undefined || PAGE_TYPES.has(block.type) || isPlainTable(block, blocks)) continue
    for (const child of block.content.toReversed()) stack.push(child)
    block.content = []
  }
  return ids
}

function isPlainTable({ type, content }: Block, blocks: Blocks): boolean {
  return type === 'table' && content.every((row) => (blocks[row]?.content.length ?? 0) === 0)
}
