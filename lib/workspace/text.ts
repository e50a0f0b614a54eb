import { formatPlainDate, toDateValue } from './dates'
import { findBlockId, findPageId } from './ids'
import type { DateValue, Format, Id, RichText } from './record-map'
import { isObject } from './values'

const MENTION = '‣'
const EQUATION = '⁍'
/** Scripts without spaces between words. Each character counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu

/** The texts of mentions. A mention of a page or person with an undefined text is left out. */
export interface MentionNames {
  page?(id: Id): string | undefined
  user?(id: Id): string | undefined
  /** By default, dates are in the form of ISO 8601, which depends on no language. */
  date?(date: DateValue): string
  /** By default, equations are their source. */
  equation?(source: string): string
}

/** Returns rich text as plain text: equations as source, link mentions as titles, and other mentions by `names`. */
export function toPlainText(rich: RichText, names: MentionNames = {}): string {
  return rich.map(([text, formats = []]) => (isPlaceholder(text) ? getFormatText(formats, names) : text)).join('')
}

/** Whether a piece of text stands for a mention or an equation, which its formats contain. */
export const isPlaceholder = (text: string): boolean => text === MENTION || text === EQUATION

function getFormatText(formats: Format[], names: MentionNames): string {
  for (const [kind, value] of formats) {
    if (kind === 'e' && typeof value === 'string') return names.equation?.(value) ?? value
    if (kind === 'p' && typeof value === 'string') return names.page?.(value) ?? ''
    if (kind === 'u' && typeof value === 'string') return names.user?.(value) ?? ''
    if (kind === 'd') return getDateText(value, names)
    if (kind === 'lm' && isObject(value)) return getLinkText(value, names)
  }
  return ''
}

function getDateText(value: unknown, { date = formatPlainDate }: MentionNames): string {
  const written = toDateValue(value)
  return written === undefined ? '' : date(written)
}

/** A link mention of a page of the site has the current title of the page. */
function getLinkText({ title, href }: Record<string, unknown>, names: MentionNames): string {
  const id = names.page === undefined || typeof href !== 'string' ? undefined : findPageId(href)
  return (id === undefined ? undefined : names.page?.(id)) ?? String(title ?? href ?? '')
}

/** Whether a text contains a visible character. Spaces and invisible formatting characters of Unicode do not count. */
export const hasVisibleText = (text: string): boolean => /[^\s\u2800\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(text)

/** Returns the ids of the pages that a text mentions or links to, without duplicates. */
export function collectPageIds(rich: RichText): Id[] {
  const ids = new Set<Id>()
  for (const [, formats = []] of rich) {
    for (const [kind, value] of formats) {
      const id =
        typeof value !== 'string' ? undefined : kind === 'p' ? value : kind === 'a' ? findPageId(value) : undefined
      if (id !== undefined) ids.add(id)
    }
  }
  return [...ids]
}

/** Returns the ids of the blocks to which links in a text lead by anchors. */
export function collectBlockIds(rich: RichText): Id[] {
  const addresses = rich.flatMap(([, formats = []]) =>
    formats.flatMap(([kind, value]) => (kind === 'a' ? [value] : [])),
  )
  return addresses.flatMap((address) => (typeof address === 'string' ? (findBlockId(address) ?? []) : []))
}

/** Counts the words of a text. Each Chinese or Japanese character counts as one. */
export function countWords(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0
  const spaced = unspaced === 0 ? text : text.replace(UNSPACED, ' ')
  return unspaced + (spaced.match(WORD)?.length ?? 0)
}

/** Returns the beginning of a text on one line, at most `maxLength` characters. A cut text ends after a word, with an ellipsis. */
export function cutExcerpt(text: string, maxLength = 300): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return line
  const cut = line.slice(0, maxLength - 1).replace(/\p{Cs}$/u, '')
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}
