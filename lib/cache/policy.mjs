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
  "frame-src 'self' https:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
]

/**
 * The policy of one whole document: its own inline scripts run because the policy names their hashes, and no other does.
 * Of a document that is still being made only some scripts are known; its others carry the nonce.
 * @param {string} html
 * @param {string} [nonce]
 */
export function contentSecurityPolicy(html, nonce) {
  const hashes = new Set(nonce === undefined ? [] : [`'nonce-${nonce}'`])
  for (const [, script] of html.matchAll(INLINE_SCRIPT)) {
    if (script) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...DIRECTIVES, ["script-src 'self'", ...hashes].join(' ')].join('; ')
}
