import { createHeadScript } from '../../components/site/head-script'
import { ANNOUNCEMENT_SCRIPT } from '../../components/site/parts/announcement-script'
import { TEXT_SIZE_SCRIPT } from '../../components/site/parts/text-size-script'
import { createSpeculationRules } from './speculation-rules'

/** JSON and JSON-LD are data: browsers do not run them, and no policy applies to them. */
const INLINE_SCRIPT = /<script(?![^>]* type="application\/(?:ld\+)?json")(?:\s[^>]*)?>([\s\S]*?)<\/script>/g

/** The calls with which Next.js passes hydration data and starts its chunk runtime, on the screens of the sign-in service. */
const NEXT_CALLS = [
  /^(?:self\.__next_f|\(self\.__next_f=self\.__next_f\|\|\[\]\))\.push\((.+)\)$/,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.+)\);$/,
]

/** The inline scripts of a finished document. */
export interface InlineScripts {
  /** Written by the site or by Next.js. */
  own: string[]
  /** All others, which may come from content. */
  foreign: string[]
}

/**
 * Separates the inline scripts of the site and of Next.js, which are constants or calls with JSON only, from all others. `more` are those
 * of the site folder.
 */
export function readInlineScripts(html: string, more: readonly string[] = []): InlineScripts {
  const constants = [
    createHeadScript(false),
    createHeadScript(true),
    createHeadScript('own'),
    ANNOUNCEMENT_SCRIPT,
    TEXT_SIZE_SCRIPT,
    createSpeculationRules(),
    ...more,
  ]
  const own: string[] = []
  const foreign: string[] = []
  for (const [, script] of html.matchAll(INLINE_SCRIPT)) {
    if (script) (constants.includes(script) || isNextCall(script) ? own : foreign).push(script)
  }
  return { own, foreign }
}

const isNextCall = (script: string) => NEXT_CALLS.some((call) => isJson(call.exec(script)?.[1] ?? ''))

/** Whether a text is JSON, which cannot run code. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
