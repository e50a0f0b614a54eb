import { escapeHtml } from '../workspace/escape-html'
import type { PageSection } from '../workspace/read/page-text'
import type { PageDocument } from './documents'
import type { FoundTerms } from './find-matches'
import type { Hit } from './search-query'
import { splitWords, type Word } from './words'

/** The length of an excerpt, in characters. */
const LENGTH = 180
/** How many characters of an excerpt precede its first found word. */
const LEAD = 48
/** The number of characters of a page that are searched for an excerpt. */
const MAX_SEARCHED_LENGTH = 200_000

/** An occurrence of a word of the query in a text. */
interface Occurrence {
  start: number
  end: number
  queryWord: string
}

/** Returns a search result: the title of a page, an excerpt with the words of the query, and the heading above the excerpt. */
export function createHit(document: PageDocument, query: string, terms: FoundTerms): Hit {
  const queryWords = splitWords(query).map(({ whole }) => whole)
  const findIn = (text: string) => findOccurrences(text, terms, queryWords)
  const sections = trimSections([...document.sections, { heading: '', text: document.properties }])
  const candidates = sections.map((section) => {
    const [inHeading, inText] = [findIn(section.heading), findIn(section.text)]
    const words = new Set([...inHeading, ...inText].map(({ queryWord }) => queryWord)).size
    const densest = findDensest(inText)
    return { section, inText, densest, score: words + densest.words + (inHeading.length > 0 ? 1 : 0) }
  })
  const best = candidates.reduce((a, b) => (b.score > a.score ? b : a))
  const shown = best.score > 0 ? best : (candidates.find(({ section }) => section.text !== '') ?? best)
  const { heading, anchor, text } = shown.section
  return {
    id: document.id,
    title: addMarks(document.title, findIn(document.title)),
    text: createExcerpt(text, shown.inText, shown.densest.start),
    ...(anchor !== undefined && shown.score > 0 && { section: { title: heading, anchor } }),
  }
}

/** Returns the sections without text beyond {@link MAX_SEARCHED_LENGTH}, which results never show. */
export function trimSections(sections: readonly PageSection[]): PageSection[] {
  let remaining = MAX_SEARCHED_LENGTH
  return sections.map((section) => {
    const text = section.text.slice(0, remaining)
    remaining -= text.length
    return { ...section, text }
  })
}

/** Whether the sections that {@link trimSections} returned may be shorter than those of the page. */
export const isTrimmed = (sections: readonly PageSection[]): boolean =>
  sections.reduce((sum, { text }) => sum + text.length, 0) >= MAX_SEARCHED_LENGTH

function findOccurrences(text: string, terms: FoundTerms, queryWords: string[]): Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const word of splitWords(text)) {
    const term = findTerm(word, terms)
    if (term !== undefined) {
      const queryWord = queryWords.find((each) => each !== '' && (term.startsWith(each) || each.includes(term))) ?? term
      occurrences.push({ start: word.start, end: word.end, queryWord })
    }
  }
  return occurrences
}

const findTerm = ({ whole, parts }: Word, terms: FoundTerms) =>
  terms.has(whole) ? whole : parts.find((part) => terms.has(part))

/** Returns the position at which an excerpt contains the most different words of the query. */
function findDensest(occurrences: readonly Occurrence[]): { start: number; words: number } {
  let best = { start: occurrences[0]?.start ?? 0, words: 0 }
  for (const [first, { start }] of occurrences.entries()) {
    const seen = new Set<string>()
    for (let at = first; at < occurrences.length; at++) {
      const occurrence = occurrences[at]
      if (occurrence === undefined || occurrence.end > start + LENGTH - LEAD) break
      seen.add(occurrence.queryWord)
    }
    if (seen.size > best.words) best = { start, words: seen.size }
  }
  return best
}

/** Returns about {@link LENGTH} characters around a position, on one line, cut between words. */
function createExcerpt(text: string, occurrences: readonly Occurrence[], around: number): string {
  const from = around <= LEAD ? 0 : findWordStart(text, around - LEAD, around)
  const to = text.length <= from + LENGTH ? text.length : findWordEnd(text, from + LENGTH, from)
  const inside = occurrences.filter(({ start, end }) => start >= from && end <= to)
  const body = addMarks(
    text.slice(from, to),
    inside.map(({ start, end }) => ({ start: start - from, end: end - from })),
  )
  return `${from > 0 ? '…' : ''}${body.replace(/\s+/g, ' ').trim()}${to < text.length ? '…' : ''}`
}

/** Returns the start of the first word after a space at or after a position; the position itself if there is none before `latest`. */
function findWordStart(text: string, at: number, latest: number): number {
  const space = text.slice(at, latest).search(/\s/)
  return space < 0 ? alignToCharacter(text, at) : at + space + 1
}

/** Returns the end of the last word that ends before a position; the position itself if the excerpt would become too short. */
function findWordEnd(text: string, at: number, earliest: number): number {
  const space = text.slice(earliest, at).search(/\s\S*$/)
  return space < LENGTH / 2 ? alignToCharacter(text, at) : earliest + space
}

/** Moves a position inside a surrogate pair to its start, so that no character is cut. */
const alignToCharacter = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)

/** Returns HTML whose only tags are `<mark>` and `</mark>`. */
function addMarks(text: string, occurrences: readonly Pick<Occurrence, 'start' | 'end'>[]): string {
  let html = ''
  let at = 0
  for (const { start, end } of occurrences) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
    at = end
  }
  return html + escapeHtml(text.slice(at))
}
