import { getEditDistance } from '../edit-distance'
import { isFunctionWord } from './function-words'
import { BOOST, type Boosts, FORM_WEIGHT, type Postings, type Tally, type Term } from './postings'
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

/** The bits of the ways: as it is, by a beginning in what is prominent, in another form, by all its parts, and from here on by other words. */
const WHOLE = 1
const PROMINENT = 2
const FORM = 4
const PARTS = 8
const INSTEAD = 16

/** Nobody asks for more words at a time, and each takes its time. */
const MOST_ASKED = 32
/** A beginning as short as this is looked for in titles and headings alone: in the whole text it would be everywhere. */
const SHORT = 2
const MOST_INSTEAD = 8
/** Other words are not guessed at: a shorter one resembles too many. */
const SHORTEST_GUESSED = 4
/** The least letters of a word that is found instead, which differs by a letter from the shortest. */
export const SHORTEST_INSTEAD = SHORTEST_GUESSED - 1
const LONGEST_GUESSED = 32

/** The words of a question, each once. */
export function askedIn(question: string): Asked[] {
  const words = new Map<string, Asked>()
  for (const { whole, parts } of wordsIn(question)) {
    if (words.size < MOST_ASKED && (whole !== '' || parts.length > 0)) words.set(`${whole} ${parts}`, { whole, parts })
  }
  return [...words.values()]
}

/** A word as it is, by its beginning, in another form, or by all of its parts. */
export function waysTo({ whole, parts }: Asked, isLast: boolean, postings: Postings): Way[] {
  const ways: Way[] = []
  const forms = formsOf(whole)
  const isShort = /^[\x20-\x7e]*$/.test(whole) && whole.length <= SHORT
  if (whole !== '') {
    ways.push({
      bit: WHOLE,
      terms: isShort ? postings.term(whole) : postings.beginningWith(whole, forms),
      boosts: BOOST,
    })
  }
  if (isShort && isLast) {
    ways.push({ bit: PROMINENT, terms: postings.beginningWith(whole), boosts: { title: 2, headings: 1 } })
  }
  const others = forms.filter((form) => !form.startsWith(whole)).flatMap((form) => postings.term(form, FORM_WEIGHT))
  if (others.length > 0) ways.push({ bit: FORM, terms: others, boosts: BOOST })
  const terms = parts.flatMap((part) => postings.term(part))
  if (parts.length > 0 && terms.length === parts.length) {
    ways.push({ bit: PARTS, terms, boosts: BOOST, needsAll: true })
  }
  return ways
}

/** Endings of English words in all of their forms: those of words in y and ie, and of all others. */
const Y_ENDINGS = ['y', 'ies', 'ied', 'ying', 'ie']
const ENDINGS = ['es', 'ed', 'ing', 's', 'e', '']
const LEAST_STEM = 3

/** The forms of an English word, such as its singular and its participles. Some are no words, and so found nowhere. */
function formsOf(word: string): string[] {
  if (!/^[a-z]+$/.test(word)) return []
  const endings = Y_ENDINGS.some((ending) => word.endsWith(ending)) ? Y_ENDINGS : ENDINGS
  const ending = word.endsWith('ss') ? '' : (endings.find((each) => word.endsWith(each)) ?? '')
  const stem = word.slice(0, word.length - ending.length)
  if (stem.length < LEAST_STEM) return []
  // "notes" has the stem "not", which is another word.
  return endings.map((each) => `${stem}${each}`).filter((form) => form !== word && !isFunctionWord(form))
}

/**
 * For a word that is not there, those that differ least from it; where none does by a letter or two, the longest that it
 * begins with. Only words of pages that count are there.
 */
export function closestWays(word: string, postings: Postings, counts: (page: number) => boolean): Way[] {
  const length = [...word].length
  if (length < SHORTEST_GUESSED || length > LONGEST_GUESSED) return []
  const uses = new Map<string, number>()
  const isThere = (near: string) => {
    const use = postings.use(near, counts)
    uses.set(near, use)
    return use > 0
  }
  let words = [...swapped(word), ...postings.near(word, 1)].filter(isThere)
  if (words.length === 0 && length >= 6) {
    const distant = postings.near(word, 2).filter(isThere)
    const distances = distant.map((each) => getEditDistance(word, each))
    const least = Math.min(...distances)
    words = distant.filter((_, index) => distances[index] === least)
  }
  for (let end = word.length - 1; words.length === 0 && end >= Math.max(4, word.length / 2); end--) {
    words = [word.slice(0, end)].filter(isThere)
  }
  // Words that are used as much are in the order of the alphabet, because every index has its own order.
  const byUse = words.toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1))
  return byUse.slice(0, MOST_INSTEAD).map((each, index) => {
    return { bit: INSTEAD << index, terms: postings.term(each), boosts: BOOST }
  })
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
  let count = (ways & (WHOLE | PROMINENT | FORM)) !== 0 ? 1 : 0
  if ((ways & PARTS) !== 0) count += parts.length
  for (let instead = ways >>> 4; instead !== 0; instead &= instead - 1) count++
  return count
}
