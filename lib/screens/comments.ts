import 'server-only'
import { addBasePath } from '../base-path'
import { type DateLabel, formatDateLabel } from '../page/text/date-label'
import { getEnv } from '../settings/env'
import { isPublicViewer, PUBLIC } from '../site/access'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { isHomePage } from '../site/languages/languages'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import type { PageComment } from '../workspace/comments'
import type { Id } from '../workspace/record-map'

/** The most comments below a page, and characters of them, so that its document stays small. */
const BELOW_PAGE = 20
const MAX_CHARACTERS = 10_000
/** The most comments below a page that only some may read, which has no further pages. */
const BELOW_CLOSED_PAGE = 500
/** The most comments on each of the pages with all of them. */
const ON_A_PAGE = 100

/** A comment with its date in the language of the interface. */
export type CommentView = PageComment & { date: DateLabel }

/** Comments below a page. */
export interface CommentsView {
  comments: CommentView[]
  total: number
  /** The address of the first page with all comments, if not all are shown. */
  all?: string
  /** The form for new comments; `closed` if the page takes no more of them. */
  form?: CommentForm | 'closed'
}

/** What the form for comments on a page needs. */
export interface CommentForm {
  page: Id
  /** Whether the form is on a page for members, whose comments have the names of their accounts. */
  isForMembers: boolean
  /** Whether comments wait for the owner. */
  mode: 'review' | 'publish'
}

/** What a form contains that was sent once already. */
export interface FilledForm {
  /** Proves when the form was made. */
  token: string
  name: string
  text: string
  /** The comment to which it replies. */
  parent?: string
  /** Whether the reader may give a name. */
  asksName: boolean
  /** What is wrong with each field, as a sentence. */
  problems: { name?: string; text?: string }
}

/** One of the pages with all comments on a page, with its address and those of the pages around it. */
export interface CommentsPage {
  comments: CommentView[]
  number: number
  pages: number
  address: string
  earlier?: string
  later?: string
  form?: CommentForm
}

/** Returns the comments below a page that the viewer may read, and the form for new ones; undefined if there is neither. */
export function createCommentsView(site: Site, page: SitePage, viewer: Viewer): CommentsView | undefined {
  const all = getComments(site, page)
  const form = createCommentForm(page, viewer)
  if (all.length === 0 && typeof form !== 'object') return undefined
  const isOpen = isPublicViewer(viewer) && page.access.kind !== 'locked'
  const comments = isOpen ? takeFirst(all) : all.slice(0, BELOW_CLOSED_PAGE)
  const isCut = isOpen && all.length > comments.length
  return {
    comments: addDates(site, comments),
    total: all.length,
    ...(isCut && { all: getAddress(page, 1) }),
    ...(form && { form }),
  }
}

/**
 * Returns the form for comments on a page that the viewer may read; undefined if the site or the page has none. Home pages and landing pages
 * have none, and the holder of a preview link has none.
 */
export function createCommentForm(page: SitePage, viewer: Viewer): CommentForm | 'closed' | undefined {
  const { commentsForm: mode } = getEnv()
  if (mode === undefined || viewer.preview !== undefined || page.comments === 'off') return undefined
  if (page.layout === 'landing' || isHomePage(page)) return undefined
  return page.comments === 'closed' ? 'closed' : { page: page.id, isForMembers: viewer.signedIn, mode }
}

/** Returns a numbered page of all comments on a page; undefined if there is none. */
export function createCommentsPage(site: Site, page: SitePage, number: number): CommentsPage | undefined {
  const all = getComments(site, page)
  const pages = Math.ceil(all.length / ON_A_PAGE)
  if (number > pages) return undefined
  const form = createCommentForm(page, PUBLIC)
  return {
    comments: addDates(site, all.slice((number - 1) * ON_A_PAGE, number * ON_A_PAGE)),
    ...{ number, pages, address: getAddress(page, number) },
    ...(number > 1 && { earlier: getAddress(page, number - 1) }),
    ...(number < pages && { later: getAddress(page, number + 1) }),
    ...(typeof form === 'object' && { form }),
  }
}

/** Returns the comments that a page shows. */
export const getComments = ({ index: { comments } }: Site, { id }: SitePage): readonly PageComment[] =>
  Object.hasOwn(comments, id) ? (comments[id] ?? []) : []

/** Returns the first comments, at least one, whose texts are not too long together. */
function takeFirst(all: readonly PageComment[]): readonly PageComment[] {
  let characters = 0
  const end = all.findIndex(({ text }, at) => {
    characters += text.length
    return at === BELOW_PAGE || (at > 0 && characters > MAX_CHARACTERS)
  })
  return end < 0 ? all : all.slice(0, end)
}

function addDates(site: Site, comments: readonly PageComment[]): CommentView[] {
  const locale = getInterfaceLocale(site)
  return comments.map((comment) => ({ ...comment, date: formatDateLabel(comment.created, locale) }))
}

/** Returns the path of a numbered page of all comments on a page. It is not encoded. */
export const getCommentsPath = ({ path }: SitePage, number: number): string =>
  `/comments/${number}${path === '' ? '' : `/${path}`}`

const getAddress = (page: SitePage, number: number): string => addBasePath(encodeURI(getCommentsPath(page, number)))
