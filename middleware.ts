import { randomUUID } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { THEME_SCRIPT } from '@/components/site/theme'
import { mayUseDesk } from '@/lib/auth/desk'
import { contentSecurityPolicy } from '@/lib/cache/policy.mjs'
import { type Env, getEnv } from '@/lib/env'
import { type ErrorStatus, errorPage, fillingPage } from '@/lib/formats/error-page'
import { isTooLong } from '@/lib/search/question'
import { takeSearch } from '@/lib/search/rate-limit'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'
import type { Site } from '@/lib/site/site'
import { readSyncReport } from '@/lib/snapshot/sync-report'

export const config = {
  runtime: 'nodejs',
  // Everything but internal assets, sign-in, auth and names with a file extension; always the root, api and trpc.
  matcher: [
    '/((?!_next(?:/|$)|sign-in(?:/|$)|auth(?:/|$)|.*\\.[A-Za-z0-9]+$).*)',
    '/',
    '/(api|trpc)',
    '/(api|trpc)/(.*)',
  ],
}

const READING = 'GET, HEAD'

/** The routes that are not pages, each with the methods that it answers for itself; those that are off are not there. */
const HANDLERS: readonly [route: RegExp, methods: string, isOn?: (env: Env) => boolean][] = [
  [/^\/(api\/health|api\/rows\/.+|files\/[^/]+\/[^/]+|search)$/, READING],
  [/^\/api\/search$/, 'POST'],
  [/^\/api\/revalidate$/, 'POST', (env) => env.revalidateSecret !== undefined],
  [/^\/api\/webhooks\/notion$/, 'POST'],
  [/^\/members\/desk$/, READING, mayUseDesk],
  [/^\/members\/desk\/refresh$/, 'POST', mayUseDesk],
]
/** What stands before a page's path in the addresses that show it in other ways. */
const PREFIX = /^\/(?:plain|rows\/[0-9a-f]{8}\/[1-9]\d{0,4})(?=\/|$)/

/** Gives the status codes that a static page cannot give; what a page holds is decided by the page itself. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl
  const path = decoded(pathname.replace(PREFIX, ''))
  if (path === undefined) return answer(400)
  const methods = handledMethods(pathname)
  if (methods !== undefined && isOneOf(methods, request.method)) {
    return pathname === '/search' ? searchPage(request) : NextResponse.next()
  }
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return notReady()
  if (methods !== undefined) return answer(405, site, { allow: methods })
  const found = site.resolve(path, PUBLIC)
  switch (found.kind) {
    case 'gone':
      return answer(410, site)
    case 'unavailable':
      return answer(503, site)
    case 'redirect': {
      const prefix = PREFIX.exec(pathname)?.[0] ?? ''
      const target = request.nextUrl.clone()
      target.pathname = `${prefix}/${found.path}`
      // Kept no longer than a page: where the target leads, and who may read it, may change.
      return NextResponse.redirect(target, { status: 308, headers: { 'cache-control': 'no-store' } })
    }
    case 'missing':
      return answer(404, site)
    default:
      return isOneOf(READING, request.method) ? NextResponse.next() : answer(405, site, { allow: READING })
  }
}

/** The page of results is made for each visit, so what its scripts are is not known beforehand: they carry a nonce. */
async function searchPage({ headers, nextUrl }: NextRequest): Promise<NextResponse> {
  const query = nextUrl.searchParams.get('q') ?? ''
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return notReady()
  if (isTooLong(query)) return answer(400, site)
  const wait = query.trim() === '' ? 0 : takeSearch(headers)
  if (wait > 0) return answer(429, site, { 'retry-after': String(wait) })
  const policy = contentSecurityPolicy(`<script>${THEME_SCRIPT}</script>`, randomUUID())
  const forwarded = new Headers(headers)
  forwarded.set('content-security-policy', policy)
  return NextResponse.next({
    request: { headers: forwarded },
    headers: { 'content-security-policy': policy, 'cache-control': 'private, no-store' },
  })
}

const isOneOf = (methods: string, method: string) => methods.split(', ').includes(method)

function handledMethods(pathname: string): string | undefined {
  return HANDLERS.find(([route, , isOn]) => route.test(pathname) && (isOn?.(getEnv()) ?? true))?.[1]
}

/** The path as pages are named: decoded, composed, without slashes at its ends; undefined when it is malformed. */
function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
      .normalize('NFC')
      .replace(/^\/+|\/+$/g, '')
  } catch {
    return undefined
  }
}

/** Until the first pages are there: how far the sync that fills the site is. */
async function notReady(): Promise<NextResponse> {
  const { locale, rootPage, stateDir } = getEnv()
  if (rootPage === undefined) return answer(503)
  const report = await readSyncReport(stateDir)
  const { pages = 0, pagesKnown = 0 } = report?.progress ?? {}
  const failed = report?.state === 'failed' || report?.state === 'refused'
  return respond(503, fillingPage({ locale, pages, pagesKnown, failed }))
}

function answer(status: ErrorStatus, site?: Site, headers?: Record<string, string>): NextResponse {
  return respond(status, errorPage(status, { siteName: site?.name(PUBLIC), locale: getEnv().locale }), headers)
}

function respond(status: ErrorStatus, html: string, headers?: Record<string, string>): NextResponse {
  return new NextResponse(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': contentSecurityPolicy(html),
      ...(status === 503 && { 'retry-after': '5' }),
      ...headers,
    },
  })
}
