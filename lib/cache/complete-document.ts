import { removeFrameworkClient } from './framework-client'
import { readInlineScripts } from './inline-scripts'
import { createContentSecurityPolicy } from './policy.mjs'
import { getHeldMarkup, getRenderedPage, type RenderedPage } from './rendered-page'
import { createSpeculationRules } from './speculation-rules'

/** Twitter tags that repeat Open Graph tags, which Twitter reads as well. */
const REPEATED_TAGS = /<meta name="twitter:(?:title|description|image)[^"]*"[^>]*>/g

/** A document as visitors get it, and what its render reported of the response. */
export interface CompleteDocument {
  html: string
  /** That of Next.js, or that of the error page that was rendered. */
  status: number
  /** Its Content-Security-Policy. */
  policy: string
  /** The value of the version header, if the page may be stored. */
  version?: string
}

/**
 * Completes the document that Next.js rendered for the current request by what the render reported. `address` names it in the log.
 * `ownStatus` is that of Next.js.
 */
export function completeDocument(html: string, address: string, ownStatus = 200): CompleteDocument {
  const { version, status = ownStatus, language, frames = [], inlineScripts = [], ...policy } = getRenderedPage() ?? {}
  let document = html.replace(REPEATED_TAGS, '')
  // The screens of the sign-in service are React components of Next.js.
  if (policy.signIn === undefined) {
    const rules = `<script type="speculationrules">${createSpeculationRules()}</script></head>`
    document = removeFrameworkClient(document).replace('</head>', () => rules)
  }
  // The root layout does not know the page.
  if (language !== undefined) document = setLanguage(document, language)
  for (const [text, markup] of getHeldMarkup()) document = document.replace(text, () => markup)
  const scripts = readInlineScripts(document, inlineScripts)
  if (scripts.foreign.length > 0) {
    console.error(
      `The policy of ${JSON.stringify(address)} refuses ${scripts.foreign.length} inline scripts of unknown origin`,
    )
  }
  return {
    html: document,
    status,
    policy: createContentSecurityPolicy(scripts.own, { ...policy, frames }),
    ...(status === 200 && version !== undefined && { version }),
  }
}

function setLanguage(html: string, { tag, direction }: NonNullable<RenderedPage['language']>): string {
  return html.replace(/(<html) lang="[^"]*" dir="[^"]*"/, `$1 lang="${tag}" dir="${direction}"`)
}
