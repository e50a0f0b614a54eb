import 'server-only'
import { getSiteMessages } from '../../messages/parts/site'
import { mayRead } from '../../site/access'
import { POSTS_ON_A_PAGE } from '../../site/posts'
import { getPageLink, getViewerAddress, type Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getPublishedAt } from '../../site/terms'
import { toSafeImageAddress } from '../../workspace/address'
import { escapeHtml } from '../../workspace/escape-html'
import { cutExcerpt } from '../../workspace/text'
import { getPictureAddress } from '../media-address'
import { getReadingMinutes } from '../reading-time'
import { formatDateLabel } from '../text/date-label'
import type { ViewContext } from '../view-context'
import { getPictureSources } from '../wire/picture'
import { getTermLabels } from './term-labels'

type ListContext = Pick<ViewContext, 'fileAddress' | 'fileSize' | 'locale'>

/** Longer summaries are cut to keep the document small. The two visible lines show only about 200 characters. */
const MAX_SUMMARY_LENGTH = 500
/** The `sizes` attribute of a picture beside a post. The widths are those of `styles/post-list.css`. */
const SIZES = '(max-width: 479px) 6rem, 11rem'

/** Renders the first page of the list of posts on the home page, with a link to the next one. */
export function renderPostList(site: Site, viewer: Viewer, context: ListContext): string {
  const { posts: postMessages, lists } = getSiteMessages(context.locale)
  const { pages, paths } = site.posts(viewer)
  if (pages.length === 0) return `<p class="page-note">${escapeHtml(postMessages.empty)}</p>`
  const items = renderPosts(site, pages.slice(0, POSTS_ON_A_PAGE), viewer, context)
  const [, next] = paths
  const older =
    next === undefined
      ? ''
      : `<nav class="rows-nav" aria-label="${escapeHtml(lists.place(1, paths.length))}"><a href="${escapeHtml(getViewerAddress(next, viewer))}" rel="next">${escapeHtml(postMessages.older)}</a></nav>`
  return `<ul class="post-list">${items.join('')}</ul>${older}`
}

/**
 * Renders pages as items of a list of posts. Returns markup instead of components, so that the hydration data does not repeat it. Without
 * the password of a locked page, the viewer sees only its title and date. `level` is the level of the headings.
 */
export function renderPosts(
  site: Site,
  pages: readonly SitePage[],
  viewer: Viewer,
  context: ListContext,
  level: 2 | 3 = 2,
): string[] {
  return pages.map((page, place) => {
    const { path, title } = getPageLink(page, viewer)
    const href = escapeHtml(path)
    const isReadable = mayRead(page.access, viewer)
    // The language was detected from the content, so it is omitted if a password protects the content.
    const lang = isReadable ? `lang="${escapeHtml(page.language)}" ` : ''
    const text = (content: string) => `${lang}dir="auto">${escapeHtml(content)}`
    const heading = `<h${level}><a href="${href}" ${text(title)}</a></h${level}>`
    if (!isReadable) return `<li><div>${heading}${renderFacts([renderDate(page, context)])}</div></li>`
    const summary = cutExcerpt(page.description, MAX_SUMMARY_LENGTH)
    const picture = renderPicture(page, context, SIZES, place === 0)
    return [
      `<li><div>${heading}${renderFacts(getFacts(page, site, viewer, context))}`,
      summary === '' ? '' : `<p class="post-summary" ${text(summary)}</p>`,
      // Keyboards and screen readers skip the picture, because the title is the same link.
      `</div>${picture && `<a class="post-picture" href="${href}" tabindex="-1" aria-hidden="true">${picture}</a>`}</li>`,
    ].join('')
  })
}

function getFacts(page: SitePage, site: Site, viewer: Viewer, context: ListContext): string[] {
  const { posts: postMessages, readingTime } = getSiteMessages(context.locale)
  const minutes = getReadingMinutes(page)
  const terms = (['categories', 'tags'] as const).flatMap((each) => getTermLabels(each, page, site, viewer))
  return [
    page.isPinned ? escapeHtml(postMessages.pinned) : '',
    renderDate(page, context),
    minutes > 1 ? escapeHtml(readingTime(minutes)) : '',
    ...terms.map(({ name, path }) =>
      path === undefined
        ? `<span dir="auto">${escapeHtml(name)}</span>`
        : `<a href="${escapeHtml(path)}" rel="tag" dir="auto">${escapeHtml(name)}</a>`,
    ),
  ]
}

function renderFacts(facts: string[]): string {
  const items = facts.filter((fact) => fact !== '').map((fact) => `<li>${fact}</li>`)
  return items.length === 0 ? '' : `<ul class="page-facts">${items.join('')}</ul>`
}

/** Renders the date by which a post is sorted: its publication date, otherwise its creation date. */
function renderDate(page: SitePage, { locale }: ListContext): string {
  const moment = page.isPost ? getPublishedAt(page) : page.published
  if (moment === undefined) return ''
  const { iso, text } = formatDateLabel(moment, locale)
  return `<time datetime="${iso}">${escapeHtml(text)}</time>`
}

/** Returns the markup of a post's picture; an empty string if it has none that a browser may load. `sizes` is the HTML attribute. */
export function renderPicture(
  { id, picture }: SitePage,
  { fileAddress, fileSize }: Pick<ViewContext, 'fileAddress' | 'fileSize'>,
  sizes: string,
  isFirst = false,
): string {
  const address = toSafeImageAddress(picture && getPictureAddress(picture, id, fileAddress))
  if (picture === undefined || address === undefined) return ''
  const { src, srcSet } = getPictureSources(address, fileSize(picture)?.natural)
  const set = srcSet === undefined ? '' : ` sizes="${sizes}" srcset="${escapeHtml(srcSet)}"`
  return `<img alt=""${isFirst ? '' : ' loading="lazy"'} decoding="async"${set} src="${escapeHtml(src)}">`
}
