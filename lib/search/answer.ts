import { pathFor, type Site } from '../site/site'
import type { PageLink, SitePage, Viewer } from '../site/types'
import type { Id } from '../workspace/record-map'
import type { Question, SearchIndex } from './index-contract'

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

export interface SearchAnswer {
  results: SearchResult[]
  total: number
  /** How long a browser waits between two questions, in milliseconds. */
  throttle: number
}

/**
 * Answers a question for one viewer, whatever the index: each page once, at its best place, and only pages that exist for the
 * viewer now. A blank query finds nothing, and says that another is about to follow.
 */
export async function answerSearch(
  question: Question,
  { index, site, viewer, signal }: { index: SearchIndex; site: Site; viewer: Viewer; signal?: AbortSignal },
  iconOf: (icon: string, page: SitePage) => string | undefined,
): Promise<SearchAnswer> {
  const { throttle } = index
  if (question.query.trim() === '') {
    index.warmUp()
    return { results: [], total: 0, throttle }
  }
  const { hits, total } = await index.search(question, viewer, signal)
  const results = new Map<Id, SearchResult>()
  for (const { id, text, title, section } of hits) {
    const [page, link] = [site.page(id, viewer), site.link(id, viewer)]
    if (page === undefined || link === undefined || link.title.trim() === '' || results.has(id)) continue
    const icon = page.icon === undefined ? undefined : iconOf(page.icon, page)
    results.set(id, {
      id,
      title: link.title,
      path: link.path,
      ...(icon !== undefined && { icon }),
      ancestors: above(site.ancestors(page, viewer), viewer),
      highlight: { text, ...(title !== undefined && { title }) },
      ...(section && { section }),
    })
  }
  return { results: [...results.values()], total: Math.max(0, total - (hits.length - results.size)), throttle }
}

/** Every page lies below the home page; saying so each time says nothing. */
const above = (ancestors: PageLink[], viewer: Viewer) =>
  ancestors.filter(({ path }) => path !== pathFor('', viewer)).map(({ title }) => title)
