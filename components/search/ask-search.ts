import { addBasePath } from '@/lib/base-path'
import type { SearchAnswer } from '@/lib/search/results'
import { isStaticSite } from '../ui/is-static-site'
import { readAnswer } from './read-answer'

interface SearchRequest {
  query: string
  limit?: number
}

/** Sends a query to the server, or to the files of an exported site. Rejects if it fails or is aborted. */
export async function askSearch(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
  const answer = readAnswer(await (isStaticSite() ? askFiles(request, signal) : askServer(request, signal)))
  if (answer === undefined) throw new Error('The search failed')
  return answer
}

/** The index is loaded with the first search, and only on exported sites. */
async function askFiles(request: SearchRequest, signal: AbortSignal): Promise<unknown> {
  const { askStaticIndex } = await import('@/lib/search/static/ask-static-index')
  return askStaticIndex(request, signal)
}

async function askServer(request: SearchRequest, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(addBasePath('/api/search'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    priority: 'high',
    signal,
  })
  return response.ok ? response.json() : undefined
}
