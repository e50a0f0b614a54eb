import type { Env } from '../env'

/** Whether a browser says that a page of another site sent this. Programs say nothing of where they come from. */
export function isFromElsewhere(request: Request, env: Env): boolean {
  const says = ['sec-fetch-site', 'origin'].some((name) => request.headers.has(name))
  return says && request.headers.get('sec-fetch-site') !== 'none' && !isFromSite(request, env)
}

/**
 * Whether a browser sent this from a page of the site itself, so that no other site can press its buttons. What says nothing of
 * where it comes from is refused.
 */
export function isFromSite({ headers }: Request, { siteUrl, port }: Env): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === siteUrl || origin === `http://localhost:${port}`
}
