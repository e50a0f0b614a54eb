import type { SearchResponse, SearchResult, Start, StartPage } from '@/lib/search/results'

/** Validates a search response and returns the results that can be shown; undefined for errors and malformed responses. */
export function readResponse(value: unknown): SearchResponse | undefined {
  if (!isObject(value) || value.error || value.errorId || !Array.isArray(value.results)) return undefined
  const results = new Map<string, SearchResult>()
  for (const result of value.results) {
    // The best match of a page comes first.
    if (isResult(result) && !results.has(result.id)) results.set(result.id, result)
  }
  const dropped = value.results.length - results.size
  const total = typeof value.total === 'number' ? Math.max(0, value.total - dropped) : results.size
  return {
    results: [...results.values()],
    total,
    throttle: typeof value.throttle === 'number' ? value.throttle : 1000,
    ...(isObject(value.start) && { start: readStart(value.start) }),
  }
}

function readStart({ sections, newest }: Record<string, unknown>): Start {
  const pages = (value: unknown) => (Array.isArray(value) ? value.filter(isPage) : [])
  return { sections: pages(sections), newest: pages(newest) }
}

function isResult(value: unknown): value is SearchResult {
  return isPage(value) && 'highlight' in value && isObject(value.highlight) && typeof value.highlight.text === 'string'
}

function isPage(value: unknown): value is StartPage {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.path !== 'string') return false
  if (typeof value.title !== 'string' || value.title.trim() === '' || !/^\/(?![/\\])/.test(value.path)) return false
  return Array.isArray(value.ancestors)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
