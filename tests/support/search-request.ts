import { setTimeout as delay } from 'node:timers/promises'
import type { SearchResponse } from '@/lib/search/results'

/** The longest time that a slow machine needs for the first index of a test's workspace, in milliseconds. */
const INDEX_WITHIN_MS = 60_000

/** Sends a search request. Sends it again while the response is 503, because a site that just started may have no index yet. */
export async function requestSearch(
  site: { url: string },
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const deadline = performance.now() + INDEX_WITHIN_MS
  for (;;) {
    const response = await fetch(`${site.url}/api/search`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers,
    })
    if (response.status !== 503 || performance.now() > deadline) return response
    await response.body?.cancel()
    await delay(500)
  }
}

/** Returns the search results of a site, once it has an index. */
export const searchFor = async (site: { url: string }, query: string): Promise<SearchResponse> =>
  (await (await requestSearch(site, { query })).json()) as SearchResponse
