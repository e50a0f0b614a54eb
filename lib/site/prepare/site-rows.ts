import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { type AccessSettings, getNameAccess, mayList, PUBLIC } from '../access'
import { parseRowType, type RowType, readBlogRow } from '../blog'
import type { SiteIndex, SitePage } from '../site-index'

/** The stored pages and collections of a site. */
export interface StoredRows {
  pages: ReadonlyMap<Id, PageRecord>
  collections: ReadonlyMap<Id, Collection>
}

/** A row of a blog database that the site uses without a page of its own. */
export interface SiteRow {
  page: SitePage
  type: RowType
  record: PageRecord
  collection: Collection
}

/** Returns the published rows of these types of the site's blog databases. Everyone may know of them. */
export function findSiteRows(
  { pages, collections }: StoredRows,
  index: SiteIndex,
  settings: AccessSettings,
  types: readonly RowType[],
): SiteRow[] {
  return index.pages.flatMap((page): SiteRow[] => {
    const record = pages.get(page.id)
    const collection = collections.get(page.collection ?? '')
    const row = record && collection && readBlogRow(record.block, collection)
    const type = row && parseRowType(row.type)
    if (record === undefined || collection === undefined || type === undefined || !types.includes(type)) return []
    const isPublic =
      isClosedByTypeOnly(page) &&
      isInListedDatabase(page, index) &&
      mayList(getNameAccess(record.block, collection, settings), PUBLIC)
    return isPublic ? [{ page, type, record, collection }] : []
  })
}

/** Whether only the type of a row keeps it from being a page. */
const isClosedByTypeOnly = ({ access }: Pick<SitePage, 'access'>): boolean =>
  access.kind === 'unpublished' && access.audience === undefined && access.reason.why === 'no-page'

/** The names of the rows are public only where lists name the database. */
function isInListedDatabase({ collection = '' }: SitePage, { collections }: SiteIndex): boolean {
  const found = Object.hasOwn(collections, collection) ? collections[collection] : undefined
  return found !== undefined && mayList(found.access, PUBLIC)
}
