import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '@/lib/cache/policy.mjs'
import { getEnv } from '@/lib/env'
import { type ErrorStatus, errorPage } from '@/lib/formats/error-page'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'
import type { Site } from '@/lib/site/site'

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

/** The routes that are not pages: they answer for themselves, to being read. */
const HANDLERS = /^\/(api\/health|files\/[^/]+\/[^/]+)$/
const ALLOW = { allow: 'GET, HEAD' }
const PLAIN = /^\/plain(?=\/|$)/

/** Gives the status codes that a static page cannot give; what a page holds is decided by the page itself. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (HANDLERS.test(pathname) && isRead) return NextResponse.next()
  const path = decoded(pathname.replace(PLAIN, ''))
  if (path === undefined) return answer(400)
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return answer(503)
  if (HANDLERS.test(pathname)) return answer(405, site, ALLOW)
  const found = site.resolve(path, PUBLIC)
  switch (found.kind) {
    case 'gone':
      return answer(410, site)
    case 'unavailable':
      return answer(503, site)
    case 'redirect': {
      const prefix = PLAIN.test(pathname) ? '/plain' : ''
      const target = request.nextUrl.clone()
      target.pathname = `${prefix}/${found.path}`
      // Kept no longer than a page: where the target leads, and who may read it, may change.
      return NextResponse.redirect(target, { status: 308, headers: { 'cache-control': 'no-store' } })
    }
    case 'missing':
      return answer(404, site)
    default:
      return isRead ? NextResponse.next() : answer(405, site, ALLOW)
  }
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

function answer(status: ErrorStatus, site?: Site, headers?: Record<string, string>): NextResponse {
  const html = errorPage(status, { siteName: site?.name(PUBLIC), locale: getEnv().locale })
  return new NextResponse(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(html),
      ...(status === 503 && { 'retry-after': '5' }),
      ...headers,
    },
  })
}
