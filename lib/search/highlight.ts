import { escapeHtml } from '../workspace/escape-html'
import type { PageSection } from '../workspace/read/page-text'
import type { PageDocument } from './documents'
import type { Hit } from './index-contract'
import type { FoundTerms } from './rank'
import { type Word, wordsIn } from './words'

/** How much of a page is shown, and how much of it stands before the first word that was found. In characters. */
const LENGTH = 180
const LEAD = 48
/** No more of a page is looked through for words to show. */
const LONGEST_LOOK = 200_000

interface Spot {
  start: number
  end: number
  /** Spots of the same word of the question have the same one. */
  of: string
}

/** What is shown of a page that was found by these terms: the words around them, and the heading under which they stand. */
export function hitOf(document: PageDocument, query: string, terms: FoundTerms): Hit {
  const asked = wordsIn(query).map(({ whole }) => whole)
  const spotsIn = (text: string) => findSpots(text, terms, asked)
  const sections = trimSections([...document.sections, { heading: '', text: document.properties }])
  const places = sections.map((section) => {
    const { text } = section
    const [inHeading, inText] = [spotsIn(section.heading), spotsIn(text)]
    const words = new Set([...inHeading, ...inText].map((spot) => spot.of)).size
    const together = densest(inText)
    return { section, text, spots: inText, together, worth: words + together.words + (inHeading.length > 0 ? 1 : 0) }
  })
  const best = places.reduce((a, b) => (b.worth > a.worth ? b : a))
  const found = best.worth > 0 ? best : (places.find(({ text }) => text !== '') ?? best)
  const { heading, anchor } = found.section
  return {
    id: document.id,
    title: marked(document.title, spotsIn(document.title)),
    text: excerptOf(found.text, found.spots, found.together.start),
    ...(anchor !== undefined && found.worth > 0 && { section: { title: heading, anchor } }),
  }
}

/** Returns the sections without the text that no search shows. */
export function trimSections(sections: readonly PageSection[]): PageSection[] {
  let look = LONGEST_LOOK
  return sections.map((section) => {
    const text = section.text.slice(0, look)
    look -= text.length
    return { ...section, text }
  })
}

function findSpots(text: string, terms: FoundTerms, asked: string[]): Spot[] {
  const spots: Spot[] = []
  for (const word of wordsIn(text)) {
    const term = termOf(word, terms)
    if (term !== undefined) {
      const of = asked.find((each) => each !== '' && (term.startsWith(each) || each.includes(term))) ?? term
      spots.push({ start: word.start, end: word.end, of })
    }
  }
  return spots
}

const termOf = ({ whole, parts }: Word, terms: FoundTerms) =>
  terms.has(whole) ? whole : parts.find((part) => terms.has(part))

/** Where the most different words of the question stand close together. */
function densest(spots: Spot[]): { start: number; words: number } {
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

/** About {@link LENGTH} characters around a place, on one line, cut between words. */
function excerptOf(text: string, spots: Spot[], around: number): string {
  const from = around <= LEAD ? 0 : wordStart(text, around - LEAD, around)
  const to = text.length <= from + LENGTH ? text.length : wordEnd(text, from + LENGTH, from)
  const inside = spots.filter(({ start, end }) => start >= from && end <= to)
  const body = marked(
    text.slice(from, to),
    inside.map((spot) => ({ ...spot, start: spot.start - from, end: spot.end - from })),
  )
  return `${from > 0 ? '…' : ''}${body.replace(/\s+/g, ' ').trim()}${to < text.length ? '…' : ''}`
}

/** The first beginning of a word at or after a place, but no later than `latest`. */
function wordStart(text: string, at: number, latest: number): number {
  const space = text.slice(at, latest).search(/\s/)
  return space < 0 ? whole(text, at) : at + space + 1
}

function wordEnd(text: string, at: number, earliest: number): number {
  const space = text.slice(earliest, at).search(/\s\S*$/)
  return space < LENGTH / 2 ? whole(text, at) : earliest + space
}

/** A place that is not within a character. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)

/** HTML in which the only tags are `<mark>` and `</mark>`. */
function marked(text: string, spots: readonly Pick<Spot, 'start' | 'end'>[]): string {
  let html = ''
  let at = 0
  for (const { start, end } of spots) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
    at = end
  }
  return html + escapeHtml(text.slice(at))
}
