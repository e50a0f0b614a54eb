import 'server-only'
import { THEME_SCRIPT } from '@/components/site/theme'
import { getSiteMessages, type Messages } from '../../../messages/languages'
import { getSignInAddress } from '../../auth/routes'
import { isCrossOrigin } from '../../auth/same-origin'
import { getPerson, getUnlockedViewer, getViewer } from '../../auth/viewer'
import { addBasePath } from '../../base-path'
import { createContentSecurityPolicy } from '../../cache/policy.mjs'
import { type ClientLimit, createSharedLimit, readClientKey, takeFrom } from '../../client-limit'
import { checkFields, classifyComment, type FieldProblems, splitWords } from '../../comments/check-comment'
import { createFormToken, readFormToken } from '../../comments/form-token'
import { addWaiting } from '../../comments/waiting-comments'
import { ELEMENT_IDS } from '../../element-ids'
import type { ErrorStatus } from '../../formats/error-page'
import { MEMBERS } from '../../members-path'
import { getRuntime } from '../../runtime'
import { type CommentForm, createCommentForm, getComments } from '../../screens/comments'
import { type Env, getEnv } from '../../settings/env'
import { getSite, ignoreNotReady } from '../../site/get-site'
import { getInterfaceLocale } from '../../site/languages/interface-locale'
import { getPagePath, type Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getPublicLookTable } from '../../site/site-settings'
import { COMMENT_LIMITS, type PageComment } from '../../workspace/comments'
import { toUuid } from '../../workspace/ids'
import { loadErrorPages } from '../error-pages'
import { readBody } from '../request-body'
import { type CommentPage, loadCommentPage } from './comment-page'

const HEADERS = { 'cache-control': 'private, no-store' }
/** How many comments each client may send in ten minutes. */
const LIMIT = { name: 'comments', points: 10, seconds: 600 }

declare module '../../runtime' {
  interface Runtime {
    commentLimit?: ClientLimit
  }
}

/** What the fields of a request name, as this viewer sees it. */
interface CommentTarget {
  site: Site
  page: SitePage
  viewer: Viewer
  form: CommentForm
  /** The first comment of a thread, to which the new one replies. */
  repliedTo?: PageComment
}

/**
 * Shows the form for a comment on a page, or takes one: it stores the comment and redirects back to the page. Cached pages cannot contain a
 * token. The response to their form shows the comment again, with one.
 */
export async function respondToComment(request: Request): Promise<Response> {
  const env = getEnv()
  if (env.commentsForm === undefined) return sendError(404)
  const isSent = request.method === 'POST'
  if (isSent && isCrossOrigin(request, env)) return sendError(403)
  const fields = isSent ? await readFields(request) : readQuery(request)
  if (fields === undefined) return sendError(413)
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return sendError(503, { 'retry-after': '5' })
  const viewer = await chooseViewer(fields.get('area'))
  if (fields.get('area') === MEMBERS && !viewer.signedIn && env.signIn !== undefined) {
    return sendSignIn(fields, env.commentsForm)
  }
  const id = toUuid(fields.get('page'))
  const page = id === undefined ? undefined : site.page(id, viewer)
  const form = page && createCommentForm(page, viewer)
  if (page === undefined || form === undefined) return sendError(404)
  if (form === 'closed') {
    const closed = { page: page.id, isForMembers: viewer.signedIn, mode: env.commentsForm }
    return sendPage({ site, page, viewer, form: closed }, { notice: 'closed' }, 403)
  }
  const parent = fields.get('parent') || undefined
  const repliedTo = parent === undefined ? undefined : findFirstComment(site, page, parent)
  const named = { site, page, viewer, form, ...(repliedTo && { repliedTo }) }
  if (parent !== undefined && repliedTo === undefined) return sendForm(named, fields, { notice: 'noParent' }, 400)
  return isSent ? storeComment(request, named, fields, env) : sendForm(named, fields, {}, 200)
}

async function readFields(request: Request): Promise<URLSearchParams | undefined> {
  const body = await readBody(request)
  return body && new URLSearchParams(new TextDecoder().decode(body))
}

/** Returns what a link may name. It must not fill in the form with a text that the reader did not write. */
function readQuery({ url }: Request): URLSearchParams {
  const query = new URL(url).searchParams
  return new URLSearchParams(['page', 'area', 'parent'].map((name) => [name, query.get(name) ?? '']))
}

/** Returns the viewer who reads the page: a member on members pages, elsewhere a visitor with the passwords that were given. */
async function chooseViewer(area: string | null): Promise<Viewer> {
  return area === MEMBERS ? getViewer() : getUnlockedViewer()
}

function findFirstComment(site: Site, page: SitePage, parent: string): PageComment | undefined {
  const id = toUuid(parent)
  return getComments(site, page).find((comment) => comment.id === id && !comment.isReply)
}

