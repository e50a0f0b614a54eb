import type { Id } from '../workspace/record-map'
import { mayList, mayRead, mayUnlock } from './access'
import { joinPath } from './paths'
import type { SiteIndex, SitePage, Viewer } from './site-index'
import { compareNewestFirst, getTermPath, getTermSegment, TAXONOMIES, type Taxonomy, type Term } from './terms'

/** The number of pages on one page of a list, unless it shows them as posts. */
const LINES_ON_A_PAGE = 50
/** The maximum number of new pages that the search dialog shows before a query. */
const MAX_NEWEST = 5

/** One numbered part of a long list. `pages` are those of the site that it lists; its viewer may read them. */
interface ListPart {
  pages: SitePage[]
  /** From 1. */
  number: number
  partCount: number
}

/**
 * The list at an address: all terms of a taxonomy (`/tags`), the pages with a term (`/tags/sea`), the archive (`/archive`), or a later part
 * of the list of posts (`/2`).
 */
export type SiteList =
  | { kind: 'terms'; taxonomy: Taxonomy; terms: Term[] }
  | ({ kind: 'term'; taxonomy: Taxonomy; term: Term } & ListPart)
  | ({ kind: 'archive' } & ListPart)
  | ({ kind: 'posts'; paths: string[] } & ListPart)

/** The parts of a site that lists need. */
interface ListedPages {
  /** Precedes the paths of its lists. */
  prefix: string
  index: Pick<SiteIndex, 'postList'>
  posts(viewer: Viewer): Posts
  terms(taxonomy: Taxonomy, viewer: Viewer): ReadonlyMap<string, Term>
  dated(viewer: Viewer): SitePage[]
}

/**
 * Returns the list at a decoded path without slashes at its ends. Returns a redirect to it if the path has the name of a term instead of
 * its segment (`/tags/Open Sea` instead of `/tags/open-sea`), or a category below `/tags`. Returns undefined for any other path.
 */
export function findList(
  site: ListedPages,
  path: string,
  viewer: Viewer,
): SiteList | { kind: 'redirect'; path: string } | undefined {
  const size = hasPostList(site.index) ? POSTS_ON_A_PAGE : LINES_ON_A_PAGE
  const { pages: posts, paths } = site.posts(viewer)
  const at = paths.indexOf(path, 1)
  if (at > 0) return { kind: 'posts', paths, ...slicePart(posts, at + 1, POSTS_ON_A_PAGE) }
  const { prefix } = site
  if (prefix !== '' && !path.startsWith(`${prefix}/`)) return undefined
  const [first, ...rest] = (prefix === '' ? path : path.slice(prefix.length + 1)).split('/')
  if (first === 'archive') return takePart(site.dated(viewer), rest, size, { kind: 'archive' as const })
  const [segment, ...numbers] = rest
  const taxonomy = TAXONOMIES.find((each) => each === first)
  if (taxonomy === undefined) return undefined
  const all = site.terms(taxonomy, viewer)
  if (segment === undefined) {
    return all.size === 0 ? undefined : { kind: 'terms', taxonomy, terms: [...all.values()] }
  }
  const term = all.get(segment)
  if (term !== undefined) return takePart(term.pages, numbers, size, { kind: 'term' as const, taxonomy, term })
  if (numbers.length > 0) return undefined
  const redirectTo = (other: Taxonomy) => ({
    kind: 'redirect' as const,
    path: joinPath(prefix, getTermPath(other, segment)),
  })
  const former = [...all.values()].find(({ formerSegments }) => formerSegments?.includes(segment))
  if (former !== undefined) return { kind: 'redirect', path: joinPath(prefix, `${taxonomy}/${former.segment}`) }
  const termSegment = getTermSegment(segment)
  if (all.has(termSegment)) return redirectTo(taxonomy)
  // Categories were tags before they had lists of their own.
  const isCategory = taxonomy === 'tags' && site.terms('categories', viewer).has(termSegment)
  return isCategory ? redirectTo('categories') : undefined
}

function takePart<Kind extends object>(
  pages: SitePage[],
  rest: string[],
  size: number,
  kind: Kind,
): (Kind & ListPart) | undefined {
  const [written = '1', ...more] = rest
  const number = /^[1-9]\d{0,4}$/.test(written) ? Number(written) : 0
  // The first page is at the list's own address, without a number.
  if (more.length > 0 || number < 1 || (number === 1 && rest.length > 0)) return undefined
  const part = slicePart(pages, number, size)
  return number > part.partCount ? undefined : { ...kind, ...part }
}

