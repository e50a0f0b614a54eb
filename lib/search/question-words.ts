import { BOOST, type Boosts, type Postings, type Tally, type Term } from './postings'
import { type Word, wordsIn } from './words'

/** A word of a question. */
export type Asked = Pick<Word, 'whole' | 'parts'>

/** One way in which pages can have a word. */
export interface Way {
  bit: number
  terms: Term[]
  boosts: Boosts
  /** A page must have every one of the terms, and not just any. */
  needsAll?: boolean
}

/** The bits of the ways: as it is, by a beginning in what is prominent, one of several, by all its parts, and from here on by other words. */
const WHOLE = 1
const PROMINENT = 2
const SINGULAR = 4
const PARTS = 8
const INSTEAD = 16

/** Nobody asks for more words at a time, and each takes its time. */
const MOST_ASKED = 32
/** A beginning as short as this is looked for in titles and headings alone: in the whole text it would be everywhere. */
const SHORT = 2
const MOST_INSTEAD = 8
/** Longer words are not guessed at. */
const LONGEST_GUESSED = 32

/** The words of a question, each once. */
export function askedIn(question: string): Asked[] {
  const words = new Map<string, Asked>()
  for (const { whole, parts } of wordsIn(question)) {
    if (words.size < MOST_ASKED && (whole !== '' || parts.length > 0)) words.set(`${whole} ${parts}`, { whole, parts })
  }
  return [...words.values()]
}

/** A word as it is, by its beginning, by one of what it means several of, or by all of its parts. */
export function waysTo({ whole, parts }: Asked, isLast: boolean, postings: Postings): Way[] {
  const ways: Way[] = []
  const isShort = /^[\x20-\x7e]*$/.test(whole) && whole.length <= SHORT
  if (whole !== '') {
    ways.push({ bit: WHOLE, terms: isShort ? postings.term(whole) : postings.beginningWith(whole), boosts: BOOST })
  }
  if (isShort && isLast) {
    ways.push({ bit: PROMINENT, terms: postings.beginningWith(whole), boosts: { title: 2, headings: 1 } })
  }
  const one = singular(whole)
  if (one !== undefined) ways.push({ bit: SINGULAR, terms: postings.term(one, 0.8), boosts: BOOST })
  const terms = parts.flatMap((part) => postings.term(part))
  if (parts.length > 0 && terms.length === parts.length) {
    ways.push({ bit: PARTS, terms, boosts: BOOST, needsAll: true })
  }
  return ways
}

/** One of what a word may mean several of; the other way round, the word is a beginning. */
const singular = (word: string) => (/^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : undefined)

/**
 * For a word that is not there, those that differ least from it; where none does by a letter or two, the longest that it
 * begins with. Only words of pages that count are there.
 */
export function closestWays(word: string, postings: Postings, counts: (page: number) => boolean): Way[] {
  const length = [...word].length
  if (length < 3 || length > LONGEST_GUESSED) return []
  const isThere = (term: Term) => postings.hasPage(term, counts)
  let terms = [...swapped(word).flatMap((each) => postings.term(each)), ...postings.near(word, 1)].filter(isThere)
  if (terms.length === 0 && length >= 6) {
    const distant = postings.near(word, 2).filter(isThere)
    const distances = distant.map(({ text }) => editDistance(word, text))
    const least = Math.min(...distances)
    terms = distant.filter((_, index) => distances[index] === least)
  }
  for (let end = word.length - 1; terms.length === 0 && end >= Math.max(4, word.length / 2); end--) {
    terms = postings.term(word.slice(0, end)).filter(isThere)
  }
  const byUse = terms.toSorted((a, b) => postings.use(b, counts) - postings.use(a, counts))
  return byUse.slice(0, MOST_INSTEAD).map((term, index) => ({ bit: INSTEAD << index, terms: [term], boosts: BOOST }))
}

/** A word with each two letters that follow each other swapped. */
function swapped(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) => {
    return [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join('')
  })
}

/** Counts one way for each page that has the word so. */
export function countWay(postings: Postings, { bit, terms, boosts, needsAll }: Way, tally: Tally): void {
  if (!needsAll) {
    for (const term of terms) postings.count(term, boosts, bit, tally)
    return
  }
  const own = { ...tally, scores: new Float64Array(tally.scores.length), ways: new Uint32Array(tally.ways.length) }
  for (const [index, term] of terms.entries()) postings.count(term, boosts, 1 << index, own)
  const all = 2 ** terms.length - 1
  for (let page = 0; page < own.ways.length; page++) {
    if (own.ways[page] !== all) continue
    tally.scores[page] = (tally.scores[page] ?? 0) + (own.scores[page] ?? 0)
    tally.ways[page] = (tally.ways[page] ?? 0) | bit
  }
}

/** How much of what can be found by a word a page has: a name with all of its parts is more than the name. */
export function richness({ parts }: Asked, ways: number): number {
  let count = (ways & (WHOLE | PROMINENT)) !== 0 ? 1 : 0
  if ((ways & SINGULAR) !== 0) count++
  if ((ways & PARTS) !== 0) count += parts.length
  for (let instead = ways >>> 4; instead !== 0; instead &= instead - 1) count++
  return count
}

/** How many letters must be put in, left out, changed or swapped with the next to make one word of the other. */
function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]]
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cell = (up: number, left: number) => (up === 0 ? row : rows[i - up])?.[j - left] ?? 0
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const changed = cell(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(changed, cell(1, 0) + 1, cell(0, 1) + 1, swapped ? cell(2, 2) + 1 : Number.POSITIVE_INFINITY))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
