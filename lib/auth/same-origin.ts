import type { Env } from '../settings/env'

/** Whether a page of another origin sent a request, according to the browser. Clients other than browsers do not send these headers. */
export function isCrossOrigin(request: Request, env: Env): boolean {
  const hasOrigin = ['sec-fetch-site', 'origin'].some((name) => request.headers.has(name))
  return hasOrigin && request.headers.get('sec-fetch-site') !== 'none' && !isSameOrigin(request, env)
}

/**
 * Whether a page of this site sent a request, according to the browser. Prevents cross-site request forgery: requests without these
 * headers are refused, too.
 */
export function isSameOrigin({ headers }: Request, { siteUrl, port }: Env): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === new URL(siteUrl).origin || origin === `http://localhost:${port}`
}
