import type { Id } from '../workspace/record-map'
import type { IndexResult } from './search-query'

export interface SearchResult {
  id: Id
  title: string
  /** The path in the browser, without the anchor of the section. */
  path: string
  /** Emoji, or an address that a browser can load. */
  icon?: string
  /** Titles of the pages above, from the root's children down. */
  ancestors: string[]
  /** HTML whose only tags are `<mark>` and `</mark>`. */
  highlight: { text: string; title?: string }
  /** The heading under which it was found, and its anchor in the page. */
  section?: { title: string; anchor: string }
}

/** A page that is suggested before a query. */
export type StartPage = Pick<SearchResult, 'id' | 'title' | 'path' | 'icon' | 'ancestors'>

/** Suggestions before a query: the site's main pages and its newest pages. */
export interface Start {
  sections: StartPage[]
  newest: StartPage[]
}

export interface SearchResponse {
  results: SearchResult[]
  total: number
  /** Only in the response to a blank query. */
  start?: Start
  /** The minimum time between two requests of a browser, in milliseconds. */
  throttle: number
}

/** Returns the found pages as results, each once, at its best position. `getPage` returns undefined for pages that are not shown. */
export function composeResults(
  { hits, total }: IndexResult,
  getPage: (id: string) => StartPage | undefined,
): Pick<SearchResponse, 'results' | 'total'> {
  const results = new Map<string, SearchResult>()
  for (const { id, text, title, section } of hits) {
    const page = getPage(id)
    if (page === undefined || page.title.trim() === '' || results.has(id)) continue
    const { path, icon, ancestors } = page
    results.set(id, {
      id,
      title: page.title,
      path,
      ...(icon !== undefined && { icon }),
      ancestors,
      highlight: { text, ...(title !== undefined && { title }) },
      ...(section && { section }),
    })
  }
  return { results: [...results.values()], total: Math.max(0, total - (hits.length - results.size)) }
}
