import type { Site } from './site'
import type { SitePage, Viewer } from './site-index'

/** The maximum number of pages in a book. */
const MAX_PAGES = 200

/** A page in a book. `depth` is 0 for the first page, and 1 for those directly below it. */
export interface BookPage {
  page: SitePage
  depth: number
}

/**
 * Returns a page that the viewer may read and the pages below it as far as lists name them to the viewer, in the order of the workspace;
 * the first {@link MAX_PAGES} of them. Rows of databases are not below the page with the database.
 */
export function listBookPages(site: Site, page: SitePage, viewer: Viewer): BookPage[] {
  const pages = new Map<string, BookPage>()
  const waiting: BookPage[] = [{ page, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined && pages.size < MAX_PAGES; next = waiting.pop()) {
    const { page, depth } = next
    if (pages.has(page.id)) continue
    pages.set(page.id, next)
    const below = page.children.flatMap((id) => site.listedPage(id, viewer, page.access) ?? [])
    // What leads to another site has no text.
    const own = below.filter(({ address, readable }) => address === undefined && readable)
    waiting.push(...own.map((page) => ({ page, depth: depth + 1 })).reverse())
  }
  return [...pages.values()]
}
