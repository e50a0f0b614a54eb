import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type NextRequest, NextResponse } from 'next/server'
import { createHeadScript } from '@/components/site/head-script'
import { listLinks } from '@/components/site/navigation-groups'
import { ANNOUNCEMENT_SCRIPT } from '@/components/site/parts/announcement-script'
import { TEXT_SIZE_SCRIPT } from '@/components/site/parts/text-size-script'
import { THEME_SCRIPT } from '@/components/site/theme'
import { type AuditEntry, recordAudit } from '@/lib/audit-log'
import { findPreview } from '@/lib/auth/previews'
import { FORBIDDEN, getSignInAddress, isAccountScreen, needsSession } from '@/lib/auth/routes'
import { isSameOrigin } from '@/lib/auth/same-origin'
import { readSession, type Session } from '@/lib/auth/session'
import { addUnlocked } from '@/lib/auth/unlocking'
import { addBasePath } from '@/lib/base-path'
import { getFormOrigins } from '@/lib/branding/forms'
import { createContentSecurityPolicy } from '@/lib/cache/policy.mjs'
import { setDocumentLanguage } from '@/lib/cache/rendered-page'
import { findHandler } from '@/lib/find-route'
import type { ErrorPageSettings, ErrorStatus } from '@/lib/formats/error-page'
import { prefersMarkdown } from '@/lib/formats/preference'
import { loadErrorPages } from '@/lib/http/error-pages'
import { NOT_CACHED, redirectElsewhere, redirectTo } from '@/lib/http/redirects'
import { readLatestSyncReport } from '@/lib/instances/requests'
import { isForMembers, MEMBERS } from '@/lib/members-path'
import { reportProblem } from '@/lib/problems'
import { PAGES, type Route } from '@/lib/routes'
import { getRuntime } from '@/lib/runtime'
import { getDarkIcon, getForms, getHomeIcon, getListLinks, getSiteLanguage } from '@/lib/screens/chrome'
import { type RequestAddress, readAddress } from '@/lib/screens/find-screen'
import { decideAccess, guardPublicPath, isAllowed } from '@/lib/screens/guard'
import { drawNotFound } from '@/lib/screens/not-found-slot'
import { openScreen } from '@/lib/screens/open-screen'
import { getSiteParts, type SiteParts } from '@/lib/screens/site-parts'
import { takeSearch } from '@/lib/search/rate-limit'
import { isTooLong } from '@/lib/search/search-query'
import { findNamedVariables, getEnv } from '@/lib/settings/env'
import { getPresenceKind } from '@/lib/settings/sign-in'
import { PUBLIC } from '@/lib/site/access'
import { getLastSite, getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getInterfaceLocale } from '@/lib/site/languages/interface-locale'
import { findPathLanguage } from '@/lib/site/languages/languages'
import { getHeaderLinks } from '@/lib/site/links-around'
import { findNotFoundPage } from '@/lib/site/not-found'
import { getViewerPath, type Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { getSiteSettings } from '@/lib/site/site-settings'
import { getHeadPolicy, type Head, selectHead } from '@/lib/site-folder/head'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import { getStyleSheetAddress } from '@/lib/site-folder/style-sheet'
import readingFont from '@/styles/fonts/reading-400-normal.woff2'

export const config = {
  runtime: 'nodejs',
  // Repeats a part of lib/routes.ts as constants, because Next.js reads them without running this file.
  matcher: [
    '/((?!_next(?:/|$)|sign-in(?:/|$)|auth(?:/|$)|.*\\.[A-Za-z0-9]+$).*)',
    '/',
    '/members/(.*)',
    '/unlock/(.*)',
    '/preview/(.*)',
    '/(api|trpc)',
    '/(api|trpc)/(.*)',
  ],
}

type PolicySettings = NonNullable<Parameters<typeof createContentSecurityPolicy>[1]> & {
  /** What the site folder adds to the page. */
  head?: Head | undefined
}

/** How long a failed reading of preview links is reported. */
const REPORTED_MS = 60_000

const PRIVATE = { 'cache-control': 'private, no-store' }

/** The import is the path of the font on the server. Browsers fetch a file of the same name from another path. */
const fontUrl = addBasePath(`/_next/static/media/${basename(readingFont)}`)

/** Responds with the status codes that a static page cannot have. Each page decides its own content. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const address = readAddress(pathname, PUBLIC, search)
  if (address === undefined) return respondWithErrorPage(400)
  if (getEnv().signIn === undefined || !needsSession(pathname)) return handlePublic(request, address)

  const { method, headers } = request
  const session = await readSession({ method, path: pathname + search, headers })
  const renewal = session.headers.get('location')
  const isOwn = isForMembers(pathname) || isAccountScreen(pathname)
  const response =
    renewal !== null
      ? NextResponse.redirect(renewal, { headers: NOT_CACHED })
      : await (isOwn ? handleForViewer(request, session) : handlePublic(request, address))
  for (const cookie of session.headers.getSetCookie()) response.headers.append('set-cookie', cookie)
  return response
}

async function handlePublic(request: NextRequest, address: RequestAddress): Promise<NextResponse> {
  const { area, path, prefix, handler } = address
  const isOn = handler !== undefined && (handler.needs === undefined || Boolean(getEnv()[handler.needs]))
  if (isOn && isAllowed(handler, request.method)) {
    return handler.segment === 'search' ? handleSearchPage(request) : NextResponse.next()
  }
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondNotReady()
  if (area === 'unlock') return handlePrivate(site, request, address, addUnlocked(PUBLIC, request.headers))
  if (area === 'preview') {
    // Redis may be away.
    const preview = await findPreview(address.token ?? '', getEnv()).catch(reportUnreadablePreviews)
    if (preview === null) return respondWithErrorPage(503, site)
    return handlePrivate(site, request, address, preview?.viewer ?? PUBLIC)
  }
  if (isOn) return respondNotAllowed(site, handler)
  const verdict = guardPublicPath(address, request.method, site)
  switch (verdict.kind) {
    case 'redirect':
      return redirectTo(request, verdict.to, verdict)
    case 'external':
      return redirectElsewhere(request, verdict)
    case 'error':
      return (
        (verdict.status === 404 ? rewriteToNotFoundPage(request, site, path) : undefined) ??
        respondWithErrorPage(verdict.status, site, {}, path)
      )
    case 'not-allowed':
      return respondNotAllowed(site, verdict.route)
    case 'pass': {
      const hasCopy = verdict.found.kind === 'page' || verdict.found.kind === 'home'
      return prefix === '' && hasCopy && wantsMarkdown(request) ? rewriteToCopy(request) : NextResponse.next()
    }
  }
}

function reportUnreadablePreviews(): null {
  reportProblem('previews', 'Preview links cannot be read', REPORTED_MS)
  return null
}

/**
 * Shows the page that was chosen for missing addresses during development; undefined if there is none. On a built site, the server sends its
 * stored document, see `server/documents.ts`.
 */
function rewriteToNotFoundPage(request: NextRequest, site: Site, path: string): NextResponse | undefined {
  const page = getEnv().development ? findNotFoundPage(site, path) : undefined
  if (page === undefined) return undefined
  const url = new URL(addBasePath(getViewerPath(page.path, PUBLIC)), request.nextUrl)
  return NextResponse.rewrite(url, { status: 404 })
}

/** Responds with a page for a visitor who has given its password, with the form, or with a draft for the holder of a preview link. */
async function handlePrivate(
  site: Site,
  request: NextRequest,
  address: RequestAddress,
  viewer: Viewer,
): Promise<NextResponse> {
  if (!isAllowed(PAGES, request.method)) return respondNotAllowed(site, PAGES)
  const verdict = guardPublicPath(address, request.method, site, viewer)
  switch (verdict.kind) {
    case 'redirect':
      return redirectTo(request, verdict.to, verdict)
    case 'external':
      return redirectElsewhere(request, { ...verdict, status: 307 })
    case 'error':
      return respondWithErrorPage(verdict.status, site)
    case 'not-allowed':
      return respondNotAllowed(site, verdict.route)
    case 'pass':
      return continueToScreen(request, viewer, (status) => respondWithErrorPage(status, site))
  }
}

/** Continues to a page that is rendered for each visit. Whether it can be shown is known only after its preparation. */
async function continueToScreen(
  request: NextRequest,
  viewer: Viewer,
  respondWithError: (status: 404 | 503) => NextResponse | Promise<NextResponse>,
): Promise<NextResponse> {
  const screen = await openScreen(request.nextUrl.pathname, viewer)
  if (screen.kind === 'redirect') return redirectTo(request, screen.to)
  if (screen.kind === 'error') return respondWithError(screen.status === 503 ? 503 : 404)
  if (viewer.signedIn && (screen.kind === 'page' || screen.kind === 'home') && wantsMarkdown(request)) {
    return rewriteToCopy(request)
  }
  setDocumentLanguage(screen.chrome.language)
  const frames = screen.kind === 'page' ? screen.view.frameSources : undefined
  return continueWithNonce(request, {
    signIn: viewer.signedIn ? getEnv().signIn?.origins : undefined,
    frames,
    head: screen.chrome.head,
  })
}

const wantsMarkdown = ({ headers }: NextRequest) => prefersMarkdown(headers.get('accept'))

function rewriteToCopy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl
  const copy = request.nextUrl.clone()
  copy.pathname = `/api/markdown/${pathname === '/' ? 'index' : pathname.slice(1)}`
  return NextResponse.rewrite(copy)
}

