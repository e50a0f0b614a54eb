import { EDITOR_SETTINGS } from '../../branding/editor-settings'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { canHavePosts, isPostDatabase } from '../blog'
import type { Tree } from './tree'

/** Returns the databases whose rows are posts: by their properties and names, unless a `Look` table on their page sets it. */
export function findPostDatabases(
  { pages, collections }: { pages: ReadonlyMap<Id, PageRecord>; collections: ReadonlyMap<Id, Collection> },
  tree: Tree,
): ReadonlySet<Id> {
  const readMark = (page: Id | undefined) => EDITOR_SETTINGS.posts.parse(pages.get(page ?? '')?.look?.posts ?? '')
  const findMark = (id: Id) => {
    const owner = tree.above({ kind: 'collection', id })
    if (owner?.kind !== 'page') return undefined
    // A database that is a page of its own has no place for a table.
    const isOwnPage = pages.get(owner.id)?.block.collection_id === id
    return readMark(isOwnPage ? tree.above(owner)?.id : owner.id)
  }
  const found = [...collections.values()].filter((each) => {
    const mark = findMark(each.id)
    return mark === undefined ? isPostDatabase(each) : mark === 'yes' && canHavePosts(each)
  })
  return new Set(found.map(({ id }) => id))
}
