import type { Metadata } from 'next'
import { SearchResults } from '@/components/search/search-results'
import { StaticSearch } from '@/components/search/static-search'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { SearchPage } from '@/components/site/screens/search-page'
import { getViewer } from '@/lib/auth/viewer'
import { searchForViewer } from '@/lib/http/search-for-viewer'
import { type Chrome, getChrome } from '@/lib/screens/chrome'
import { getSiteIcons } from '@/lib/screens/metadata'
import { isNotReady } from '@/lib/search/index-contract'
import type { SearchResponse } from '@/lib/search/results'
import { parseSearchQuery } from '@/lib/search/search-query'
import { getEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import type { Site } from '@/lib/site/site'
import { getSearchMessages, getSiteMessages } from '@/messages/languages'

/** The number of results. There is no second page. */
const LIMIT = 50

/** `lang` limits the search to a language of the site. */
type Props = { searchParams: Promise<{ q?: string | string[]; lang?: string | string[] }> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { query, language } = await readParams(searchParams)
  const site = await getSite().catch(ignoreNotReady)
  const chrome = site && (await openChrome(site, language))
  const { title } = getSearchMessages(chrome?.locale ?? getEnv().locale)
  const icons = chrome && getSiteIcons(chrome.home)
  return { title: query === '' ? title : `${query} · ${title}`, robots: { index: false }, icons }
}

/** Search results without script. `middleware.ts` handles invalid queries and the rate limit. */
export default async function Page({ searchParams }: Props) {
  const { locale, isExport } = getEnv()
  const { query, language } = await readParams(searchParams)
  const site = await getSite().catch(ignoreNotReady)
  const response = isExport ? undefined : await search(query, language)
  if (site === undefined) return <ErrorScreen status={503} messages={getSiteMessages(locale)} />
  const chrome = await openChrome(site, language)
  const messages = getSiteMessages(chrome.locale)
  const searchMessages = getSearchMessages(chrome.locale)
  return (
    <SearchPage chrome={chrome} query={query} messages={messages} searchMessages={searchMessages}>
      {isExport ? (
        <StaticSearch locale={chrome.locale} limit={LIMIT} />
      ) : (
        <SearchResults query={query} response={response} messages={searchMessages} />
      )}
    </SearchPage>
  )
}

/** Returns undefined if the search fails. */
async function search(query: string, language: string | undefined): Promise<SearchResponse | undefined> {
  return searchForViewer(parseSearchQuery({ query, language, limit: LIMIT }), await getViewer()).catch(
    (error: unknown) => {
      if (!isNotReady(error)) console.error('A search failed:', error instanceof Error ? error.message : error)
      return undefined
    },
  )
}

/**
 * Returns the parts of the site around the results, in a language of the site, or else in its first. Without analytics, which would get the
 * query with the address.
 */
async function openChrome(site: Site, language: string | undefined): Promise<Chrome> {
  const chrome = await getChrome(site.forNamedLanguage(language, PUBLIC).forPath(''), PUBLIC)
  return { ...chrome, analytics: undefined }
}

async function readParams(searchParams: Props['searchParams']): Promise<{ query: string; language?: string }> {
  const { q = '', lang } = await searchParams
  const [query = '', language] = [q, lang].map((each) => (Array.isArray(each) ? each[0] : each))
  return { query: query.trim(), language }
}
