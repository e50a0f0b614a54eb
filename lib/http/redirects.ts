import 'server-only'
import { type NextRequest, NextResponse } from 'next/server'

export const NOT_CACHED = { 'cache-control': 'no-store' }

/** Redirects without caching, because the address and the access of the target may change, even if the redirect is permanent. */
export function redirectTo(request: NextRequest, path: string, isTemporary = false): NextResponse {
  const target = request.nextUrl.clone()
  target.pathname = path
  return NextResponse.redirect(target, { status: isTemporary ? 307 : 308, headers: NOT_CACHED })
}

/** Redirects to an address that an editor wrote: one of another site, or a path that no page has. */
export const redirectElsewhere = ({ nextUrl }: NextRequest, address: string, isTemporary = false): NextResponse =>
  NextResponse.redirect(new URL(address, nextUrl), { status: isTemporary ? 307 : 308, headers: NOT_CACHED })
