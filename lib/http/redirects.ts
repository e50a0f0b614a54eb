import 'server-only'
import { type NextRequest, NextResponse } from 'next/server'
import type { Redirection } from '../site/resolve/resolution'

export const NOT_CACHED = { 'cache-control': 'no-store' }

/** Redirects without caching, because the address and the access of the target may change, even if the redirect is permanent. */
export function redirectTo(
  request: NextRequest,
  path: string,
  { status = 308, dropsQuery }: Redirection = {},
): NextResponse {
  const target = request.nextUrl.clone()
  target.pathname = path
  if (dropsQuery) target.search = ''
  return NextResponse.redirect(target, { status, headers: NOT_CACHED })
}

/** Redirects to an address that an editor wrote: one of another site, or a path that no page has. */
export const redirectElsewhere = (
  { nextUrl }: NextRequest,
  { address, status = 308 }: { address: string } & Redirection,
): NextResponse => NextResponse.redirect(new URL(address, nextUrl), { status, headers: NOT_CACHED })
