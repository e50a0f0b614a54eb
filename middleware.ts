import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type NextRequest, NextResponse } from 'next/server'
import { createHeadScript } from '@/components/site/head-script'
import { THEME_SCRIPT } from '@/components/site/theme'
import { FORBIDDEN, getSignInAddress, isAccountScreen, needsSession } from '@/lib/auth/routes'
import { isSameOrigin } from '@/lib/auth/same-origin'
import { readSession } from '@/lib/auth/session'
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
import { PAGES, type Route } from '@/lib/routes'
import { getRuntime } from '@/lib/runtime'
import { getForms, getHomeIcon, getListLinks, getSiteLanguage } from '@/lib/screens/chrome'
import { type RequestAddress, readAddress } from '@/lib/screens/find-screen'
import { decideAccess, guardPublicPath, isAllowed } from '@/lib/screens/guard'
import { openScreen } from '@/lib/screens/open-screen'
import { takeSearch } from '@/lib/search/rate-limit'
import { isTooLong } from '@/lib/search/search-query'
import { findNamedVariables, getEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getLastSite, getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getInterfaceLocale } from '@/lib/site/languages/interface-locale'
import { findPathLanguage } from '@/lib/site/languages/languages'
import type { Site } from '@/lib/site/site'
import { getSiteBranding } from '@/lib/site/site-branding'
import type { Viewer } from '@/lib/site/site-index'
import { COMMENTS_ORIGIN } from '@/lib/third-parties'
import readingFont from '@/styles/fonts/reading-400-normal.woff2'

export const config = {
  runtime: 'nodejs',
  // Repeats a part of lib/routes.ts as constants, because Next.js reads them without running this file.
  matcher: [
    '/((?!_next(?:/|$)|sign-in(?:/|$)|auth(?:/|$)|.*\\.[A-Za-z0-9]+$).*)',
    '/',
    '/members/(.*)',
    '/unlock/(.*)',
    '/(api|trpc)',
    '/(api|trpc)/(.*)',
  ],
}

type PolicySettings = NonNullable<Parameters<typeof createContentSecurityPolicy>[1]>

const PRIVATE = { 'cache-control': 'private, no-store' }

/** The import is the path of the font on the server. Browsers fetch a file of the same name from another path. */
const fontUrl = addBasePath(`/_next/static/media/${basename(readingFont)}`)

/** Responds with the status codes that a static page cannot have. Each page decides its own content. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const address = readAddress(pathname, PUBLIC)
  if (address === undefined) return respondWithErrorPage(400)
  if (getEnv().signIn === undefined || !needsSession(pathname)) return handlePublic(request, address)

  const { method, headers } = request
  const session = await readSession({ method, path: pathname + search, headers })
  const renewal = session.headers.get('location')
  const isOwn = isForMembers(pathname) || isAccountScreen(pathname)
  const response =
    renewal !== null
      ? NextResponse.redirect(renewal, { headers: NOT_CACHED })
      : await (isOwn ? handleForViewer(request, session.viewer) : handlePublic(request, address))
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
  if (area === 'unlock') return handleUnlocked(site, request, address)
  if (isOn) return respondNotAllowed(site, handler)
  const verdict = guardPublicPath(address, request.method, site)
  switch (verdict.kind) {
    case 'redirect':
      return redirectTo(request, verdict.to, verdict.isTemporary)
    case 'external':
      return redirectElsewhere(request, verdict.address, verdict.isTemporary)
    case 'error':
      return respondWithErrorPage(verdict.status, site, {}, path)
    case 'not-allowed':
      return respondNotAllowed(site, verdict.route)
    case 'pass': {
      const hasCopy = verdict.found.kind === 'page' || verdict.found.kind === 'home'
      return prefix === '' && hasCopy ? continueOrRewriteToCopy(request) : NextResponse.next()
    }
  }
}

/** Responds with a page for a visitor who has given its password, or with the form. */
async function handleUnlocked(site: Site, request: NextRequest, address: RequestAddress): Promise<NextResponse> {
  if (!isAllowed(PAGES, request.method)) return respondNotAllowed(site, PAGES)
  const viewer = addUnlocked(PUBLIC, request.headers)
  const verdict = guardPublicPath(address, request.method, site, viewer)
  switch (verdict.kind) {
    case 'redirect':
      return redirectTo(request, verdict.to)
    case 'external':
      return redirectElsewhere(request, verdict.address, true)
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
  setDocumentLanguage(screen.chrome.language)
  const frames = screen.kind === 'page' ? screen.view.frameSources : undefined
  return continueWithNonce(request, { signIn: viewer.signedIn ? getEnv().signIn?.origins : undefined, frames })
}

/** Continues to the page, or rewrites to its Markdown copy if the `Accept` header prefers Markdown. */
function continueOrRewriteToCopy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl
  if (!prefersMarkdown(request.headers.get('accept'))) return NextResponse.next()
  const copy = request.nextUrl.clone()
  copy.pathname = `/api/markdown/${pathname === '/' ? 'index' : pathname.slice(1)}`
  return NextResponse.rewrite(copy)
}

/** Counts each visit of the search page as a search, because the page is rendered for each visit, even if the query is blank. */
async function handleSearchPage(request: NextRequest): Promise<NextResponse> {
  const { headers, nextUrl } = request
  const { analytics, comments } = getEnv()
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
    frames: comments && [COMMENTS_ORIGIN],
    // The policy stays in force when the visitor goes to a page with forms.
    forms: getFormOrigins(getForms(site)),
  })
}

/** Handles a request for a members page or a screen of the sign-in service. */
async function handleForViewer(request: NextRequest, viewer: Viewer): Promise<NextResponse> {
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
  switch (verdict.kind) {
    case 'external':
      return redirectElsewhere(request, verdict.address, true)
    case 'redirect':
      return NextResponse.redirect(new URL(addBasePath(verdict.to), request.nextUrl), { headers: NOT_CACHED })
    case 'unavailable':
      return respondWithErrorPage(503, site)
    case 'pass':
      return NextResponse.next()
    case 'forbidden':
      return respondForbidden()
    case 'screen':
      if (isForMembers(pathname)) setDocumentLanguage(getSiteLanguage(site.forPath('')))
      return continueWithNonce(request, { signIn: env.signIn?.origins })
    case 'page':
      return continueToScreen(request, viewer, (status) =>
        status === 503 ? respondWithErrorPage(503, site) : respondForbidden(),
      )
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
function continueWithNonce(request: NextRequest, more: PolicySettings = {}): NextResponse {
  const env = getEnv()
  // The export writes the policy into the document, where a nonce would be the same for all visitors.
  if (env.isExport) return NextResponse.next({ headers: PRIVATE })
  const scripts = [createHeadScript(env.signIn !== undefined)]
  const policy = createContentSecurityPolicy(scripts, { ...more, nonce: randomUUID() })
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
  const settings = { ...getPageSettings(own), icon, suggestions, signIn }
  return respondWithHtml(status, renderErrorPage(status, settings), headers)
}

/** On a site with several languages, `site` is one of them. */
function getPageSettings(site?: Site): ErrorPageSettings {
  return {
    locale: site === undefined ? getEnv().locale : getInterfaceLocale(site),
    home: site?.homePath(PUBLIC),
    prefix: site?.prefix,
    branding: getSiteBranding(site),
    fontUrl,
    script: THEME_SCRIPT,
    siteName: site?.name(PUBLIC),
    lists: site && getListLinks(site, PUBLIC),
    navigation: site?.navigation(PUBLIC),
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
