import { getViewerAddress, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'
import type { Id } from '../workspace/record-map'
import type { Question, SearchIndex } from './index-contract'
import { composeResults, type SearchAnswer, type Start, type StartPage } from './results'

/** Of longer lists of main pages the first are named. */
const MOST_SECTIONS = 6

/** Returns the icon of a page as a browser can show it. */
export type IconAddress = (icon: string, page: SitePage) => string | undefined

/**
 * Answers a question for one viewer, whatever the index: each page once, at its best place, and only pages that exist for the
 * viewer now. A blank query finds nothing: its answer names pages to start from, and the index prepares for the next query.
 */
export async function answerSearch(
  question: Question,
  { index, site, viewer, signal }: { index: SearchIndex; site: Site; viewer: Viewer; signal?: AbortSignal },
  iconOf: IconAddress,
): Promise<SearchAnswer> {
  const { throttle } = index
  const { describePage, getStart } = createStartPages(site, viewer, iconOf)
  if (question.query.trim() === '') {
    index.warmUp()
    return { results: [], total: 0, throttle, start: getStart() }
  }
  const found = await index.search(question, viewer, signal)
  const getPage = (id: Id) => {
    const page = site.listedPage(id, viewer)
    return page && describePage(page)
  }
  return { ...composeResults(found, getPage), throttle }
}

/** Returns functions that describe pages for one viewer. */
export function createStartPages(site: Site, viewer: Viewer, iconOf: IconAddress) {
  const describePage = (page: SitePage): StartPage => {
    const icon = page.icon === undefined ? undefined : iconOf(page.icon, page)
    return {
      id: page.id,
      title: page.title,
      path: getViewerAddress(page.path, viewer),
      ...(icon !== undefined && { icon }),
      ancestors: above(site.ancestors(page, viewer), viewer),
    }
  }
  const named = (pages: SitePage[]) => pages.filter(({ title }) => title.trim() !== '').map(describePage)
  const getStart = (): Start => ({
    sections: named(site.sections(viewer)).slice(0, MOST_SECTIONS),
    newest: named(site.newest(viewer)),
  })
  return { describePage, getStart }
}

/** Every page lies below the home page; saying so each time says nothing. */
const above = (ancestors: PageLink[], viewer: Viewer) =>
  ancestors.filter(({ path }) => path !== getViewerAddress('', viewer)).map(({ title }) => title)
