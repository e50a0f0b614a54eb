import { createHash } from 'node:crypto'
import { addBasePath } from '../../../lib/base-path'
import { readInlineScripts } from '../../../lib/cache/inline-scripts'
import { createContentSecurityPolicy } from '../../../lib/cache/policy.mjs'
import type { Env } from '../../../lib/settings/env'
import { COMMENTS_ORIGIN } from '../../../lib/third-parties'
import { ExportError } from './error'

const CHARSET = /<meta charset="utf-8"\s*\/?>/i
/** Browsers ignore these directives in a document, and report an error. */
const HEADER_ONLY = /^(?:frame-ancestors|report-uri|sandbox)\b/

/**
 * Adds to a document what a static host does not send: the Content Security Policy as a `meta` element (`policy` is the
 * header of the server's response), and speculation rules, by which browsers prefetch linked pages. Throws
 * {@link ExportError} if it is not a document of the site.
 */
export function createStaticDocument(
  html: string,
  policy: string | null,
  env: Pick<Env, 'analytics' | 'comments'>,
): string {
  const rules = createSpeculationRules()
  const hash = `'sha256-${createHash('sha256').update(rules).digest('base64')}'`
  const directives = (policy ?? createPolicy(html, env))
    .split('; ')
    .filter((each) => !HEADER_ONLY.test(each))
    .map((each) => (each.startsWith('script-src ') ? `${each} ${hash}` : each))
  const meta = `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(directives.join('; '))}">`
  if (!CHARSET.test(html) || !html.includes('</head>')) throw new ExportError('it is not a document of the site')
  return html
    .replace(CHARSET, (charset) => charset + meta)
    .replace('</head>', () => `<script type="speculationrules">${rules}</script></head>`)
}

/** Leaves single quotes as they are, because a policy contains dozens of them. */
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Creates the policy of a document whose response had none, such as one that the server renders for each visit. */
function createPolicy(html: string, { analytics, comments }: Pick<Env, 'analytics' | 'comments'>): string {
  const { own } = readInlineScripts(html)
  return createContentSecurityPolicy(own, { analytics: analytics?.origins, frames: comments && [COMMENTS_ORIGIN] })
}

/** Prefetches a page when its link is hovered or pressed; paths with an extension are files. */
function createSpeculationRules(): string {
  const pages = { href_matches: addBasePath('/*') }
  const others = { href_matches: ['/*.*', '/search', '/search?*'].map(addBasePath) }
  return JSON.stringify({
    prefetch: [{ where: { and: [pages, { not: others }] }, eagerness: 'moderate' }],
  })
}
