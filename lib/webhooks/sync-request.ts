import type { SiteIndex } from '../site/site-index'
import type { SyncRequest } from '../snapshot/sync-requests'
import type { NotionEvent } from './notion-event'

/**
 * Returns what the sync must fetch for an event; undefined if nothing. The sync identifies databases by their collections, so those of
 * the named page are added, and for a changed view the pages that show its collection. For a database that the site does not know, the
 * sync fetches all changes.
 */
export function getSyncRequest(
  { isDatabase, isView, refresh }: NotionEvent,
  index: SiteIndex | undefined,
): SyncRequest | undefined {
  if (refresh === 'nothing') return undefined
  if (!isDatabase || 'all' in refresh) return refresh
  const [database = ''] = refresh.pages
  const shown = index?.pages.find((page) => page.id === database)?.collections ?? []
  const named = refresh.pages.filter((id) => index !== undefined && Object.hasOwn(index.collections, id))
  if (shown.length === 0 && named.length === 0) return { all: true }
  const collections = [...shown, ...named]
  const showing = isView
    ? (index?.pages ?? []).filter((page) => collections.some((id) => page.collections.includes(id)))
    : []
  return { pages: [...new Set([...refresh.pages, ...shown, ...showing.map(({ id }) => id)])] }
}
