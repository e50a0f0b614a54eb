import 'server-only'
import { timedSearch } from '@/lib/metrics/counts'
import { fileAddresses } from '@/lib/page/context'
import { iconAddress } from '@/lib/page/icon-address'
import { answerSearch, type SearchAnswer } from '@/lib/search/answer'
import { getSearchIndex } from '@/lib/search/embedded'
import type { Question } from '@/lib/search/index-contract'
import { getSite, getStore, ifNotReady } from '@/lib/site/get-site'
import type { Viewer } from '@/lib/site/types'

/** What the site's index answers a viewer, ready to be shown; undefined while there is no site to search. */
export async function viewerSearch(question: Question, viewer: Viewer): Promise<SearchAnswer | undefined> {
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return undefined
  const files = (await getStore().manifest())?.files ?? {}
  const fileAddress = fileAddresses(site, viewer, files)
  const iconOf = (icon: string, page: { id: string }) => iconAddress(icon, page.id, fileAddress)
  return timedSearch(() => answerSearch(question, { index: getSearchIndex(), site, viewer }, iconOf))
}
