import type { Block, Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { getLeastPrivilegedViewers, mayList } from '../access'
import type { Access } from '../site-index'

/** A page or collection, as an ancestor of pages. */
export type TreeNode = { kind: 'page'; id: Id } | { kind: 'collection'; id: Id }

/** The hierarchy of pages and collections by their `parent_id`, independent of links. */
export interface Tree {
  /** Returns the nearest page or collection above; undefined if it is not in the snapshot. */
  above(node: TreeNode): TreeNode | undefined
  /** Returns the page that contains a block. */
  pageOfBlock(id: Id): Id | undefined
  /** Whether a page or collection is in a block that its page does not show. */
  isHidden(node: TreeNode): boolean
}

/** Builds the tree over all known pages and collections. `revealed` are blocks that count as shown although their pages do not show them. */
export function createTree(
  pages: ReadonlyMap<Id, PageRecord>,
  collections: ReadonlyMap<Id, Collection>,
  revealed: ReadonlySet<Id> = new Set(),
): Tree {
  let pagesOfBlocks: ReadonlyMap<Id, Id> | undefined
  const pageOfBlock = (id: Id): Id | undefined => {
    if (pages.has(id)) return id
    // Most parents are pages. A site has many more blocks.
    pagesOfBlocks ??= collectPagesOfBlocks(pages)
    return pagesOfBlocks.get(id)
  }
  const hidden = new Set<Id>()
  for (const page of pages.values()) {
    for (const block of page.hidden) if (!revealed.has(block)) hidden.add(block)
  }
  const findParent = (record: Pick<Block | Collection, 'parent_id' | 'parent_table'>): TreeNode | undefined => {
    if (record.parent_table === 'collection') {
      return collections.has(record.parent_id) ? { kind: 'collection', id: record.parent_id } : undefined
    }
    if (record.parent_table !== 'block') return undefined
    const id = pageOfBlock(record.parent_id)
    return id === undefined ? undefined : { kind: 'page', id }
  }
  return {
    above({ kind, id }) {
      const record = kind === 'page' ? pages.get(id)?.block : collections.get(id)
      return record && findParent(record)
    },
    pageOfBlock,
    isHidden({ kind, id }) {
      const record = kind === 'page' ? pages.get(id)?.block : collections.get(id)
      return hidden.has(id) || (record?.parent_table === 'block' && hidden.has(record.parent_id))
    },
  }
}

function collectPagesOfBlocks(pages: ReadonlyMap<Id, PageRecord>): Map<Id, Id> {
  const found = new Map<Id, Id>()
  for (const { id, holders, hidden } of pages.values()) {
    for (const block of holders) found.set(block, id)
    for (const block of hidden) found.set(block, id)
  }
  return found
}

/**
 * Returns a function that derives a value for each page and collection from itself and the value of its parent. Each value is computed
 * once, without recursion. At the top and at a cycle, there is no value from above.
 */
export function createInheritance<Value>(
  above: (node: TreeNode) => TreeNode | undefined,
  derive: (node: TreeNode, fromAbove: Value | undefined) => Value,
): (node: TreeNode) => Value {
  const values = new Map<string, Value>()
  const getKey = ({ kind, id }: TreeNode) => `${kind} ${id}`
  return (node) => {
    const path = new Map<string, TreeNode>()
    for (let current: TreeNode | undefined = node; current !== undefined; current = above(current)) {
      const key = getKey(current)
      if (values.has(key) || path.has(key)) break
      path.set(key, current)
    }
    for (const [key, step] of [...path].reverse()) {
      const next = above(step)
      values.set(key, derive(step, next && values.get(getKey(next))))
    }
    return values.get(getKey(node)) as Value
  }
}

/**
 * Returns a function that checks whether a page or collection belongs to the site: its ancestors end at one of the `roots`, or at any top
 * page if there are none, without trashed pages, blocks that are not shown, and cycles.
 */
export function createMembershipTest(
  tree: Tree,
  pages: ReadonlyMap<Id, PageRecord>,
  roots: readonly Id[],
): (node: TreeNode) => boolean {
  return createInheritance<boolean>(tree.above, (node, fromAbove) => {
    if (node.kind === 'page' && pages.get(node.id)?.block.alive === false) return false
    if (isRoot(node, roots)) return true
    if (tree.isHidden(node)) return false
    return fromAbove ?? (roots.length === 0 && tree.above(node) === undefined)
  })
}

export const isRoot = ({ kind, id }: TreeNode, roots: readonly Id[]): boolean => kind === 'page' && roots.includes(id)

/** Returns the page that contains each synced block which another page shows. */
export function findSyncedOwners(pages: ReadonlyMap<Id, PageRecord>, tree: Tree): Record<Id, Id> {
  const owners: Record<Id, Id> = {}
  for (const page of pages.values()) {
    for (const container of page.synced) {
      const owner = tree.pageOfBlock(container)
      if (owner !== undefined) owners[container] = owner
    }
  }
  return owners
}

interface Revealed {
  /** The blocks that count as shown on their own pages. */
  blocks: Set<Id>
  /** The ids of the synced blocks that contain them, by page. */
  containers: Map<Id, Id[]>
}

/**
 * Finds the synced blocks that their own pages do not show, but whose copies on other pages do. Such a block counts as shown on its own page,
 * with its files and child pages, if all readers of that page may also find a copy. Otherwise, what only the copy shows to fewer readers
 * would be open to more.
 */
export function findRevealed(members: readonly PageRecord[], getAccess: (page: Id) => Access): Revealed {
  const revealed: Revealed = { blocks: new Set(), containers: new Map() }
  if (members.every(({ concealed }) => concealed === undefined)) return revealed
  const copies = new Map<Id, Set<Id>>()
  for (const { id, synced } of members) {
    for (const container of synced) copies.set(container, (copies.get(container) ?? new Set()).add(id))
  }
  for (const { id, concealed = {} } of members) {
    const access = getAccess(id)
    const viewers = getLeastPrivilegedViewers(access)
    const isOpen = (page: Id) => viewers.length > 0 && viewers.every((each) => mayList(getAccess(page), each, access))
    const found = Object.keys(concealed).filter((container) => [...(copies.get(container) ?? [])].some(isOpen))
    if (found.length > 0) revealed.containers.set(id, found)
    for (const container of found) for (const block of concealed[container] ?? []) revealed.blocks.add(block)
  }
  return revealed
}
