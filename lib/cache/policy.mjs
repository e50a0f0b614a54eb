import { createHash } from 'node:crypto'

/** The directives of all documents except those for scripts, forms and frames. */
const DIRECTIVES = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
]

/**
 * Further headers of every document, for the referrer and for device permissions. The referrer is the origin on the site's own pages, too:
 * third-party scripts read it, and must not learn search queries and the addresses of unlisted and members' pages.
 */
export const PRIVACY_HEADERS = {
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * The policy of an HTML file of the workspace. It gives the file an origin of its own, also if it is opened by itself, so it reaches no
 * cookie and no storage, and it sends no requests. It can only lead to another document, like a link.
 */
export const HTML_BLOCK_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The directives to which the origins of the sign-in service are added. */
const SIGN_IN_DIRECTIVES = /^(?:script|connect|img|frame)-src /
/** The directives to which the origins of analytics are added. */
const ANALYTICS_DIRECTIVES = /^(?:script|connect)-src /
/** The directives to which origins of the site folder are added, by what is loaded from them. */
const LOADED = /^(script|connect|img|frame|style|font)-src /

/**
 * Returns the Content-Security-Policy of a document. It allows the inline scripts in `scripts` by their hashes, and
 * scripts with `nonce`, which a document needs that is streamed while it is rendered. `signIn` contains the origins of
 * the sign-in service if the document shows one of its screens, `analytics` the origins of analytics, `frames` the sources
 * that may be embedded, `forms` the origins to which forms may post, and `origins` those of the site folder by what is
 * loaded from them.
 * @param {readonly string[]} scripts
 * @param {{ nonce?: string, signIn?: readonly string[], analytics?: readonly string[], frames?: readonly string[], forms?: readonly string[], origins?: Readonly<Record<string, readonly string[] | undefined>> }} [more]
 */
export function createContentSecurityPolicy(
  scripts,
  { nonce, signIn = [], analytics = [], frames = [], forms = [], origins = {} } = {},
) {
  const hashes = new Set(nonce === undefined ? [] : [`'nonce-${nonce}'`])
  for (const script of scripts) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const own = [
    ...DIRECTIVES,
    ["form-action 'self'", ...forms].join(' '),
    ["frame-src 'self'", ...frames].join(' '),
    ["script-src 'self'", ...hashes].join(' '),
  ]
  const withAnalytics = own
    .map((each) => (ANALYTICS_DIRECTIVES.test(each) ? [each, ...analytics].join(' ') : each))
    .map((each) => [each, ...(origins[LOADED.exec(each)?.[1] ?? ''] ?? [])].join(' '))
  if (signIn.length === 0) return withAnalytics.join('; ')
  const withSignIn = withAnalytics.map((each) => (SIGN_IN_DIRECTIVES.test(each) ? [each, ...signIn].join(' ') : each))
  // The sign-in service renews the session in a worker.
  return [...withSignIn, "worker-src 'self' blob:"].join('; ')
}
