import { getPageAddress, getViewerAddress, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'
import type { Id } from '../workspace/record-map'
import { composeResults, type SearchResponse, type Start, type StartPage } from './results'
import type { SearchIndex, SearchQuery } from './search-query'

/** The maximum number of main pages in suggestions. */
const MAX_SECTIONS = 6

/** Returns the icon of a page as a browser can show it. */
export type IconAddress = (icon: string, page: SitePage) => string | undefined

/**
 * Searches a site for one viewer, with any index. Returns each page once, at its best position, and only pages that the viewer may read
 * now. A blank query returns suggestions instead of results, and warms up the index.
 */
export async function searchSite(
  searchQuery: SearchQuery,
  { index, site, viewer, signal }: { index: SearchIndex; site: Site; viewer: Viewer; signal?: AbortSignal },
  getIcon: IconAddress,
): Promise<SearchResponse> {
  const { throttle } = index
  const own = site.forNamedLanguage(searchQuery.language, viewer)
  const { describePage } = createStartPages(site, viewer, getIcon)
  if (searchQuery.query.trim() === '') {
    index.warmUp()
    return { results: [], total: 0, throttle, start: createStartPages(own, viewer, getIcon).getStart() }
  }
  const { language: _, ...request } = searchQuery
  const ancestorId = request.ancestorId ?? own.languageRoot
  const found = await index.search({ ...request, ...(ancestorId !== undefined && { ancestorId }) }, viewer, signal)
  const getPage = (id: Id) => {
    const page = site.listedPage(id, viewer)
    return page && describePage(page)
  }
  return { ...composeResults(found, getPage), throttle }
}

/** Returns functions that describe pages for one viewer. */
export function createStartPages(site: Site, viewer: Viewer, getIcon: IconAddress) {
  const describePage = (page: SitePage): StartPage => {
    const icon = page.icon === undefined ? undefined : getIcon(page.icon, page)
    return {
      id: page.id,
      title: page.title,
      path: getPageAddress(page, viewer),
      ...(icon !== undefined && { icon }),
      ancestors: getTitlesAbove(site.ancestors(page, viewer), site.forLanguage(page.locale).homePath(viewer), viewer),
    }
  }
  const describeTitled = (pages: SitePage[]) => pages.filter(({ title }) => title.trim() !== '').map(describePage)
  const getStart = (): Start => ({
    sections: describeTitled(site.sections(viewer)).slice(0, MAX_SECTIONS),
    newest: describeTitled(site.newest(viewer)),
  })
  return { describePage, getStart }
}

/** Returns the titles of ancestors, without the home page, which is above every page. */
const getTitlesAbove = (ancestors: PageLink[], home: string, viewer: Viewer) =>
  ancestors.filter(({ path }) => path !== getViewerAddress(home, viewer)).map(({ title }) => title)
