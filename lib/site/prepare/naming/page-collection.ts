import type { Collection, Id } from '../../../workspace/record-map'
import type { PageRecord } from '../../../workspace/stored'
import { getLeastPrivilegedViewers, mayList, mayRead } from '../../access'
import type { Access } from '../../site-index'
import type { TreeNode } from '../tree'

interface Rules {
  collections: ReadonlyMap<Id, Collection>
  isInSite(node: TreeNode): boolean
  access(node: TreeNode): Access
}

/**
 * Returns the collection whose name, icon, cover and description a page has because it is a database: its own one, or that of another page
 * if everyone who sees the title of this page may read it.
 */
export function findPageCollection(
  { id, block }: Pick<PageRecord, 'id' | 'block'>,
  { collections, isInSite, access }: Rules,
): Collection | undefined {
  const collection = collections.get(block.collection_id ?? '')
  if (collection === undefined) return undefined
  const node: TreeNode = { kind: 'collection', id: collection.id }
  if (!isInSite(node)) return undefined
  const [from, to] = [access({ kind: 'page', id }), access(node)]
  const viewers = getLeastPrivilegedViewers(from)
  if (collection.parent_id === id) return viewers.every((each) => mayRead(to, each)) ? collection : undefined
  // The title of a locked page is shown without its password.
  const isListed = viewers.every((each) => mayList(to, { ...each, unlocked: [] }, from))
  return viewers.length > 0 && isListed ? collection : undefined
}
