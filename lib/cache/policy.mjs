import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?:\s[^>]*)?>([\s\S]*?)<\/script>/g

/** What a document may load, apart from its scripts. */
const DIRECTIVES = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
]

/** What else is said with every document: what other sites learn of a visit, and which of a reader's devices it may use. */
export const PRIVACY_HEADERS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The directives to which the origins of the sign-in service are added. */
const WIDENED = /^(?:script|connect|img|frame)-src /
/** What a script that counts visits needs. */
const COUNTED = /^(?:script|connect)-src /

/**
 * The policy of one whole document: its own inline scripts run because the policy names their hashes, and no other does.
 * Of a document that is still being made only some scripts are known; its others carry the nonce. `signIn` are the origins of the
 * sign-in service, where the document shows its screens; `visits` those that count its visits; `frames` what it may frame.
 * @param {string} html
 * @param {{ nonce?: string, signIn?: readonly string[], visits?: readonly string[], frames?: readonly string[] }} [more]
 */
export function contentSecurityPolicy(html, { nonce, signIn = [], visits = [], frames = [] } = {}) {
  const hashes = new Set(nonce === undefined ? [] : [`'nonce-${nonce}'`])
  for (const [, script] of html.matchAll(INLINE_SCRIPT)) {
    if (script) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  const own = [...DIRECTIVES, ["frame-src 'self'", ...frames].join(' '), ["script-src 'self'", ...hashes].join(' ')]
  const counted = own.map((each) => (COUNTED.test(each) ? [each, ...visits].join(' ') : each))
  if (signIn.length === 0) return counted.join('; ')
  const wider = counted.map((each) => (WIDENED.test(each) ? [each, ...signIn].join(' ') : each))
  // A worker renews the session.
  return [...wider, "worker-src 'self' blob:"].join('; ')
}
