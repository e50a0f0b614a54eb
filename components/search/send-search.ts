import { addBasePath } from '@/lib/base-path'
import type { SearchResponse } from '@/lib/search/results'
import { readResponse } from './read-response'

interface SearchRequest {
  query: string
  /** Limits the search to this page and the pages below it. */
  ancestorId?: string
  limit?: number
}

/** Sends a query to the server, or to the files of an exported site. Rejects if it fails or is aborted. */
export async function sendSearch(request: SearchRequest, signal: AbortSignal): Promise<SearchResponse> {
  const response = readResponse(await (isStaticSite() ? searchFiles(request, signal) : searchOnServer(request, signal)))
  if (response === undefined) throw new Error('The search failed')
  return response
}

/** The index is loaded with the first search, and only on exported sites. */
async function searchFiles(request: SearchRequest, signal: AbortSignal): Promise<unknown> {
  const { searchStaticIndex } = await import('@/lib/search/static/search-static-index')
  return searchStaticIndex(request, signal)
}

async function searchOnServer(request: SearchRequest, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(addBasePath('/api/search'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, language: getSearchLanguage() }),
    priority: 'high',
    signal,
  })
  return response.ok ? response.json() : undefined
}

/** Returns the language in which the dialog searches. Only a site with several languages has a menu of them. */
export const getSearchLanguage = () => document.querySelector<HTMLElement>('.language-menu [aria-current]')?.lang

/** Whether this document is a file of a static export. */
const isStaticSite = (): boolean => document.documentElement.dataset.static !== undefined
