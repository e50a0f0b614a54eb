import type { ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { renderErrorPage } from '../components/errors/error-pages'
import { THEME_SCRIPT } from '../components/site/theme'
import { createContentSecurityPolicy, PRIVACY_HEADERS } from '../lib/cache/policy.mjs'
import type { ErrorPageSettings } from '../lib/formats/error-page'
import type { Route } from '../lib/routes'
import { getRuntime } from '../lib/runtime'
import type { Env } from '../lib/settings/env'
import { getSiteBranding } from '../lib/site/site-settings'
import type { ErrorDocument } from './bad-requests'

const STATUSES = [400, 404, 405, 408, 410, 413, 429, 431, 500] as const
type Status = (typeof STATUSES)[number]

const isStatus = (status: number): status is Status => STATUSES.some((known) => known === status)

/** Headers that stay when a response is replaced by an error page. */
const KEPT_HEADERS = new Set(['strict-transport-security', 'x-request-id'])

/** The error pages that the server sends without Next.js. Each is rendered with its first use, and again when its settings change. */
export class ErrorPages {
  readonly #own: ErrorPageSettings
  readonly #pages = new Map<Status, { settings: ErrorPageSettings; html: string }>()

  constructor(
    { locale }: Env,
    fontUrl: string | undefined,
    readonly render: typeof renderErrorPage,
  ) {
    this.#own = { locale, branding: getSiteBranding(undefined), fontUrl, script: THEME_SCRIPT }
  }

  /** Returns the error page of a status. It has the branding of the root page once the middleware has loaded the site. */
  documentFor(status: number): ErrorDocument {
    // Refusing a request must cost less than handling it.
    const settings = status === 429 ? this.#own : this.getSettings()
    const body = isStatus(status) ? this.#renderOnce(status, settings) : ''
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'content-security-policy': createContentSecurityPolicy([THEME_SCRIPT]),
      'x-content-type-options': 'nosniff',
      ...PRIVACY_HEADERS,
      'cache-control': 'private, no-store',
    }
    return { headers, body }
  }

  /** Returns the settings of pages that the server renders itself. */
  getSettings(): ErrorPageSettings {
    return getRuntime().getErrorPageSettings?.() ?? this.#own
  }

  #renderOnce(status: Status, settings: ErrorPageSettings): string {
    const known = this.#pages.get(status)
    if (known !== undefined && isDeepStrictEqual(known.settings, settings)) return known.html
    const html = this.render(status, settings)
    this.#pages.set(status, { settings, html })
    return html
  }
}

/** Responds with the error page of a status and drops the headers that were set before. */
export function respondWithErrorPage(response: ServerResponse, status: number, errorPages: ErrorPages): ServerResponse {
  for (const name of response.getHeaderNames()) if (!KEPT_HEADERS.has(name)) response.removeHeader(name)
  const { headers, body } = errorPages.documentFor(status)
  response.writeHead(status, { ...headers, ...(status === 405 && { allow: 'GET, HEAD' }) })
  return response.end(body)
}

/** Why the server refuses a request, for programs. */
const REASONS = {
  408: { error: 'The body took too long to arrive', errorId: 'timeout' },
  413: { error: 'The body is too long', errorId: 'too-long' },
  429: { error: 'Too many requests at once: wait a moment', errorId: 'too-many' },
} as const

/** Refuses a request before Next.js sees it: with JSON where the API is called, and with an error page elsewhere. */
export function refuse(
  response: ServerResponse,
  status: keyof typeof REASONS,
  { kind, segment }: Route,
  errorPages: ErrorPages,
): void {
  if (status === 429) response.setHeader('retry-after', '1')
  // A body that is too long still arrives: closing the connection at once could discard the response.
  if (status === 408) response.setHeader('connection', 'close')
  if (kind !== 'api' && segment !== 'api/search') {
    respondWithErrorPage(response, status, errorPages)
    return
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' }
  response.writeHead(status, headers).end(JSON.stringify(REASONS[status]))
}
