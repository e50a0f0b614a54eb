import type { SiteIndex, SitePage } from '../site/site-index'
import type { SyncRequest } from '../snapshot/sync-requests'
import type { Id } from '../workspace/record-map'
import type { NotionEvent } from './notion-event'

/**
 * Returns what the sync must fetch for an event; undefined if nothing.
 * - For a database: its id and its collections, by which the sync identifies it.
 * - For a view: also the pages that show it.
 * - For an unknown database: all changes.
 * - For a view of an unknown database: all changes and the database.
 */
export function getSyncRequest(
  { isDatabase, isView, deleted, refresh }: NotionEvent,
  index: SiteIndex | undefined,
): SyncRequest | undefined {
  if (refresh === 'nothing') return undefined
  if ('all' in refresh) return refresh
  const known = isDatabase ? findKnown(refresh.pages, isView, index) : []
  const isUnknown = isDatabase && known.length === 0
  if (isUnknown && !isView && deleted === undefined) return { all: true }
  const pages = [...new Set([...refresh.pages, ...known])]
  return { pages, ...(deleted && { deleted: [deleted] }), ...(isUnknown && { all: true }) }
}

/** Returns the known collections of a database, and for a changed view the pages that show them. */
function findKnown(ids: readonly Id[], isView: boolean, index: SiteIndex | undefined): Id[] {
  if (index === undefined) return []
  const [database = ''] = ids
  const shown = index.pages.find((page) => page.id === database)?.collections ?? []
  const collections = [...shown, ...ids.filter((id) => Object.hasOwn(index.collections, id))]
  const shows = (page: SitePage) => collections.some((id) => page.collections.includes(id))
  return [...collections, ...(isView ? index.pages.filter(shows).map(({ id }) => id) : [])]
}