async function storeComment(
  request: Request,
  named: CommentTarget,
  sent: URLSearchParams,
  env: Env,
): Promise<Response> {
  const { site, page, viewer, form, repliedTo } = named
  const name = (await getAccountName(viewer)) ?? sent.get('name') ?? ''
  const { fields, problems } = checkFields(name, sent.get('text') ?? '')
  if (Object.keys(problems).length > 0) return sendForm(named, sent, { problems }, 400)
  const token = sent.get('token') ?? ''
  if (token === '') return sendForm(named, sent, {}, 200)
  const read = readFormToken(token, page.id, env)
  // Only programs fill in the field that people do not see.
  if (typeof read === 'string' || sent.get('website')) {
    // A form that was sent too early becomes old enough, also for a reader who tries again and again.
    return sendForm(named, sent, { notice: 'again', ...(read === 'early' && { token }) }, 400)
  }
  const runtime = getRuntime()
  runtime.commentLimit ??= await createSharedLimit(LIMIT, env)
  const wait = await takeFrom(runtime.commentLimit, readClientKey(request.headers, env))
  if (wait > 0) return sendForm(named, sent, { notice: 'many' }, 429, { 'retry-after': String(wait) })
  const words = splitWords(getPublicLookTable(site).spamWords ?? '')
  const comment = {
    ...{ ...read, ...fields, page: page.id, verdict: classifyComment(fields, words, form.mode) },
    ...(repliedTo && { replyTo: repliedTo.id }),
  }
  const outcome = await addWaiting(comment, env).catch((error: unknown) => {
    console.error('A comment could not be stored:', (error as Error).message)
    return 'full'
  })
  // The reader went back and changed the text: a form has one comment.
  if (outcome === 'changed') return sendForm(named, sent, { notice: 'again' }, 400)
  if (outcome === 'full') return sendForm(named, sent, { notice: 'full' }, 503, { 'retry-after': '300' })
  const location = `${addBasePath(getPagePath(page, viewer))}#${ELEMENT_IDS.commentSent}`
  return new Response(null, { status: 303, headers: { ...HEADERS, location } })
}

/** Returns the name of the account, cut to the limit, because its owner cannot shorten it in the form. */
const getAccountName = async ({ signedIn }: Viewer): Promise<string | undefined> =>
  signedIn ? (await getPerson())?.name?.slice(0, COMMENT_LIMITS.name) : undefined

/** Sends the form with what the reader wrote, by default with a new token. */
async function sendForm(
  named: CommentTarget,
  sent: URLSearchParams,
  { notice, problems = {}, token }: Pick<CommentPage, 'notice'> & { problems?: FieldProblems; token?: string },
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { page, viewer, repliedTo } = named
  const account = await getAccountName(viewer)
  const { fields } = checkFields(account ?? sent.get('name') ?? '', sent.get('text') ?? '')
  const { commentForm: texts } = getSiteMessages(getLocale(named))
  const filled = {
    ...fields,
    token: token ?? createFormToken(page.id, getEnv()),
    ...(repliedTo && { parent: repliedTo.id }),
    asksName: account === undefined,
    problems: {
      ...(problems.name && { name: texts.long(COMMENT_LIMITS.name, fields.name.length) }),
      ...(problems.text && { text: describeText(problems.text, fields.text, texts) }),
    },
  }
  return sendPage(named, { filled, ...(repliedTo && { repliedTo }), ...(notice && { notice }) }, status, headers)
}

/**
 * Sends what a member wrote whose session ended, to be sent again after signing in. It does not depend on the page, which may not exist.
 */
async function sendSignIn(sent: URLSearchParams, mode: CommentForm['mode']): Promise<Response> {
  const { renderCommentPage } = await loadCommentPage()
  const { fields } = checkFields('', sent.get('text') ?? '')
  const form = { page: toUuid(sent.get('page')) ?? '', isForMembers: true, mode }
  const parent = toUuid(sent.get('parent'))
  // Without a token, it is shown once more before it is stored.
  const filled = { ...fields, token: '', ...(parent && { parent }), asksName: false, problems: {} }
  const signIn = addBasePath(getSignInAddress(`/${MEMBERS}`))
  return sendDocument(renderCommentPage({ form, filled, notice: 'signIn', signIn }, getPageSettings()), 401, {})
}

const getPageSettings = () => getRuntime().getErrorPageSettings?.() ?? { locale: getEnv().locale }

const describeText = (problem: 'missing' | 'long', text: string, texts: Messages['commentForm']): string =>
  problem === 'missing' ? texts.missing : texts.long(COMMENT_LIMITS.text, text.length)

const getLocale = ({ site, page }: Pick<CommentTarget, 'site' | 'page'>): string =>
  getInterfaceLocale(site.forLanguage(page.locale))

async function sendPage(
  named: CommentTarget,
  more: Pick<CommentPage, 'filled' | 'repliedTo' | 'notice'>,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { page, viewer, form } = named
  const { renderCommentPage } = await loadCommentPage()
  const locale = getLocale(named)
  const settings = { ...getRuntime().getErrorPageSettings?.(), locale }
  const back = `${addBasePath(getPagePath(page, viewer))}#${ELEMENT_IDS.comments}`
  return sendDocument(renderCommentPage({ form, ...more, back }, settings), status, headers)
}

async function sendError(status: ErrorStatus, headers: Record<string, string> = {}): Promise<Response> {
  const { renderErrorPage } = await loadErrorPages()
  return sendDocument(renderErrorPage(status, getPageSettings()), status, headers)
}

function sendDocument(html: string, status: number, headers: Record<string, string>): Response {
  return new Response(html, {
    status,
    headers: {
      ...HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': createContentSecurityPolicy([THEME_SCRIPT]),
      ...headers,
    },
  })
}
