import type { IncomingMessage } from 'node:http'
import { guardPublicPath, readPublicPath } from '../lib/auth/public-guard'
import type { Env } from '../lib/env'
import { mayList, PUBLIC } from '../lib/site/access'
import { getLoadedSite } from '../lib/site/get-site'

/**
 * Whether a request is a client-side navigation to an unlisted page on a site with third-party scripts. Such a page loads no third-party
 * script, but the scripts of the page before it would keep running and learn its address. A response without content makes the router of
 * Next.js load a new document.
 */
export function needsNewDocument({ headers }: IncomingMessage, pathname: string, env: Env): boolean {
  if (headers.rsc === undefined || (env.analytics === undefined && env.comments === undefined)) return false
  const site = getLoadedSite()
  const address = readPublicPath(pathname)
  if (site === undefined || address === undefined || address.handler !== undefined) return false
  const verdict = guardPublicPath(address, 'GET', site)
  return verdict.kind === 'pass' && verdict.found.kind === 'page' && !mayList(verdict.found.page.access, PUBLIC)
}
