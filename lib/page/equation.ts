import 'server-only'
import katex from 'katex'
import 'katex/contrib/mhchem'
import { LRUCache } from 'lru-cache'
import { escapeHtml } from '../workspace/escape-html'

const LONGEST = 10_000
/** Within the MathML that is read aloud, the source once more, what holds the two together, and how it would look: nothing reads it. */
const UNREAD = new RegExp(
  [
    '<annotation[^>]*>.*?</annotation>|</?semantics>| xmlns="[^"]*"',
    ' (?:fence|separator|stretchy|[lr]space|(?:min|max)size|(?:row|column)spacing|columnalign|displaystyle|scriptlevel)="[^"]*"',
  ].join('|'),
  'gs',
)
const remembered = new LRUCache<string, string>({ max: 500 })

/**
 * Sets a formula as KaTeX's markup, safe to put into a page as it is. A formula that is wrong shows its source, marked as
 * wrong. Sizes are bounded so that no formula grows over the page.
 */
export function setEquation(source: string, display: boolean): string {
  const key = `${display ? 'd' : 'i'}${source}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const html = source.length > LONGEST ? asWrong(source) : typeset(source, display)
  remembered.set(key, html)
  return html
}

function typeset(source: string, display: boolean): string {
  try {
    const html = katex.renderToString(source, {
      displayMode: display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    })
    // A formula can name any character by its number, also those that no text may hold.
    return html.replace(UNREAD, '').replace(/[\uFDD0-\uFDEF]/g, '')
  } catch {
    return asWrong(source)
  }
}

function asWrong(source: string): string {
  return `<code class="equation-wrong">${escapeHtml(source)}</code>`
}