/** Counts each visit of the search page as a search, because the page is rendered for each visit, even if the query is blank. */
async function handleSearchPage(request: NextRequest): Promise<NextResponse> {
  const { headers, nextUrl } = request
  const { analytics } = getEnv()
  const query = nextUrl.searchParams.get('q') ?? ''
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondNotReady()
  if (isTooLong(query)) return respondWithErrorPage(400, site)
  const wait = await takeSearch(headers)
  if (wait > 0) return respondWithErrorPage(429, site, { 'retry-after': String(wait) })
  const language = nextUrl.searchParams.get('lang') ?? undefined
  setDocumentLanguage(getSiteLanguage(site.forNamedLanguage(language, PUBLIC).forPath('')))
  return continueWithNonce(request, {
    analytics: analytics?.origins,
    // The policy stays in force when the visitor goes to a page with forms.
    forms: getFormOrigins(getForms(site)),
    head: selectHead(getSiteFolder().head, true),
  })
}

/** Handles a request for a members page or a screen of the sign-in service. */
async function handleForViewer(request: NextRequest, { viewer, person }: Session): Promise<NextResponse> {
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondNotReady()
  const { pathname, search } = request.nextUrl
  const env = getEnv()
  const handler = findHandler(pathname) ?? PAGES
  // The script of the sign-in service calls its own page when the visitor signs in or switches the organization.
  const isCall = request.method === 'POST' && request.headers.has('next-action') && isSameOrigin(request, env)
  if (!isAllowed(handler, request.method) && !isCall) return respondNotAllowed(site, handler)
  // The page that was called responds with the same.
  const respondForbidden = () => (isCall ? continueWithNonce(request) : rewriteToForbidden(request))
  const verdict = decideAccess({ pathname, search }, viewer, site, env)
  const record = (entry: Pick<AuditEntry, 'action' | 'decision' | 'page'>) =>
    recordAudit({ ...entry, viewer, person, path: pathname }, env)
  switch (verdict.kind) {
    case 'external':
      return redirectElsewhere(request, { ...verdict, status: 307 })
    case 'redirect':
      return NextResponse.redirect(new URL(addBasePath(verdict.to), request.nextUrl), {
        // With another status, a browser would send a form once more, to the screen of sign-in.
        status: request.method === 'POST' && !isCall ? 303 : 307,
        headers: NOT_CACHED,
      })
    case 'unavailable':
      return respondWithErrorPage(503, site)
    case 'pass':
      return NextResponse.next()
    case 'forbidden':
      record({ action: 'read', decision: 'denied' })
      return respondForbidden()
    case 'screen':
      if (isForMembers(pathname)) record({ action: 'desk', decision: 'allowed' })
      if (isForMembers(pathname)) setDocumentLanguage(getSiteLanguage(site.forPath('')))
      return continueWithNonce(request, { signIn: env.signIn?.origins })
    case 'page': {
      const screen = await openScreen(pathname, viewer)
      if (screen.kind === 'error') {
        if (screen.status !== 503) record({ action: 'read', decision: 'denied' })
      } else if (screen.kind !== 'redirect') {
        record({ action: 'read', decision: 'allowed', page: screen.kind === 'page' ? screen.page.id : undefined })
      }
      return continueToScreen(request, viewer, (status) =>
        status === 503 ? respondWithErrorPage(503, site) : respondForbidden(),
      )
    }
  }
}

