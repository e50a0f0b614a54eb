import { mayList } from './access'
import { isHomePage } from './languages/languages'
import type { SiteIndex, SitePage, Viewer } from './site-index'
import { collectTerms, compareNewestFirst, getPublishedAt, getTermSegment } from './terms'

/** The maximum number of related pages, and how many newer and older pages of a tag or category are considered. */
const MAX_RELATED = 3
const REACH = 20
/** The maximum number of backlinks that are shown. */
const MAX_BACKLINKS = 12
/** The maximum number of posts of a series that each of them lists. */
const MAX_PARTS = 100

/** The place of posts without a number in their series. */
const LAST = Number.MAX_VALUE

/** The pages around a page that the viewer may read. */
export interface Neighbors {
  previous?: SitePage
  next?: SitePage
  /** The posts of the series to which the page belongs, itself among them. */
  series: SitePage[]
  /** Pages with the same tags and categories, the most similar first. */
  related: SitePage[]
  /** Pages that link here. */
  backlinks: SitePage[]
}

/**
 * Returns a function that finds the pages around a page for one viewer. Pages that the viewer may not read are ignored, so they do not
 * affect the order either.
 */
export function createNeighborFinder(index: SiteIndex, viewer: Viewer): (page: SitePage) => Neighbors {
  const pages = new Map(index.pages.filter((page) => mayList(page.access, viewer)).map((page) => [page.id, page]))
  const terms = (['tags', 'categories'] as const).flatMap((each) => [...collectTerms(index, each, viewer).values()])
  const termsOn = new Map<SitePage, { pages: SitePage[]; at: number }[]>()
  for (const term of terms) {
    for (const [at, page] of term.pages.entries()) {
      const places = termsOn.get(page)
      if (places === undefined) termsOn.set(page, [{ pages: term.pages, at }])
      else places.push({ pages: term.pages, at })
    }
  }
  const found = (ids: readonly string[]) => ids.map((id) => pages.get(id)).filter((page) => page !== undefined)
  /** The neighbors of each page in reading order: through the site, or through the rows of its database and their subpages. */
  const adjacent = new Map<SitePage, [previous: SitePage | undefined, next: SitePage | undefined]>()
  // The pages of a blog, such as that about the author, are not between its posts.
  const getKey = ({ collection, isPost }: SitePage) => collection && `${collection} ${isPost}`
  const lists = [getStartPages(pages), ...sortRows(pages.values(), getKey)]
  const orders = lists.map((list) => [...sortDepthFirst(list, ({ children }) => found(children))])
  // In a series, visitors go on to its next post.
  const allSeries = sortRows(pages.values(), (page) => page.series && getTermSegment(page.series))
    .filter((posts) => posts.length > 1)
    .map((posts) => posts.sort((a, b) => (a.part ?? LAST) - (b.part ?? LAST)))
  for (const order of [...orders, ...allSeries]) {
    for (const [at, page] of order.entries()) adjacent.set(page, [order[at - 1], order[at + 1]])
  }
  const seriesOf = new Map(allSeries.flatMap((posts) => posts.map((page, at) => [page, { posts, at }])))
  return (page) => {
    const [previous, next] = adjacent.get(page) ?? []
    const series = cutSeries(seriesOf.get(page))
    const excluded = new Set([previous, next, page, ...series])
    const backlinks = found(page.backlinks)
      .filter((each) => each.id !== page.parent && !excluded.has(each))
      .slice(0, MAX_BACKLINKS)
    for (const each of backlinks) excluded.add(each)
    return { previous, next, series, related: findRelated(page, termsOn.get(page) ?? [], excluded), backlinks }
  }
}

/** Returns the posts of a series around one of them. */
function cutSeries(place: { posts: SitePage[]; at: number } | undefined): SitePage[] {
  if (place === undefined) return []
  const start = Math.max(0, Math.min(place.at - MAX_PARTS / 2, place.posts.length - MAX_PARTS))
  return place.posts.slice(start, start + MAX_PARTS)
}

/** Returns the top pages in reading order, without the home page, which has no previous and next page. */
function getStartPages(pages: ReadonlyMap<string, SitePage>): SitePage[] {
  const top = [...pages.values()].filter((page) => page.parent === null)
  return top.flatMap((page) =>
    isHomePage(page) ? page.children.flatMap((id) => pages.get(id) ?? []) : page.collection === undefined ? [page] : [],
  )
}

/** Returns each page followed by its subpages. The walk keeps its own stack, because pages may be nested thousands deep. */
function sortDepthFirst(pages: readonly SitePage[], getChildren: (page: SitePage) => SitePage[]): Set<SitePage> {
  const order = new Set<SitePage>()
  const stack = pages.toReversed()
  for (let page = stack.pop(); page !== undefined; page = stack.pop()) {
    if (order.has(page)) continue
    order.add(page)
    stack.push(...getChildren(page).reverse())
  }
  return order
}

/** Returns the rows with the same key, such as those of a database, oldest first. */
function sortRows(pages: Iterable<SitePage>, getKey: (page: SitePage) => string | undefined): SitePage[][] {
  const rows = new Map<string, SitePage[]>()
  for (const page of pages) {
    const key = getKey(page)
    if (key === undefined) continue
    const list = rows.get(key)
    if (list === undefined) rows.set(key, [page])
    else list.push(page)
  }
  return [...rows.values()].map((list) => list.sort(compareNewestFirst).reverse())
}

/** Ranks pages by their common tags and categories, rare ones first, and then by the time between their publication. */
function findRelated(
  page: SitePage,
  terms: { pages: SitePage[]; at: number }[],
  besides: ReadonlySet<SitePage | undefined>,
): SitePage[] {
  const scores = new Map<SitePage, number>()
  for (const { pages, at } of terms) {
    for (const other of pages.slice(Math.max(0, at - REACH), at + REACH + 1)) {
      if (!besides.has(other)) scores.set(other, (scores.get(other) ?? 0) + 1 / Math.log2(1 + pages.length))
    }
  }
  const distance = (other: SitePage) => Math.abs(getPublishedAt(other) - getPublishedAt(page))
  return [...scores]
    .sort(([a, of], [b, or]) => or - of || distance(a) - distance(b) || compareNewestFirst(a, b))
    .slice(0, MAX_RELATED)
    .map(([other]) => other)
}
