import { escapeHtml } from '../workspace/escape-html'
import type { PageSection } from '../workspace/read/page-text'
import type { PageDocument } from './documents'
import type { Hit } from './index-contract'
import type { FoundTerms } from './rank'
import { splitWords, type Word } from './words'

/** The length of an excerpt, and of its part before the first found word, in characters. */
const LENGTH = 180
const LEAD = 48
/** The longest text of a page that is searched for words to show, in characters. */
const LONGEST_SEARCHED = 200_000

interface Spot {
  start: number
  end: number
  /** The word of the query that is found here. */
  of: string
}

/** Returns the excerpt of a page with the found terms, and the heading above it. */
export function createHit(document: PageDocument, query: string, terms: FoundTerms): Hit {
  const queryWords = splitWords(query).map(({ whole }) => whole)
  const findSpotsIn = (text: string) => findSpots(text, terms, queryWords)
  const sections = trimSections([...document.sections, { heading: '', text: document.properties }])
  const places = sections.map((section) => {
    const { text } = section
    const [inHeading, inText] = [findSpotsIn(section.heading), findSpotsIn(text)]
    const words = new Set([...inHeading, ...inText].map((spot) => spot.of)).size
    const together = findDensest(inText)
    return { section, text, spots: inText, together, worth: words + together.words + (inHeading.length > 0 ? 1 : 0) }
  })
  const best = places.reduce((a, b) => (b.worth > a.worth ? b : a))
  const found = best.worth > 0 ? best : (places.find(({ text }) => text !== '') ?? best)
  const { heading, anchor } = found.section
  return {
    id: document.id,
    title: addMarks(document.title, findSpotsIn(document.title)),
    text: createExcerpt(found.text, found.spots, found.together.start),
    ...(anchor !== undefined && found.worth > 0 && { section: { title: heading, anchor } }),
  }
}

/** Returns the sections without the text that no search shows. */
export function trimSections(sections: readonly PageSection[]): PageSection[] {
  let look = LONGEST_SEARCHED
  return sections.map((section) => {
    const text = section.text.slice(0, look)
    look -= text.length
    return { ...section, text }
  })
}

function findSpots(text: string, terms: FoundTerms, queryWords: string[]): Spot[] {
  const spots: Spot[] = []
  for (const word of splitWords(text)) {
    const term = findTerm(word, terms)
    if (term !== undefined) {
      const of = queryWords.find((each) => each !== '' && (term.startsWith(each) || each.includes(term))) ?? term
      spots.push({ start: word.start, end: word.end, of })
    }
  }
  return spots
}

const findTerm = ({ whole, parts }: Word, terms: FoundTerms) =>
  terms.has(whole) ? whole : parts.find((part) => terms.has(part))

/** Returns the position with the most different words of the query within an excerpt. */
function findDensest(spots: Spot[]): { start: number; words: number } {
  let best = { start: spots[0]?.start ?? 0, words: 0 }
  for (const [first, { start }] of spots.entries()) {
    const seen = new Set<string>()
    for (let at = first; at < spots.length; at++) {
      const spot = spots[at]
      if (spot === undefined || spot.end > start + LENGTH - LEAD) break
      seen.add(spot.of)
    }
    if (seen.size > best.words) best = { start, words: seen.size }
  }
  return best
}

/** Returns about {@link LENGTH} characters around a position, on one line, cut between words. */
function createExcerpt(text: string, spots: Spot[], around: number): string {
  const from = around <= LEAD ? 0 : findWordStart(text, around - LEAD, around)
  const to = text.length <= from + LENGTH ? text.length : findWordEnd(text, from + LENGTH, from)
  const inside = spots.filter(({ start, end }) => start >= from && end <= to)
  const body = addMarks(
    text.slice(from, to),
    inside.map((spot) => ({ ...spot, start: spot.start - from, end: spot.end - from })),
  )
  return `${from > 0 ? '…' : ''}${body.replace(/\s+/g, ' ').trim()}${to < text.length ? '…' : ''}`
}

/** Returns the first beginning of a word at or after a position, but not after `latest`. */
function findWordStart(text: string, at: number, latest: number): number {
  const space = text.slice(at, latest).search(/\s/)
  return space < 0 ? whole(text, at) : at + space + 1
}

function findWordEnd(text: string, at: number, earliest: number): number {
  const space = text.slice(earliest, at).search(/\s\S*$/)
  return space < LENGTH / 2 ? whole(text, at) : earliest + space
}

/** Moves a position in a surrogate pair to its beginning. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)

/** Returns HTML whose only tags are `<mark>` and `</mark>`. */
function addMarks(text: string, spots: readonly Pick<Spot, 'start' | 'end'>[]): string {
  let html = ''
  let at = 0
  for (const { start, end } of spots) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
    at = end
  }
  return html + escapeHtml(text.slice(at))
}