/**
 * Rewrites to a new path each time, because Next.js shares simultaneous responses of a path, and this one contains the
 * visitor's address.
 */
function rewriteToForbidden(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers)
  // A client must not set this internal header of Next.js.
  headers.delete('x-middleware-prefetch')
  return NextResponse.rewrite(new URL(addBasePath(`${FORBIDDEN}/${randomUUID()}`), request.nextUrl), {
    request: { headers },
  })
}

/** Continues to a page that is rendered for each visit. Its response is streamed, so its security policy is chosen before the rendering. */
function continueWithNonce(request: NextRequest, { head, ...more }: PolicySettings = {}): NextResponse {
  const env = getEnv()
  // The export writes the policy into the document, where a nonce would be the same for all visitors.
  if (env.isExport) return NextResponse.next({ headers: PRIVATE })
  const { inlineScripts = [], origins } = head === undefined ? {} : getHeadPolicy(head)
  const parts = getSiteFolder().settings.textSize ? [ANNOUNCEMENT_SCRIPT, TEXT_SIZE_SCRIPT] : [ANNOUNCEMENT_SCRIPT]
  const scripts = [createHeadScript(getPresenceKind(env.signIn)), ...parts, ...inlineScripts]
  const policy = createContentSecurityPolicy(scripts, { ...more, ...(origins && { origins }), nonce: randomUUID() })
  const forwarded = new Headers(request.headers)
  forwarded.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers: forwarded }, headers: PRIVATE })
  // Hot reload does not work with a policy.
  if (!env.development) response.headers.set('content-security-policy', policy)
  return response
}

