import type { Block, Collection, Id } from '../workspace/record-map'
import type { PageRecord } from '../workspace/stored'

/** One step of a page's way up: the page or the collection that holds it. */
export type Holder = { kind: 'page'; id: Id } | { kind: 'collection'; id: Id }

/** Where pages and collections hang: their parents by their own `parent_id`, never by who links to them. */
export interface Tree {
  /** The nearest page or collection above; undefined when it is not in the snapshot. */
  holderOfPage(id: Id): Holder | undefined
  holderOfCollection(id: Id): Holder | undefined
  /** The page that a block lies on. */
  pageOfBlock(id: Id): Id | undefined
}

/** Builds the tree over all known pages and collections. */
export function treeOf(pages: ReadonlyMap<Id, PageRecord>, collections: ReadonlyMap<Id, Collection>): Tree {
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
    holderOfPage: (id) => {
      const page = pages.get(id)
      return page && holder(page.block)
    },
    holderOfCollection: (id) => {
      const collection = collections.get(id)
      return collection && holder(collection)
    },
    pageOfBlock: (id) => (pages.has(id) ? id : pageOfBlock.get(id)),
  }
}

/**
 * The holders of a page or collection from the nearest up to `root`, or to the top where there is no root.
 * Undefined when the way ends elsewhere, leads through something trashed or runs in a circle: it does not belong to the site.
 */
export function wayUp(
  start: Holder,
  tree: Tree,
  pages: ReadonlyMap<Id, PageRecord>,
  root: Id | undefined,
): Holder[] | undefined {
  const holders: Holder[] = []
  const seen = new Set<Id>([start.id])
  let at = start
  while (true) {
    if (at.kind === 'page' && pages.get(at.id)?.block.alive === false) return undefined
    if (at.id === root) return holders
    const next = at.kind === 'page' ? tree.holderOfPage(at.id) : tree.holderOfCollection(at.id)
    if (next === undefined) return root === undefined ? holders : undefined
    if (seen.has(next.id)) return undefined
    seen.add(next.id)
    holders.push(next)
    at = next
  }
}
