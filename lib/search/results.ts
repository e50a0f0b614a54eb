import type { SearchAnswer, SearchResult, StartPage } from './answer'
import type { Found } from './index-contract'

/** Returns the pages that were found as results: each once, at its best place. `getPage` returns undefined for a page that is not shown. */
export function composeResults(
  { hits, total }: Found,
  getPage: (id: string) => StartPage | undefined,
): Pick<SearchAnswer, 'results' | 'total'> {
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
