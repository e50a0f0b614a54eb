import type { Block, Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'

/** A page or collection, as an ancestor of pages. */
export type Holder = { kind: 'page'; id: Id } | { kind: 'collection'; id: Id }

/** The hierarchy of pages and collections by their `parent_id`, independent of links. */
export interface Tree {
  /** Returns the nearest page or collection above; undefined if it is not in the snapshot. */
  above(of: Holder): Holder | undefined
  /** Returns the page that contains a block. */
  pageOfBlock(id: Id): Id | undefined
}

/** Builds the tree over all known pages and collections. */
export function createTree(pages: ReadonlyMap<Id, PageRecord>, collections: ReadonlyMap<Id, Collection>): Tree {
  const pageOfBlock = new Map<Id, Id>()
  for (const page of pages.values()) {
    for (const block of page.holders) pageOfBlock.set(block, page.id)
  }
  const holder = (record: Pick<Block | Collection, 'parent_id' | 'parent_table'>): Holder | undefined => {
    if (record.parent_table === 'collection') {
      return collections.has(record.parent_id) ? { kind: 'collection', id: record.parent_id } : undefined
    }
    if (record.parent_table !== 'block') return undefined
    const id = pages.has(record.parent_id) ? record.parent_id : pageOfBlock.get(record.parent_id)
    return id === undefined ? undefined : { kind: 'page', id }
  }
  return {
    above({ kind, id }) {
      const record = kind === 'page' ? pages.get(id)?.block : collections.get(id)
      return record && holder(record)
    },
    pageOfBlock: (id) => (pages.has(id) ? id : pageOfBlock.get(id)),
  }
}

/**
 * Returns a function that derives a value for each page and collection from itself and the value of its parent. Each value is computed
 * once, without recursion. At the top and at a cycle, there is no value from above.
 */
export function createInheritance<Value>(
  above: (of: Holder) => Holder | undefined,
  derive: (of: Holder, fromAbove: Value | undefined) => Value,
): (of: Holder) => Value {
  const known = new Map<string, Value>()
  const keyOf = ({ kind, id }: Holder) => `${kind} ${id}`
  return (of) => {
    const way = new Map<string, Holder>()
    for (let at: Holder | undefined = of; at !== undefined; at = above(at)) {
      const key = keyOf(at)
      if (known.has(key) || way.has(key)) break
      way.set(key, at)
    }
    for (const [key, step] of [...way].reverse()) {
      const next = above(step)
      known.set(key, derive(step, next && known.get(keyOf(next))))
    }
    return known.get(keyOf(of)) as Value
  }
}

/**
 * Returns a function that checks whether a page or collection belongs to the site: its ancestors end at one of the `roots`, or at any top
 * page if there are none, without trashed pages and cycles.
 */
export function createMembershipTest(
  tree: Tree,
  pages: ReadonlyMap<Id, PageRecord>,
  roots: readonly Id[],
): (of: Holder) => boolean {
  return createInheritance<boolean>(tree.above, (of, fromAbove) => {
    if (of.kind === 'page' && pages.get(of.id)?.block.alive === false) return false
    if (isRoot(of, roots)) return true
    return fromAbove ?? (roots.length === 0 && tree.above(of) === undefined)
  })
}

export const isRoot = ({ kind, id }: Holder, roots: readonly Id[]): boolean => kind === 'page' && roots.includes(id)

/** Returns the page that holds each synced block which another page shows. */
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
