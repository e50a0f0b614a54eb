import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type NextRequest, NextResponse } from 'next/server'
import { createHeadScript } from '@/components/site/head-script'
import { THEME_SCRIPT } from '@/components/site/theme'
import { decideAccess } from '@/lib/auth/guard'
import { guardPublicPath, isAllowed, type PublicPath, readPublicPath } from '@/lib/auth/public-guard'
import { FORBIDDEN, isForViewers, isScreen } from '@/lib/auth/routes'
import { isFromSite } from '@/lib/auth/same-site'
import { readSession } from '@/lib/auth/session'
import { addBasePath } from '@/lib/base-path'
import { contentSecurityPolicy } from '@/lib/cache/policy.mjs'
import { getEnv } from '@/lib/env'
import { findHandler } from '@/lib/find-route'
import { type ErrorPageSettings, type ErrorStatus, renderErrorPage, renderFillingPage } from '@/lib/formats/error-page'
import { prefersMarkdown } from '@/lib/formats/preference'
import { readLatestSyncReport } from '@/lib/instances/ask-writer'
import { isForMembers } from '@/lib/members-path'
import { openView } from '@/lib/page/thread/open-view'
import { respondWithSite } from '@/lib/page/thread/respond-with-site'
import { PAGES, type Route } from '@/lib/routes'
import { getRuntime } from '@/lib/runtime'
import { isTooLong } from '@/lib/search/question'
import { takeSearch } from '@/lib/search/rate-limit'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady, lastSite } from '@/lib/site/get-site'
import type { Site } from '@/lib/site/site'
import { getSiteBranding } from '@/lib/site/site-branding'
import type { Viewer } from '@/lib/site/site-index'
import { COMMENTS_ORIGIN } from '@/lib/third-parties'
import readingFace from '@/styles/faces/reading-400-normal.woff2'

export const config = {
  runtime: 'nodejs',
  // What lib/routes.ts says, as constants, because Next.js reads them without running this file.
  matcher: [
    '/((?!_next(?:/|$)|sign-in(?:/|$)|auth(?:/|$)|.*\\.[A-Za-z0-9]+$).*)',
    '/',
    '/members/(.*)',
    '/(api|trpc)',
    '/(api|trpc)/(.*)',
  ],
}

type PolicySettings = NonNullable<Parameters<typeof contentSecurityPolicy>[1]>

const NOT_KEPT = { 'cache-control': 'no-store' }
const PRIVATE = { 'cache-control': 'private, no-store' }

/** The bundler says where the server keeps it; to browsers it is served from elsewhere, by the same name. */
const face = addBasePath(`/_next/static/media/${basename(readingFace)}`)

/** Gives the status codes that a static page cannot give; what a page holds is decided by the page itself. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const address = readPublicPath(pathname)
  if (address === undefined) return answer(400)
  if (getEnv().signIn === undefined || !isForViewers(pathname)) return answerAnyone(request, address)

  const { method, headers } = request
  const session = await readSession({ method, path: pathname + search, headers })
  const renewal = session.headers.get('location')
  const isOwn = isForMembers(pathname) || isScreen(pathname)
  const response =
    renewal !== null
      ? NextResponse.redirect(renewal, { headers: NOT_KEPT })
      : await (isOwn ? answerViewer(request, address.path, session.viewer) : answerAnyone(request, address))
  for (const cookie of session.headers.getSetCookie()) response.headers.append('set-cookie', cookie)
  return response
}

async function answerAnyone(request: NextRequest, address: PublicPath): Promise<NextResponse> {
  const { path, prefix, handler } = address
  const isOn = handler !== undefined && (handler.needs === undefined || Boolean(getEnv()[handler.needs]))
  if (isOn && isAllowed(handler, request.method)) {
    return handler.segment === 'search' ? searchPage(request) : NextResponse.next()
  }
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return notReady()
  if (isOn) return notAllowed(site, handler)
  const verdict = guardPublicPath(address, request.method, site)
  switch (verdict.kind) {
    case 'redirect':
      return redirect(request, verdict.to)
    case 'error':
      return answer(verdict.status, site, {}, verdict.status === 404 ? path : undefined)
    case 'not-allowed':
      return notAllowed(site, verdict.route)
    case 'pass':
      return prefix === '' && verdict.found.kind !== 'list' ? pageOrCopy(request) : NextResponse.next()
  }
}

/** The page, or its Markdown copy for those that prefer that. */
function pageOrCopy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl
  if (!prefersMarkdown(request.headers.get('accept'))) return NextResponse.next()
  const copy = request.nextUrl.clone()
  copy.pathname = `/api/markdown/${pathname === '/' ? 'index' : pathname.slice(1)}`
  return NextResponse.rewrite(copy)
}

/** Kept no longer than a page: where the target leads, and who may read it, may change. */
function redirect(request: NextRequest, path: string): NextResponse {
  const target = request.nextUrl.clone()
  target.pathname = path
  return NextResponse.redirect(target, { status: 308, headers: NOT_KEPT })
}