function slicePart(pages: SitePage[], number: number, size: number): ListPart {
  return {
    pages: pages.slice((number - 1) * size, number * size),
    number,
    partCount: Math.ceil(pages.length / size),
  }
}

/** Returns the pages with a date that lists name to the viewer, newest first. */
export const collectDated = ({ pages }: SiteIndex, viewer: Viewer): SitePage[] =>
  pages.filter((page) => page.published !== undefined && mayList(page.access, viewer)).sort(compareNewestFirst)

/**
 * Returns the newest posts that lists name to the viewer, and on a site without posts the newest pages with a date. Their database may be on
 * any page.
 */
export function collectNewestPosts({ pages }: SiteIndex, viewer: Viewer): SitePage[] {
  const listed = pages.filter((page) => mayList(page.access, viewer))
  const posts = listed.filter((page) => page.isPost)
  const shown = posts.length > 0 ? posts : listed.filter((page) => page.published !== undefined)
  return shown.sort(compareNewestFirst).slice(0, POSTS_ON_A_PAGE)
}

/** Returns the newest pages that lists name to the viewer, without the main pages. */
export function collectNewest({ root, navigation, pages }: SiteIndex, viewer: Viewer): SitePage[] {
  const sections = new Set([root, ...navigation])
  return pages
    .filter((page) => !sections.has(page.id) && mayList(page.access, viewer))
    .sort(compareNewestFirst)
    .slice(0, MAX_NEWEST)
}

/** The number of posts on one page of a list. */
export const POSTS_ON_A_PAGE = 12

/** The list of posts on the home page, for one viewer. */
export interface Posts {
  /** Pinned ones first, then in the order of the list, or else the newest. */
  pages: SitePage[]
  /** The decoded path of each page of the list. The first is that of the page with the list. */
  paths: string[]
}

/**
 * Returns the posts that the home page lists to a viewer; none if the viewer sees no such list. A post with a password
 * is listed before the password is given, too. `prefix` precedes the numbers of the list's pages. `isTaken` returns
 * whether a path leads elsewhere, so that the next number is used instead.
 */
export function collectPosts(
  { pages, postList, collections, look }: SiteIndex,
  viewer: Viewer,
  prefix: string,
  isTaken: (path: string) => boolean,
): Posts {
  const page = pages.find(({ id }) => id === postList?.page)
  const database = collections[postList?.collection ?? '']
  const isShown = [page, database].every((each) => each !== undefined && mayRead(each.access, viewer))
  if (page === undefined || !isShown) return { pages: [], paths: [] }
  const posts = pages.filter(
    (post) => post.isPost && post.collection === postList?.collection && mayName(post, page, viewer),
  )
  posts.sort(createPostComparator(postList?.order, look.pinnedTag !== undefined))
  const paths = [page.path]
  for (let number = 2; paths.length * POSTS_ON_A_PAGE < posts.length; number++) {
    const path = joinPath(prefix, String(number))
    if (!isTaken(path)) paths.push(path)
  }
  return { pages: posts, paths }
}

/** Compares posts. As in NotionNext, posts that a tag pins are sorted by their last edit. */
function createPostComparator(order: readonly Id[] = [], isPinnedByTag: boolean): (a: SitePage, b: SitePage) => number {
  const places = new Map(order.map((id, at) => [id, at]))
  const getPlace = ({ id }: SitePage) => places.get(id) ?? order.length
  return (a, b) =>
    Number(b.isPinned ?? false) - Number(a.isPinned ?? false) ||
    (a.isPinned && isPinnedByTag ? b.edited - a.edited : getPlace(a) - getPlace(b)) ||
    compareNewestFirst(a, b)
}

/** Whether the list names a post. The list itself may be on an unlisted page, which lists what is below it. */
function mayName({ access }: SitePage, { access: from }: SitePage, viewer: Viewer): boolean {
  const isListed = access.kind === 'locked' && access.unlisted === undefined
  return mayList(access, viewer, from) || (isListed && mayUnlock(access, viewer))
}

/** Whether the home page is a list of posts. Then all lists of the site show pages as posts. */
export const hasPostList = ({ postList }: Pick<SiteIndex, 'postList'>): boolean => postList !== null
