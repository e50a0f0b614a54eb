import { mayRead } from './access'
import type { SiteIndex, SitePage, Viewer } from './site-index'
import { collectTags, compareNewestFirst, getPublishedAt } from './tags'

/** How many related pages are named, and how far in time they are looked for among the pages of a tag. */
const MOST_RELATED = 3
const REACH = 20
/** How many of the pages that link to a page are named. */
const MOST_BACKLINKS = 12

/** The pages around one page that its viewer may read. */
export interface Neighbors {
  previous?: SitePage
  next?: SitePage
  /** Pages with the same tags, the nearest first. */
  related: SitePage[]
  /** Pages that link here. */
  backlinks: SitePage[]
}

/**
 * Makes the question what is around a page, for one viewer. Only what the viewer may read is looked at, so pages that they may not
 * read do not even change an order.
 */
export function createNeighborFinder(index: SiteIndex, viewer: Viewer): (page: SitePage) => Neighbors {
  const pages = new Map(index.pages.filter((page) => mayRead(page.access, viewer)).map((page) => [page.id, page]))
  const tags = collectTags(index, viewer)
  const tagsOn = new Map<SitePage, { pages: SitePage[]; at: number }[]>()
  for (const tag of tags.values()) {
    for (const [at, page] of tag.pages.entries()) {
      const places = tagsOn.get(page)
      if (places === undefined) tagsOn.set(page, [{ pages: tag.pages, at }])
      else places.push({ pages: tag.pages, at })
    }
  }
  const found = (ids: readonly string[]) => ids.map((id) => pages.get(id)).filter((page) => page !== undefined)
  /** The neighbours of each page in reading order: through the site, or through the rows of its database and their subpages. */
  const beside = new Map<SitePage, [previous: SitePage | undefined, next: SitePage | undefined]>()
  for (const list of [getStartPages(pages), ...sortRowsByDatabase(pages.values())]) {
    const order = [...sortDepthFirst(list, ({ children }) => found(children))]
    for (const [at, page] of order.entries()) beside.set(page, [order[at - 1], order[at + 1]])
  }
  return (page) => {
    const [previous, next] = beside.get(page) ?? []
    const near = new Set([previous, next, page])
    const backlinks = found(page.backlinks)
      .filter((each) => each.id !== page.parent && !near.has(each))
      .slice(0, MOST_BACKLINKS)
    for (const each of backlinks) near.add(each)
    return { previous, next, related: findRelated(page, tagsOn.get(page) ?? [], near), backlinks }
  }
}

/** The pages at which reading begins. The home page is not among them: nothing comes before or after it. */
function getStartPages(pages: ReadonlyMap<string, SitePage>): SitePage[] {
  const top = [...pages.values()].filter((page) => page.parent === null)
  return top.flatMap((page) =>
    page.path === '' ? page.children.flatMap((id) => pages.get(id) ?? []) : page.collection === undefined ? [page] : [],
  )
}

/** Returns each page followed by its subpages. The walk keeps its own stack, because pages may be nested thousands deep. */
function sortDepthFirst(pages: readonly SitePage[], childrenOf: (page: SitePage) => SitePage[]): Set<SitePage> {
  const order = new Set<SitePage>()
  const stack = pages.toReversed()
  for (let page = stack.pop(); page !== undefined; page = stack.pop()) {
    if (order.has(page)) continue
    order.add(page)
    stack.push(...childrenOf(page).reverse())
  }
  return order
}

/** The rows of each database: those with dates as they came out, others as they were made. */
function sortRowsByDatabase(pages: Iterable<SitePage>): SitePage[][] {
  const rows = new Map<string, SitePage[]>()
  for (const page of pages) {
    if (page.collection === undefined) continue
    const list = rows.get(page.collection)
    if (list === undefined) rows.set(page.collection, [page])
    else list.push(page)
  }
  return [...rows.values()].map((list) => list.sort(compareNewestFirst).reverse())
}

/** A tag that few pages have says more than one that many have; of pages that are as near, the one that came out at about the time. */
function findRelated(
  page: SitePage,
  tags: { pages: SitePage[]; at: number }[],
  besides: ReadonlySet<SitePage | undefined>,
): SitePage[] {
  const scores = new Map<SitePage, number>()
  for (const { pages, at } of tags) {
    for (const other of pages.slice(Math.max(0, at - REACH), at + REACH + 1)) {
      if (!besides.has(other)) scores.set(other, (scores.get(other) ?? 0) + 1 / Math.log2(1 + pages.length))
    }
  }
  const distance = (other: SitePage) => Math.abs(getPublishedAt(other) - getPublishedAt(page))
  return [...scores]
    .sort(([a, of], [b, or]) => or - of || distance(a) - distance(b) || compareNewestFirst(a, b))
    .slice(0, MOST_RELATED)
    .map(([other]) => other)
}
