import type { SiteIndex } from '../site/types'
import type { SyncRequest } from '../snapshot/sync-requests'
import type { NotionEvent } from './notion-event'

/**
 * What the sync is to be asked for, for an event. A database is known to it by its collection: the one that the page named shows.
 * Of one that the site does not know, all that changed is asked for.
 */
export function wantedOf({ isDatabase, refresh }: NotionEvent, index: SiteIndex | undefined): SyncRequest | undefined {
  if (refresh === 'nothing') return undefined
  if (!isDatabase || 'all' in refresh) return refresh
  const [database = ''] = refresh.pages
  const shown = index?.pages.find((page) => page.id === database)?.collections ?? []
  const isCollection = index !== undefined && Object.hasOwn(index.collections, database)
  return shown.length > 0 || isCollection ? { pages: [...refresh.pages, ...shown] } : { all: true }
}
