import type { Metadata } from 'next'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { SearchPage } from '@/components/site/screens/search-page'
import { getViewer } from '@/lib/auth/viewer'
import { findResults, getSearchMetadata, openSearch, SEARCH_PAGE_LIMIT, type SearchParams } from '@/lib/screens/search'
import { getEnv } from '@/lib/settings/env'
import { getSiteMessages } from '@/messages/languages'

type Props = { searchParams: Promise<SearchParams> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return getSearchMetadata(await openSearch(await searchParams))
}

/** Search results without script. `middleware.ts` handles invalid queries and the rate limit. */
export default async function Page({ searchParams }: Props) {
  const { locale, isExport } = getEnv()
  const screen = await openSearch(await searchParams)
  const response = isExport ? undefined : await findResults(screen, await getViewer())
  const { chrome, query } = screen
  if (chrome === undefined) return <ErrorScreen status={503} messages={getSiteMessages(locale)} />
  return <SearchPage chrome={chrome} query={query} response={response} limit={SEARCH_PAGE_LIMIT} isExport={isExport} />
}
