import { EDITOR_SETTINGS } from '../../branding/editor-settings'
import type { Collection, Id } from '../../workspace/record-map'
import type { FirstDatabase, PageRecord } from '../../workspace/stored'
import { canHavePosts, findBlogProperties, isPostDatabase, parseRowType, readBlogRow } from '../blog'
import type { RowFacts } from '../row-facts'
import type { PostList, SiteIndex, SitePage } from '../site-index'
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

/**
 * Returns the database that the home page shows as a list of posts: the first database of the page, if it contains posts. Returns null if
 * an editor arranged its first view for visitors, because the page then shows that view.
 */
export function findPostList(
  root: PageRecord | undefined,
  collections: ReadonlyMap<Id, Collection>,
  postDatabases: ReadonlySet<Id>,
): PostList | null {
  const first = root?.firstDatabase
  const collection = collections.get(first?.collection ?? '')
  if (root === undefined || first === undefined || collection === undefined) return null
  if (!postDatabases.has(collection.id) || isArrangedForVisitors(first, collection)) return null
  return { page: root.id, block: first.block, collection: first.collection }
}

/**
 * Whether a view is meant for visitors. Tables are not, because Notion creates each database as a table. A view with the type or status of
 * rows is not, because editors use it for their work, such as a board by status.
 */
function isArrangedForVisitors({ layout, properties }: FirstDatabase, collection: Collection): boolean {
  const { type, statuses = [] } = findBlogProperties(collection) ?? {}
  return layout !== 'table' && !properties.some((id) => id === type || statuses.includes(id))
}

/**
 * Applies the settings of the `Look` table to the lists of posts: their order, and the tag that pins posts. By default, a list keeps the
 * order of a blog database's first view if an editor arranged it, as in NotionNext, and is sorted by date otherwise.
 */
export function arrangePosts(
  { look, pages: sitePages, postList, languages }: SiteIndex,
  { pages, collections }: { pages: ReadonlyMap<Id, PageRecord>; collections: ReadonlyMap<Id, Collection> },
): void {
  const posts = new Set(sitePages.filter(({ isPost }) => isPost).map(({ id }) => id))
  for (const list of [postList, ...languages.map((language) => language.postList)]) {
    const first = pages.get(list?.page ?? '')?.firstDatabase
    const collection = collections.get(list?.collection ?? '')
    if (!list || first?.rows === undefined || collection === undefined || look.postOrder === 'date') continue
    const order = first.rows.filter((id) => posts.has(id))
    const isArranged = findBlogProperties(collection) !== undefined && (first.isSorted || isMoved(order, pages))
    if (look.postOrder === 'view' || isArranged) list.order = order
  }
  const { pinnedTag } = look
  if (pinnedTag === undefined) return
  for (const page of sitePages) if (page.isPost && page.tags.includes(pinnedTag)) page.isPinned = true
}

/** Whether rows have another order than that of their creation, which Notion gives to new rows. */
function isMoved(rows: readonly Id[], pages: ReadonlyMap<Id, PageRecord>): boolean {
  const created = rows.flatMap((id) => pages.get(id)?.block.created_time ?? [])
  return created.some((time, at) => time < (created[at - 1] ?? 0))
}

/** Returns what lists show of a post. In a blog database, rows of other types than `Post` are not posts. */
export function describePost(
  { block, firstImage }: PageRecord,
  collection: Collection,
  { isPinned, series, part }: RowFacts,
): Pick<SitePage, 'isPost' | 'isPinned' | 'picture' | 'series' | 'part'> {
  const row = readBlogRow(block, collection)
  if (row !== undefined && parseRowType(row.type) !== 'post') return {}
  const cover = block.format.page_cover
  const picture = typeof cover === 'string' && cover !== '' ? cover : firstImage
  return {
    isPost: true,
    ...(isPinned && { isPinned }),
    ...(picture !== undefined && { picture }),
    ...(series !== undefined && { series, ...(part !== undefined && { part }) }),
  }
}
