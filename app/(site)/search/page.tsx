import type { Metadata } from 'next'
import { SearchResults } from '@/components/search/search-results'
import { StaticSearch } from '@/components/search/static-search'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { SearchPage } from '@/components/site/screens/search-page'
import { getViewer } from '@/lib/auth/viewer'
import { getEnv } from '@/lib/env'
import { searchForViewer } from '@/lib/http/search-for-viewer'
import { getSearchMessages } from '@/lib/messages/parts/search'
import { getSiteMessages } from '@/lib/messages/parts/site'
import { getSiteIcons } from '@/lib/page/routes/metadata'
import { getChrome } from '@/lib/page/routes/site-chrome'
import { isNotReady } from '@/lib/search/index-contract'
import type { SearchResponse } from '@/lib/search/results'
import { parseSearchQuery } from '@/lib/search/search-query'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'

/** The number of results. There is no second page. */
const LIMIT = 50

type Props = { searchParams: Promise<{ q?: string | string[] }> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { title } = getSearchMessages(getEnv().locale)
  const query = await readQuery(searchParams)
  const site = await getSite().catch(ifNotReady)
  const icons = site && getSiteIcons((await getChrome(site, PUBLIC)).home)
  return { title: query === '' ? title : `${query} · ${title}`, robots: { index: false }, icons }
}

/** Search results without script. `middleware.ts` handles invalid queries and the rate limit. */
export default async function Page({ searchParams }: Props) {
  const { locale, isExport } = getEnv()
  const messages = getSiteMessages(locale)
  const searchMessages = getSearchMessages(locale)
  const query = await readQuery(searchParams)
  const site = await getSite().catch(ifNotReady)
  const response = isExport ? undefined : await search(query)
  if (site === undefined) return <ErrorScreen status={503} messages={messages} />
  const chrome = await getChrome(site, PUBLIC)
  return (
    <SearchPage chrome={chrome} query={query} messages={messages} searchMessages={searchMessages}>
      {isExport ? (
        <StaticSearch locale={locale} limit={LIMIT} />
      ) : (
        <SearchResults query={query} response={response} messages={searchMessages} />
      )}
    </SearchPage>
  )
}

/** Returns undefined if the search fails. */
async function search(query: string): Promise<SearchResponse | undefined> {
  return searchForViewer(parseSearchQuery({ query, limit: LIMIT }), await getViewer()).catch((error: unknown) => {
    if (!isNotReady(error)) console.error('A search failed:', error)
    return undefined
  })
}

async function readQuery(searchParams: Props['searchParams']): Promise<string> {
  const { q = '' } = await searchParams
  return (Array.isArray(q) ? (q[0] ?? '') : q).trim()
}
