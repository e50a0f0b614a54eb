import 'server-only'
import { LRUCache } from 'lru-cache'
import { escapeHtml } from '../../workspace/escape-html'
import { setTex } from '../../workspace/read/tex'
import type { ViewContext } from '../view-context'

/** Within the MathML that is read aloud, the source once more, what holds the two together, and how it would look: nothing reads it. */
const UNREAD = new RegExp(
  [
    '<annotation[^>]*>.*?</annotation>|</?semantics>| xmlns="[^"]*"',
    ' (?:fence|separator|stretchy|[lr]space|(?:min|max)size|(?:row|column)spacing|columnalign|displaystyle|scriptlevel)="[^"]*"',
  ].join('|'),
  'gs',
)
/** What a line of formulas has above and below its base line at least, in em, by its face and its leading of 1.2. */
const LEAST_ABOVE = 0.9
const LEAST_BELOW = 0.3
type TypesetEquation = { html: string; tokens: number }

/** Characters of set formulas that are kept. */
const MOST_REMEMBERED = 20_000_000
const remembered = new LRUCache<string, TypesetEquation>({
  maxSize: MOST_REMEMBERED,
  sizeCalculation: ({ html }, key) => html.length + key.length,
})

/**
 * Sets a formula as KaTeX's markup, safe to put into a page as it is. A formula that is wrong or too long shows its source, marked as
 * wrong; one beyond the page's budget shows its source alone. Sizes are bounded so that no formula grows over the page.
 */
export function renderEquation(
  source: string,
  display: boolean,
  { budgets }: Pick<ViewContext, 'budgets'> = {},
): string {
  const budget = budgets?.equations
  const asSource = `<code>${escapeHtml(source)}</code>`
  if (budget?.isSpent) return asSource
  const key = `${display ? 'd' : 'i'}${source}`
  const known = remembered.get(key) ?? renderWithKatex(source, display)
  remembered.set(key, known)
  return (budget?.spend(known.tokens) ?? true) ? known.html : asSource
}

function renderWithKatex(source: string, display: boolean): TypesetEquation {
  const { html, tokens } = setTex(source, { display })
  if (html === undefined) return { html: markAsInvalid(source), tokens }
  // A formula can name any character by its number, also those that no text may hold.
  return { tokens, html: addHeight(html.replace(UNREAD, '').replace(/[\uFDD0-\uFDEF]/g, '')) }
}

/**
 * Tells the sheet how high a formula on its own line will be, in its own em, so that a browser need not set it before it comes near the
 * view. One that is numbered is set at once, since the numbers count those before it.
 */
function addHeight(html: string): string {
  if (html.includes('eqn-num')) return html
  const rows = html.slice(html.indexOf('katex-html')).split('katex-newline').map(getRowHeight)
  const height = rows.reduce((sum, row) => sum + row, 0)
  return html.replace('"katex-display"', `$& style="--height:${height.toFixed(2)}"`)
}

/** Every piece of a row begins with a strut as high and as deep as it is. */
function getRowHeight(row: string): number {
  const struts = [...row.matchAll(/katex-strut" style="height:([\d.]+)em;(?:vertical-align:(-?[\d.]+)em;)?/g)]
  const below = struts.map(([, , lift = '0']) => -Number(lift))
  const above = struts.map(([, height], at) => Number(height) - (below[at] ?? 0))
  return Math.max(LEAST_ABOVE, ...above) + Math.max(LEAST_BELOW, ...below)
}

function markAsInvalid(source: string): string {
  return `<code class="equation-wrong">${escapeHtml(source)}</code>`
}
