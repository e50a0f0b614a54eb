import type { SiteIndex } from '../site/site-index'
import type { SyncRequest } from '../snapshot/sync-requests'
import type { NotionEvent } from './notion-event'

/**
 * Returns what the sync must fetch for an event; undefined if nothing. The sync identifies databases by their collections, so those of
 * the named page are added. For a database that the site does not know, it fetches all changes.
 */
export function getSyncRequest(
  { isDatabase, refresh }: NotionEvent,
  index: SiteIndex | undefined,
): SyncRequest | undefined {
  if (refresh === 'nothing') return undefined
  if (!isDatabase || 'all' in refresh) return refresh
  const [database = ''] = refresh.pages
  const shown = index?.pages.find((page) => page.id === database)?.collections ?? []
  const isCollection = index !== undefined && Object.hasOwn(index.collections, database)
  return shown.length > 0 || isCollection ? { pages: [...refresh.pages, ...shown] } : { all: true }
}
