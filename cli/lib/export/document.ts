import { createHash } from 'node:crypto'
import { addBasePath } from '../../../lib/base-path'
import { readInlineScripts } from '../../../lib/cache/inline-scripts'
import { contentSecurityPolicy } from '../../../lib/cache/policy.mjs'
import type { Env } from '../../../lib/env'
import { COMMENTS_ORIGIN } from '../../../lib/third-parties'
import { ExportError } from './error'

const CHARSET = /<meta charset="utf-8"\s*\/?>/i
/** Browsers ignore these directives in a document, and report an error. */
const HEADER_ONLY = /^(?:frame-ancestors|report-uri|sandbox)\b/

/**
 * Returns a document of the site as a file: it contains its own Content-Security-Policy, `policy` as the server sent it, and rules by which
 * browsers prefetch the pages that it links to. Throws {@link ExportError} if it is no document of the site.
 */
export function createStaticDocument(
  html: string,
  policy: string | null,
  env: Pick<Env, 'analytics' | 'comments'>,
): string {
  const rules = createSpeculationRules()
  const hash = `'sha256-${createHash('sha256').update(rules).digest('base64')}'`
  const own = policy ?? createPolicy(html, env)
  const directives = own
    .split('; ')
    .filter((each) => !HEADER_ONLY.test(each))
    .map((each) => (each.startsWith('script-src ') ? `${each} ${hash}` : each))
  const meta = `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(directives.join('; '))}">`
  if (!CHARSET.test(html) || !html.includes('</head>')) throw new ExportError('it is no document')
  return html
    .replace(CHARSET, (charset) => charset + meta)
    .replace('</head>', () => `<script type="speculationrules">${rules}</script></head>`)
}

/** Quotes of sources stay as they are, because a policy contains dozens of them. */
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The policy of a document that the server renders for each visit, and sends without one to an export. */
function createPolicy(html: string, { analytics, comments }: Pick<Env, 'analytics' | 'comments'>): string {
  const { own } = readInlineScripts(html)
  return contentSecurityPolicy(own, { visits: analytics?.origins, frames: comments && [COMMENTS_ORIGIN] })
}

/** Prefetches a page when its link is hovered or pressed; files, which have an extension, are no pages. */
function createSpeculationRules(): string {
  const pages = { href_matches: addBasePath('/*') }
  const others = { href_matches: ['/*.*', '/search', '/search?*'].map(addBasePath) }
  return JSON.stringify({
    prefetch: [{ where: { and: [pages, { not: others }] }, eagerness: 'moderate' }],
  })
}
