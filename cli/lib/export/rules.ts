import { PRIVACY_HEADERS } from '../../../lib/cache/policy.mjs'

/** A redirect from an encoded, site-absolute path with the base path to another one, or to another site. */
export interface Redirect {
  from: string
  to: string
  /** Whether the page is in lists. Visitors can read the rules of some hosts, so those do not name other pages. */
  isListed: boolean
  isTemporary?: true
}

/** A group of addresses and the headers of their responses. */
export interface HeaderRule {
  /** The beginning of the paths, which ends with a slash. */
  below: string
  headers: Readonly<Record<string, string>>
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The headers that the live site sends and a document cannot contain. */
export const createHeaderRules = (basePath: string): HeaderRule[] => [
  {
    below: `${basePath}/`,
    headers: {
      'x-content-type-options': 'nosniff',
      ...PRIVACY_HEADERS,
      'content-security-policy': "frame-ancestors 'self'",
    },
  },
  { below: `${basePath}/_next/static/`, headers: IMMUTABLE },
  {
    below: `${basePath}/files/`,
    // Chromium's PDF viewer needs `object-src`.
    headers: {
      ...IMMUTABLE,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'",
    },
  },
]
