import { mayList, mayRead, mayUnlock } from './access'
import { joinPath } from './paths'
import type { SiteIndex, SitePage, Viewer } from './site-index'
import { compareNewestFirst } from './terms'

/** The number of posts on one page of a list. */
export const POSTS_ON_A_PAGE = 12

/** The list of posts on the home page, for one viewer. */
export interface Posts {
  /** Pinned ones first, then the newest. */
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
  { pages, postList, collections }: SiteIndex,
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
  posts.sort((a, b) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false) || compareNewestFirst(a, b))
  const paths = [page.path]
  for (let number = 2; paths.length * POSTS_ON_A_PAGE < posts.length; number++) {
    const path = joinPath(prefix, String(number))
    if (!isTaken(path)) paths.push(path)
  }
  return { pages: posts, paths }
}

/** Whether the list names a post. The list itself may be on an unlisted page, which lists what is below it. */
function mayName({ access }: SitePage, { access: from }: SitePage, viewer: Viewer): boolean {
  const isListed = access.kind === 'locked' && access.unlisted === undefined
  return mayList(access, viewer, from) || (isListed && mayUnlock(access, viewer))
}

/** Whether the home page is a list of posts. Then all lists of the site show pages as posts. */
export const hasPostList = ({ postList }: Pick<SiteIndex, 'postList'>): boolean => postList !== null
