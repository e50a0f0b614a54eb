import { createHash } from 'node:crypto'

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
 * Returns the policy of a document. The inline scripts that run are `scripts`, which it names by their hashes, and those with the nonce,
 * if the document is sent while it is rendered. `signIn` are the origins of the sign-in service, where the document shows its screens;
 * `visits` those that count its visits; `frames` what it may frame.
 * @param {readonly string[]} scripts
 * @param {{ nonce?: string, signIn?: readonly string[], visits?: readonly string[], frames?: readonly string[] }} [more]
 */
export function contentSecurityPolicy(scripts, { nonce, signIn = [], visits = [], frames = [] } = {}) {
  const hashes = new Set(nonce === undefined ? [] : [`'nonce-${nonce}'`])
  for (const script of scripts) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const own = [...DIRECTIVES, ["frame-src 'self'", ...frames].join(' '), ["script-src 'self'", ...hashes].join(' ')]
  const counted = own.map((each) => (COUNTED.test(each) ? [each, ...visits].join(' ') : each))
  if (signIn.length === 0) return counted.join('; ')
  const wider = counted.map((each) => (WIDENED.test(each) ? [each, ...signIn].join(' ') : each))
  // A worker renews the session.
  return [...wider, "worker-src 'self' blob:"].join('; ')
}