const respondNotAllowed = (site: Site, { methods }: Route) =>
  respondWithErrorPage(405, site, { allow: methods.join(', ') })

/** Responds while there are no pages yet, with the progress of the sync that fills the site. */
async function respondNotReady(): Promise<NextResponse> {
  const env = getEnv()
  if (env.rootPage === undefined) return respondWithErrorPage(503)
  const report = await readLatestSyncReport(env)
  const { pages = 0, pagesKnown = 0 } = report?.progress ?? {}
  const failed = report?.state === 'failed' || report?.state === 'refused'
  const variables = findNamedVariables(report?.message ?? '')
  const { renderFillingPage } = await loadErrorPages()
  return respondWithHtml(503, renderFillingPage({ ...getPageSettings(), pages, pagesKnown, failed, variables }))
}

/**
 * `path` selects the language. The error page of a missing path lists public pages with similar paths, and offers to sign in, whether or
 * not members have a page there.
 */
async function respondWithErrorPage(
  status: ErrorStatus,
  site?: Site,
  headers?: Record<string, string>,
  path?: string,
): Promise<NextResponse> {
  const own = site?.forNamedLanguage(findPathLanguage(path ?? '', site.index), PUBLIC).forPath('')
  const suggestions = status === 404 && path !== undefined ? own?.suggestions(path) : undefined
  const { renderErrorPage } = await loadErrorPages()
  const signIn =
    suggestions &&
    getEnv().signIn &&
    addBasePath(getSignInAddress(`/${MEMBERS}/${(path ?? '').split('/').map(encodeURIComponent).join('/')}`))
  const icon = own && (await getHomeIcon(own, PUBLIC).catch(() => undefined))
  const page = getPageSettings(own)
  const drawn = status === 404 && own ? await drawNotFound(own, page.notFound) : undefined
  const settings = { ...page, icon, suggestions, signIn, drawn }
  return respondWithHtml(status, renderErrorPage(status, settings), headers)
}

/** On a site with several languages, `site` is one of them. */
function getPageSettings(site?: Site): ErrorPageSettings {
  const { branding, copyright, madeWith, notFound } = getSiteSettings(site)
  const { columns, social }: SiteParts = site ? getSiteParts(site, PUBLIC) : {}
  return {
    locale: site === undefined ? getEnv().locale : getInterfaceLocale(site),
    home: site?.homePath(PUBLIC),
    prefix: site?.prefix,
    branding,
    fontUrl,
    script: THEME_SCRIPT,
    styleSheet: getStyleSheetAddress(getSiteFolder()),
    siteName: site?.name(PUBLIC),
    lists: site && getListLinks(site, PUBLIC),
    navigation: site && listLinks(getHeaderLinks(site, PUBLIC)),
    columns,
    social,
    ...(site && getDarkIcon(site)),
    copyright,
    madeWith,
    notFound,
  }
}

// The server responds to some requests without this file, with the same error pages.
getRuntime().getErrorPageSettings = () => getPageSettings(getLastSite()?.forPath(''))

function respondWithHtml(status: ErrorStatus, html: string, headers?: Record<string, string>): NextResponse {
  return new NextResponse(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': createContentSecurityPolicy([THEME_SCRIPT]),
      ...(status === 503 && { 'retry-after': '5' }),
      ...headers,
    },
  })
}
