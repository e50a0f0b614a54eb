import 'server-only'
import { LRUCache } from 'lru-cache'
import { escapeHtml } from '../../workspace/escape-html'
import { renderTex } from '../../workspace/read/tex'
import type { ViewContext } from '../view-context'

/** Parts of KaTeX's MathML that screen readers do not need: the source, its wrapper, and presentation attributes. */
const NOT_READ_ALOUD = new RegExp(
  [
    '<annotation[^>]*>.*?</annotation>|</?semantics>| xmlns="[^"]*"',
    ' (?:fence|separator|stretchy|[lr]space|(?:min|max)size|(?:row|column)spacing|columnalign|displaystyle|scriptlevel)="[^"]*"',
  ].join('|'),
  'gs',
)
/** Where KaTeX lets an inline equation break: the style sheet allows no break elsewhere, such as before the punctuation after it. */
const PART_BOUNDARY = /(?<=<\/span>)(?=<span class="katex-base">)/g
/** The number of characters of a part that fit into the narrowest column. */
const MAX_PART_LENGTH = 25
/** The minimum height of a line of equations above and below its baseline, in em. It follows from the font and its line height of 1.2. */
const MIN_ABOVE = 0.9
const MIN_BELOW = 0.3
type TypesetEquation = { html: string; work: number }

/** The size limit of the cache, in characters. */
const MAX_CACHED = 20_000_000
const cache = new LRUCache<string, TypesetEquation>({
  maxSize: MAX_CACHED,
  sizeCalculation: ({ html }, key) => html.length + key.length,
})

/**
 * Renders an equation as KaTeX's markup, which is safe to insert into a page. An invalid or too long equation shows its source with a mark.
 * An equation beyond the page's budget shows its source. Sizes are bounded, so that no equation can cover the page.
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
  const known = cache.get(key) ?? renderWithKatex(source, display)
  cache.set(key, known)
  return (budget?.spend(known.work) ?? true) ? known.html : asSource
}

function renderWithKatex(source: string, display: boolean): TypesetEquation {
  const { html, work } = renderTex(source, { display })
  if (html === undefined) return { html: markAsInvalid(source), work }
  // TeX can produce any character by its number, including the marks of detached texts.
  const clean = html.replace(NOT_READ_ALOUD, '').replace(/[\uFDD0-\uFDEF]/g, '')
  return {
    work,
    html: createCopy(source, display ? '$$' : '$') + (display ? addHeight(clean) : addBreaks(clean)),
  }
}

/** The source that is copied in place of the equation, whose signs are separate texts. The style sheet puts it over the equation, unseen. */
const createCopy = (source: string, mark: string): string =>
  `<span class="equation-source" aria-hidden="true">${escapeHtml(`${mark}${source.trim()}${mark}`)}</span>`

/** Adds the line breaks of an inline equation. If one of its parts may be wider than the column, it scrolls and can be focused. */
function addBreaks(html: string): string {
  const [, ...parts] = html.split('<span class="katex-base">')
  const isWide = parts.some((part) => part.replace(/<[^>]*>/g, '').length > MAX_PART_LENGTH)
  const withBreaks = html.replaceAll(PART_BOUNDARY, '<wbr>')
  return isWide ? withBreaks.replace('class="katex"', '$& tabindex="0"') : withBreaks
}

/**
 * Adds the height of a block equation in em, with which the style sheet skips rendering outside the viewport. A numbered equation must be
 * rendered, because CSS counters count the previous ones.
 */
function addHeight(html: string): string {
  if (html.includes('eqn-num')) return html
  const rows = html.slice(html.indexOf('katex-html')).split('katex-newline').map(getRowHeight)
  const height = rows.reduce((sum, row) => sum + row, 0)
  return html.replace('"katex-display"', `$& style="--height:${height.toFixed(2)}"`)
}

/** Each part of a row starts with a strut of its height and depth. */
function getRowHeight(row: string): number {
  const struts = [...row.matchAll(/katex-strut" style="height:([\d.]+)em;(?:vertical-align:(-?[\d.]+)em;)?/g)]
  const below = struts.map(([, , lift = '0']) => -Number(lift))
  const above = struts.map(([, height], at) => Number(height) - (below[at] ?? 0))
  return Math.max(MIN_ABOVE, ...above) + Math.max(MIN_BELOW, ...below)
}

function markAsInvalid(source: string): string {
  return `<code class="equation-wrong">${escapeHtml(source)}</code>`
}
