import 'server-only'
import { timeSearch } from '../metrics/counts'
import { createFileAddress } from '../page/create-view-context'
import { getIconAddress } from '../page/icon-address'
import { answerSearch } from '../search/answer'
import { getSearchIndex } from '../search/embedded'
import type { Question } from '../search/index-contract'
import type { SearchAnswer } from '../search/results'
import { getSite, getStore, ifNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'

/** Returns the results for a viewer, ready to be shown; undefined while there is no site to search. `signal`: the client is gone. */
export async function viewerSearch(
  question: Question,
  viewer: Viewer,
  signal?: AbortSignal,
): Promise<SearchAnswer | undefined> {
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return undefined
  const files = (await getStore().manifest())?.files ?? {}
  const fileAddress = createFileAddress(site, viewer, files)
  const iconOf = (icon: string, page: { id: string }) => getIconAddress(icon, page.id, fileAddress)
  return timeSearch(() => answerSearch(question, { index: getSearchIndex(), site, viewer, signal }, iconOf))
}
