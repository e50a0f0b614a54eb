import { removeFrameworkClient } from './framework-client'
import { readInlineScripts } from './inline-scripts'
import { createContentSecurityPolicy } from './policy.mjs'
import { getHeldMarkup, getRenderedPage, type RenderedPage } from './rendered-page'
import { createSpeculationRules } from './speculation-rules'

/** Twitter tags that repeat Open Graph tags, which Twitter reads as well. */
const REPEATED_TAGS = /<meta name="twitter:(?:title|description|image)[^"]*"[^>]*>/g

interface CompleteDocument {
  html: string
  /** That of the error page that was rendered, or else that of Next.js. */
  status: number | undefined
  /** Its Content-Security-Policy. */
  policy: string
  /** The value of the version header, if the page may be stored. */
  version?: string
}

/**
 * Makes the document that visitors get from the one that Next.js rendered for the current request, and from what the render reported of
 * it: its language, its held markup, and the values of headers. `address` names it in the log, and `nextStatus` is the status that Next.js
 * would send.
 */
export function completeDocument(html: string, address: string, nextStatus: number | undefined): CompleteDocument {
  const {
    version,
    status = nextStatus,
    language,
    frames = [],
    inlineScripts = [],
    ...sources
  } = getRenderedPage() ?? {}
  let complete = html.replace(REPEATED_TAGS, '')
  // The screens of the sign-in service are React components of Next.js.
  if (sources.signIn === undefined) {
    const rules = `<script type="speculationrules">${createSpeculationRules()}</script></head>`
    complete = removeFrameworkClient(complete).replace('</head>', () => rules)
  }
  // The root layout does not know the page.
  if (language !== undefined) complete = setLanguage(complete, language)
  for (const [text, markup] of getHeldMarkup()) complete = complete.replace(text, () => markup)
  const scripts = readInlineScripts(complete, inlineScripts)
  if (scripts.foreign.length > 0) {
    console.error(
      `The policy of ${JSON.stringify(address)} refuses ${scripts.foreign.length} inline scripts of unknown origin`,
    )
  }
  return {
    html: complete,
    status,
    policy: createContentSecurityPolicy(scripts.own, { ...sources, frames }),
    ...((status ?? 200) === 200 && version !== undefined && { version }),
  }
}

function setLanguage(html: string, { tag, direction }: NonNullable<RenderedPage['language']>): string {
  return html.replace(/(<html) lang="[^"]*" dir="[^"]*"/, `$1 lang="${tag}" dir="${direction}"`)
}