/** The page of results is rendered for each visit, even if the query is blank, so each visit counts as a search. */
async function searchPage(request: NextRequest): Promise<NextResponse> {
  const { headers, nextUrl } = request
  const { analytics, comments } = getEnv()
  const query = nextUrl.searchParams.get('q') ?? ''
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return notReady()
  if (isTooLong(query)) return answer(400, site)
  const wait = await takeSearch(headers)
  if (wait > 0) return answer(429, site, { 'retry-after': String(wait) })
  return nextWithNonce(request, { visits: analytics?.origins, frames: comments && [COMMENTS_ORIGIN] })
}

/** Answers for a members page, or a screen of the sign-in service. */
const answerViewer = (request: NextRequest, path: string, viewer: Viewer): Promise<NextResponse> =>
  respondWithSite((site) => (site === undefined ? notReady() : answerViewerOf(site, request, path, viewer)))

async function answerViewerOf(site: Site, request: NextRequest, path: string, viewer: Viewer): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const env = getEnv()
  const handler = findHandler(pathname) ?? PAGES
  // The sign-in service's script calls the page that it runs on when somebody signs in or switches the organization.
  const isCall = request.method === 'POST' && request.headers.has('next-action') && isFromSite(request, env)
  if (!isAllowed(handler, request.method) && !isCall) return notAllowed(site, handler)
  const verdict = decideAccess({ pathname, search, path }, viewer, site, env)
  switch (verdict.kind) {
    case 'redirect':
      return NextResponse.redirect(new URL(addBasePath(verdict.to), request.nextUrl), { headers: NOT_KEPT })
    case 'unavailable':
      return answer(503, site)
    case 'pass':
      return NextResponse.next()
    case 'forbidden':
      // A call is answered by the page that it runs on, which says the same.
      return isCall ? nextWithNonce(request) : forbidden(request)
    case 'page': {
      const { page } = verdict
      const signIn = env.signIn?.origins
      if (page === undefined) return nextWithNonce(request, { signIn })
      // Only preparing a page tells whether it can be shown; the view is remembered for the page.
      const view = await openView(site, page, viewer)
      return view ? nextWithNonce(request, { signIn, frames: view.frameSources }) : answer(503, site)
    }
  }
}

/**
 * Under a name of its own each time: answers that are made at once for one name are one answer, with the first asker's address in it.
 */
function forbidden(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers)
  // Next would answer it with an empty 200.
  headers.delete('x-middleware-prefetch')
  return NextResponse.rewrite(new URL(addBasePath(`${FORBIDDEN}/${randomUUID()}`), request.nextUrl), {
    request: { headers },
  })
}

/** What is made for each visit is sent while it is made, so its policy goes before it. */
function nextWithNonce(request: NextRequest, more: PolicySettings = {}): NextResponse {
  const env = getEnv()
  // The export writes the policy into the document, where a nonce would be the same for all visitors.
  if (env.isExport) return NextResponse.next({ headers: PRIVATE })
  const policy = contentSecurityPolicy([createHeadScript(env.signIn !== undefined)], { ...more, nonce: randomUUID() })
  const forwarded = new Headers(request.headers)
  forwarded.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers: forwarded }, headers: PRIVATE })
  // Hot reload needs more than any policy of ours allows.
  if (!env.development) response.headers.set('content-security-policy', policy)
  return response
}

const notAllowed = (site: Site, { methods }: Route) => answer(405, site, { allow: methods.join(', ') })

/** Until the first pages are there: how far the sync that fills the site is. */
async function notReady(): Promise<NextResponse> {
  const env = getEnv()
  if (env.rootPage === undefined) return answer(503)
  const report = await readLatestSyncReport(env)
  const { pages = 0, pagesKnown = 0 } = report?.progress ?? {}
  const failed = report?.state === 'failed' || report?.state === 'refused'
  return respond(503, renderFillingPage({ ...documentSettings(), pages, pagesKnown, failed }))
}

/** `missing` is the path that no page has: the answer names public pages with one much like it. */
function answer(status: ErrorStatus, site?: Site, headers?: Record<string, string>, missing?: string): NextResponse {
  const near = missing === undefined ? undefined : site?.near(missing)
  return respond(status, renderErrorPage(status, { ...documentSettings(site), near }), headers)
}

function documentSettings(site?: Site): ErrorPageSettings {
  return {
    locale: getEnv().locale,
    branding: getSiteBranding(site),
    face,
    script: THEME_SCRIPT,
    siteName: site?.name(PUBLIC),
    navigation: site?.navigation(PUBLIC),
  }
}

// The server answers some requests without asking here, and as if it had asked.
getRuntime().renderErrorPage = (status) => renderErrorPage(status as ErrorStatus, documentSettings(lastSite()))

function respond(status: ErrorStatus, html: string, headers?: Record<string, string>): NextResponse {
  return new NextResponse(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': contentSecurityPolicy([THEME_SCRIPT]),
      ...(status === 503 && { 'retry-after': '5' }),
      ...headers,
    },
  })
}
