import 'server-only'
import type { Metadata } from 'next'
import { getSearchMessages } from '../../messages/languages'
import { addBasePath } from '../base-path'
import { getClientNetwork } from '../client-network'
import { timeSearch } from '../metrics/requests'
import { createFileAddress } from '../page/create-view-context'
import { getIconAddress } from '../page/icons'
import { getRuntime } from '../runtime'
import { getSearchIndex } from '../search/embedded'
import type { SearchResponse } from '../search/results'
import { isNotReady, parseSearchQuery, type SearchQuery } from '../search/search-query'
import { searchSite } from '../search/search-site'
import { getEnv } from '../settings/env'
import { isPublicViewer, PUBLIC } from '../site/access'
import { getSite, getStore, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'
import { type Chrome, getChrome } from './chrome'
import { getSiteIcons } from './metadata'
import { drawScreen } from './slots'

/** The number of results on the search page, which has no further pages. */
export const SEARCH_PAGE_LIMIT = 50

/** The parameters of the search page. `lang` limits the search to a language of the site. */
export interface SearchParams {
  q?: string | string[]
  lang?: string | string[]
}

/** The search page without its results. */
interface SearchScreen {
  query: string
  language: string | undefined
  /** Undefined while there is no site. */
  chrome: Chrome | undefined
}

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

/** Counts a search of a visitor that found nothing, if the site has statistics. Searches of members, and below a page, do not count. */
export function countEmptySearch(
  { query, ancestorId }: SearchQuery,
  { total }: SearchResponse,
  viewer: Viewer,
  headers: Pick<Headers, 'get'>,
): void {
  if (total > 0 || ancestorId !== undefined || !isPublicViewer(viewer)) return
  getRuntime().statistics?.countEmptySearch(query, getClientNetwork(headers.get('x-forwarded-for') ?? ''))
}

/**
 * Opens the search page in a language of the site, or else in its first. Without analytics, which would get the query with the address,
 * and not kept in the browser.
 */
export async function openSearch({ q = '', lang }: SearchParams): Promise<SearchScreen> {
  const [query = '', language] = [q, lang].map((each) => (Array.isArray(each) ? each[0] : each))
  const site = await getSite().catch(ignoreNotReady)
  const own = site && (await getChrome(site.forNamedLanguage(language, PUBLIC).forPath(''), PUBLIC))
  const current = { path: addBasePath('/search'), title: getSearchMessages(own?.locale ?? getEnv().locale).title }
  const drawn =
    own && (await drawScreen(site, { ...own, analytics: undefined, offlineCopy: undefined }, PUBLIC, { current }))
  return { query: query.trim(), language, chrome: drawn?.chrome }
}

/** Returns the results of the search page; undefined if the search fails. */
export async function findResults(
  { query, language }: SearchScreen,
  viewer: Viewer,
  headers: Pick<Headers, 'get'>,
): Promise<SearchResponse | undefined> {
  const searchQuery = parseSearchQuery({ query, language, limit: SEARCH_PAGE_LIMIT })
  try {
    const response = await searchForViewer(searchQuery, viewer)
    if (response) countEmptySearch(searchQuery, response, viewer, headers)
    return response
  } catch (error) {
    if (!isNotReady(error)) console.error('A search failed:', error instanceof Error ? error.message : error)
    return undefined
  }
}

export function getSearchMetadata({ query, chrome }: SearchScreen): Metadata {
  const { title } = getSearchMessages(chrome?.locale ?? getEnv().locale)
  const icons = chrome && getSiteIcons(chrome.home)
  return { title: query === '' ? title : `${query} · ${title}`, robots: { index: false }, icons }
}
