import { getViewerPath, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/site-index'
import type { Id } from '../workspace/record-map'
import type { Question, SearchIndex } from './index-contract'

/** Of longer lists of main pages the first are named. */
const MOST_SECTIONS = 6

export interface SearchResult {
  id: Id
  title: string
  /** As a browser takes it, without the section. */
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

/** A page that is named before there is a question. */
export type StartPage = Pick<SearchResult, 'id' | 'title' | 'path' | 'icon' | 'ancestors'>

/** Where a search can begin: the site's main pages, and its newest ones. */
export interface Start {
  sections: StartPage[]
  newest: StartPage[]
}

export interface SearchAnswer {
  results: SearchResult[]
  total: number
  /** Only in the answer to a blank query. */
  start?: Start
  /** How long a browser waits between two questions, in milliseconds. */
  throttle: number
}

/**
 * Answers a question for one viewer, whatever the index: each page once, at its best place, and only pages that exist for the
 * viewer now. A blank query finds nothing: its answer names pages to start from, and the index prepares for the next query.
 */
export async function answerSearch(
  question: Question,
  { index, site, viewer, signal }: { index: SearchIndex; site: Site; viewer: Viewer; signal?: AbortSignal },
  iconOf: (icon: string, page: SitePage) => string | undefined,
): Promise<SearchAnswer> {
  const { throttle } = index
  const toStartPage = (page: SitePage): StartPage => {
    const icon = page.icon === undefined ? undefined : iconOf(page.icon, page)
    return {
      id: page.id,
      title: page.title,
      path: getViewerPath(page.path, viewer),
      ...(icon !== undefined && { icon }),
      ancestors: above(site.ancestors(page, viewer), viewer),
    }
  }
  const named = (pages: SitePage[]) => pages.filter(({ title }) => title.trim() !== '').map(toStartPage)
  if (question.query.trim() === '') {
    index.warmUp()
    return {
      results: [],
      total: 0,
      throttle,
      start: { sections: named(site.sections(viewer)).slice(0, MOST_SECTIONS), newest: named(site.newest(viewer)) },
    }
  }
  const { hits, total } = await index.search(question, viewer, signal)
  const results = new Map<Id, SearchResult>()
  for (const { id, text, title, section } of hits) {
    const page = site.listedPage(id, viewer)
    if (page === undefined || page.title.trim() === '' || results.has(id)) continue
    results.set(id, {
      ...toStartPage(page),
      highlight: { text, ...(title !== undefined && { title }) },
      ...(section && { section }),
    })
  }
  return { results: [...results.values()], total: Math.max(0, total - (hits.length - results.size)), throttle }
}

/** Every page lies below the home page; saying so each time says nothing. */
const above = (ancestors: PageLink[], viewer: Viewer) =>
  ancestors.filter(({ path }) => path !== getViewerPath('', viewer)).map(({ title }) => title)
