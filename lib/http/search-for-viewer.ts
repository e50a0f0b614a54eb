import 'server-only'
import { timeSearch } from '../metrics/requests'
import { createFileAddress } from '../page/create-view-context'
import { getIconAddress } from '../page/icons'
import { getSearchIndex } from '../search/embedded'
import type { SearchQuery } from '../search/index-contract'
import type { SearchResponse } from '../search/results'
import { searchSite } from '../search/search-site'
import { getSite, getStore, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'

/**
 * Returns search results that browsers can show; undefined while there is no site. When `signal` aborts because the client is gone, a
 * waiting search is dropped.
 */
export async function searchForViewer(
  searchQuery: SearchQuery,
  viewer: Viewer,
  signal?: AbortSignal,
): Promise<SearchResponse | undefined> {
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return undefined
  const files = (await getStore().manifest())?.files ?? {}
  const getFileAddress = createFileAddress(site, viewer, files)
  const getIcon = (icon: string, page: { id: string }) => getIconAddress(icon, page.id, getFileAddress)
  return timeSearch(() => searchSite(searchQuery, { index: getSearchIndex(), site, viewer, signal }, getIcon))
}
