import 'server-only'
import type { FirstPosts, PostView } from '../../components/content/post-list'
import { getSiteMessages } from '../../messages/languages'
import { mayRead, PUBLIC } from '../site/access'
import { collectNewestPosts, POSTS_ON_A_PAGE } from '../site/lists'
import { joinPath } from '../site/paths'
import { getPageLink, getViewerAddress, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { getPublishedAt, getTermPath, getTermSegment, type Taxonomy } from '../site/terms'
import { toSafeImageAddress } from '../workspace/address'
import { cutExcerpt } from '../workspace/text'
import { getPictureAddress } from './media-address'
import type { TermLabel } from './page-view'
import { getPictureSources, type PictureSources } from './picture-sources'
import { formatDateLabel } from './text/date-label'
import type { ViewContext } from './view-context'

type ListContext = Pick<ViewContext, 'fileAddress' | 'fileSize' | 'locale'>

/** Longer summaries are cut to keep the document small. The two visible lines show only about 200 characters. */
const MAX_SUMMARY_LENGTH = 500

/** Returns the first page of the list of posts on the home page, with a link to the next one. */
export function getFirstPosts(site: Site, viewer: Viewer, context: ListContext): FirstPosts {
  const { posts: postMessages, lists } = getSiteMessages(context.locale)
  const { pages, paths } = site.posts(viewer)
  const [, next] = paths
  return {
    posts: describePosts(site, pages.slice(0, POSTS_ON_A_PAGE), viewer, context),
    empty: postMessages.empty,
    ...(next !== undefined && {
      older: { path: getViewerAddress(next, viewer), title: postMessages.older, label: lists.place(1, paths.length) },
    }),
  }
}

/** Returns the posts that a component for the home page gets: those of the list on the home page, or else the newest ones. */
export function getHomePosts(site: Site, viewer: Viewer, context: ListContext): PostView[] {
  const { pages } = site.posts(viewer)
  const shown = pages.length > 0 ? pages.slice(0, POSTS_ON_A_PAGE) : collectNewestPosts(site.index, viewer)
  return describePosts(site, shown, viewer, context)
}

/** Returns pages as items of a list of posts. Without the password of a locked page, the viewer sees only its title and date. */
export function describePosts(
  site: Site,
  pages: readonly SitePage[],
  viewer: Viewer,
  context: ListContext,
): PostView[] {
  const { posts: postMessages, readingTime } = getSiteMessages(context.locale)
  return pages.map((page): PostView => {
    const { path, title } = getPageLink(page, viewer)
    // The date by which a post is sorted: its publication date, otherwise its creation date.
    const moment = page.isPost ? getPublishedAt(page) : page.published
    const dated = { path, title, ...(moment !== undefined && { date: formatDateLabel(moment, context.locale) }) }
    if (!mayRead(page.access, viewer)) return { ...dated, terms: [] }
    const minutes = getReadingMinutes(page)
    const summary = cutExcerpt(page.description, MAX_SUMMARY_LENGTH)
    return {
      ...dated,
      language: page.language,
      ...(page.isPinned && { pinned: postMessages.pinned }),
      ...(minutes > 1 && { readingTime: readingTime(minutes) }),
      terms: (['categories', 'tags'] as const).flatMap((each) => getTermLabels(each, page, site, viewer)),
      ...(summary !== '' && { summary }),
      picture: getPostPicture(page, context),
    }
  })
}

/** Returns the picture of a post; undefined if it has none that a browser may load. */
export function getPostPicture(
  { id, picture }: SitePage,
  { fileAddress, fileSize }: Pick<ViewContext, 'fileAddress' | 'fileSize'>,
): PictureSources | undefined {
  const address = toSafeImageAddress(picture && getPictureAddress(picture, id, fileAddress))
  if (picture === undefined || address === undefined) return undefined
  return getPictureSources(address, fileSize(picture)?.natural)
}

/** Returns the terms of a page, each with the path of its list if the viewer finds pages there. */
export function getTermLabels(taxonomy: Taxonomy, page: SitePage, site: Site, viewer: Viewer): TermLabel[] {
  const own = site.forLanguage(page.locale)
  const listed = own.terms(taxonomy, viewer.signedIn ? viewer : PUBLIC)
  return (page[taxonomy] ?? []).map((name) =>
    listed.has(getTermSegment(name))
      ? { name, path: getViewerAddress(joinPath(own.prefix, getTermPath(taxonomy, name)), viewer) }
      : { name },
  )
}

/** Words per minute. */
const READING_SPEED = 220

/** Returns the reading time of a page in minutes. One minute is not worth showing. */
export const getReadingMinutes = ({ words }: SitePage): number => Math.ceil(words / READING_SPEED)
