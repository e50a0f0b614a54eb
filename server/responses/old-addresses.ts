import type { IncomingMessage, ServerResponse } from 'node:http'
import { addBasePath } from '../../lib/base-path'
import { PRIVACY_HEADERS } from '../../lib/cache/policy.mjs'
import { hasExtension, mayBeOldAddress } from '../../lib/find-route'
import { COPY_PATH } from '../../lib/page-copies.mjs'
import { type RequestAddress, readAddress } from '../../lib/screens/find-screen'
import { guardPublicPath } from '../../lib/screens/guard'
import { PUBLIC } from '../../lib/site/access'
import { getLoadedSite } from '../../lib/site/get-site'
import { findSearchAddress } from '../../lib/site/resolve/peer-addresses'
import type { Site } from '../../lib/site/site'

/** What an address of a former site leads to. `to` is an address with the base path. */
type OldAddress = { status: 301 | 302 | 307 | 308; to: string } | { status: 410 }

/**
 * Returns where an address leads that only a former site has. The middleware redirects, too, but not from paths with a file extension, and
 * only after Next.js has redirected from those with a slash at the end. Undefined for all other addresses, and while the site is loading.
 */
export function findOldAddress({ method }: IncomingMessage, target: string): OldAddress | undefined {
  const site = method === 'GET' || method === 'HEAD' ? getLoadedSite() : undefined
  if (site === undefined) return undefined
  const at = target.indexOf('?')
  const [pathname, search] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  if (pathname === '/search') return search.includes('s=') ? findSearch(search) : undefined
  const address = mayBeOldAddress(pathname) ? readAddress(pathname, PUBLIC, search) : undefined
  if (address === undefined || isCopy(pathname, site)) return undefined
  const old = readVerdict(address, pathname, search, site)
  // The feed of a list has the address that other generators give it.
  return old?.status !== 410 && old?.to === addBasePath(pathname) ? undefined : old
}

/** Whether a path is that of a copy of a page. Without this, it could be a spelling of a page whose path was cut. */
function isCopy(pathname: string, site: Site): boolean {
  const [, page] = COPY_PATH.exec(pathname) ?? []
  const address = page === undefined ? undefined : readAddress(page, PUBLIC)
  return address !== undefined && guardPublicPath(address, 'GET', site).kind === 'pass'
}

function readVerdict(address: RequestAddress, pathname: string, search: string, site: Site): OldAddress | undefined {
  const verdict = guardPublicPath({ ...address, area: 'public', prefix: '' }, 'GET', site)
  switch (verdict.kind) {
    case 'redirect': {
      const to = addBasePath(encodeURI(verdict.to))
      return { status: verdict.status ?? 308, to: verdict.dropsQuery ? to : to + search }
    }
    case 'external':
      return { status: verdict.status ?? 308, to: verdict.address }
    case 'error':
      // The middleware responds elsewhere, in the language of the path.
      return verdict.status === 410 && (hasExtension(pathname) || pathname.endsWith('/')) ? { status: 410 } : undefined
    default:
      return undefined
  }
}

/** Other search pages have the words in the parameter `s`. */
function findSearch(search: string): OldAddress | undefined {
  const found = new URLSearchParams(search).has('q') ? undefined : findSearchAddress(search)
  return found?.kind === 'external' ? { status: 308, to: found.address } : undefined
}

/** Redirects without caching, because the target and its access may change. */
export function sendRedirect(response: ServerResponse, { status, to }: { status: number; to: string }): void {
  response.writeHead(status, {
    location: to,
    'cache-control': 'no-store',
    'content-length': 0,
    'x-content-type-options': 'nosniff',
    ...PRIVACY_HEADERS,
  })
  response.end()
}
