import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { SearchPage } from '@/components/site/screens/search-page'
import { getViewer } from '@/lib/auth/viewer'
import { recordForViewer } from '@/lib/http/record-read'
import { findResults, getSearchMetadata, openSearch, SEARCH_PAGE_LIMIT, type SearchParams } from '@/lib/screens/search'
import { getEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getSiteMessages } from '@/messages/languages'

type Props = { searchParams: Promise<SearchParams> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return getSearchMetadata(await openSearch(await searchParams))
}

/** Search results without script. `middleware.ts` handles invalid queries and the rate limit. */
export default async function Page({ searchParams }: Props) {
  const { locale, isExport } = getEnv()
  const screen = await openSearch(await searchParams)
  const viewer = isExport ? PUBLIC : await getViewer()
  const response = isExport ? undefined : await findResults(screen, viewer, await headers())
  if (response && response.results.length > 0) await recordForViewer({ action: 'search', decision: 'allowed', viewer })
  const { chrome, query } = screen
  if (chrome === undefined) return <ErrorScreen status={503} messages={getSiteMessages(locale)} />
  return <SearchPage chrome={chrome} query={query} response={response} limit={SEARCH_PAGE_LIMIT} isExport={isExport} />
}
