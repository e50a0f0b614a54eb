import { getEditDistance } from '../edit-distance'
import { getTailPrefixes, isTailTerm, MIN_HEAD_LENGTH } from './compounds'
import { fold } from './fold'
import { isFunctionWord } from './function-words'
import { BOOST, type Boosts, FORM_WEIGHT, type IndexedTerm, type Postings, type Tally } from './postings'
import { splitWords, type Word } from './words'

/** A word of a query. */
export interface QueryWord extends Pick<Word, 'whole' | 'parts'> {
  /** Other spellings of the whole, see {@link getSpellings}. */
  spellings: string[]
}

/** One kind of match between a word of a query and pages. */
export interface MatchKind {
  bit: number
  terms: IndexedTerm[]
  boosts: Boosts
  /** Whether a page must have all terms instead of any. */
  needsAll?: boolean
}

/** The bits of the kinds: the word itself, its prefix in titles and headings, another form, all its parts, and similar words. */
const WHOLE = 1
const PREFIX_IN_TITLE = 2
const FORM = 4
const PARTS = 8
const SIMILAR = 16

/** The maximum number of words of a query, because each takes time. */
const MAX_IN_QUERY = 32
/** Prefixes up to this length are searched only in titles and headings, because they occur in every text. */
const MAX_SHORT_PREFIX = 2
const MAX_SIMILAR = 8
/** Similar words are searched only for words of these lengths. Shorter ones are similar to too many. */
const MIN_CORRECTED_LENGTH = 4
/** The minimum length of a similar word, which may have a letter less than the misspelled one. */
export const MIN_SIMILAR_LENGTH = MIN_CORRECTED_LENGTH - 1
const MAX_CORRECTED_LENGTH = 32

/** Returns the words of a query, each once. */
export function splitQuery(query: string): QueryWord[] {
  const words = new Map<string, QueryWord>()
  for (const { whole, start, end, ...word } of splitWords(query)) {
    // A query is not searched for by the end of its words.
    const parts = word.parts.filter((part) => !isTailTerm(part))
    if (words.size < MAX_IN_QUERY && (whole !== '' || parts.length > 0))
      words.set(`${whole} ${parts}`, { whole, parts, spellings: getSpellings(query.slice(start, end), whole) })
  }
  return [...words.values()]
}

/** Returns how pages can match a word of a query: the word as it is, as a prefix, in another form, or all of its parts. */
export function findMatchKinds(word: QueryWord, isLast: boolean, postings: Postings): MatchKind[] {
  const { whole, parts, spellings } = word
  const kinds: MatchKind[] = []
  const forms = getForms(whole)
  const isShort = /^[\x20-\x7e]*$/.test(whole) && whole.length <= MAX_SHORT_PREFIX
  if (whole !== '') {
    kinds.push({
      bit: WHOLE,
      terms: [
        ...(isShort ? postings.findTerm(whole) : postings.findTermsWithPrefix(whole, forms)),
        ...spellings.flatMap((each) => (isShort ? postings.findTerm(each) : postings.findTermsWithPrefix(each))),
        ...findCompounds(whole, postings),
      ],
      boosts: BOOST,
    })
  }
  if (isShort && isLast) {
    kinds.push({ bit: PREFIX_IN_TITLE, terms: postings.findTermsWithPrefix(whole), boosts: { title: 2, headings: 1 } })
  }
  const others = forms.filter((form) => !form.startsWith(whole)).flatMap((form) => postings.findTerm(form, FORM_WEIGHT))
  if (others.length > 0) kinds.push({ bit: FORM, terms: others, boosts: BOOST })
  const terms = parts.flatMap((part) => postings.findTerm(part))
  if (parts.length > 0 && terms.length === parts.length) {
    kinds.push({ bit: PARTS, terms, boosts: BOOST, needsAll: true })
  }
  return kinds
}

/** Returns the terms of compounds whose last part is a word. */
const findCompounds = (word: string, postings: Postings): IndexedTerm[] =>
  getTailPrefixes(word).flatMap((prefix) =>
    postings.findTermsWithPrefix(prefix).filter(({ text }) => text.length >= prefix.length + MIN_HEAD_LENGTH),
  )

/** The endings of the forms of English words: of words in -y and -ie, and of all others. */
const Y_ENDINGS = ['y', 'ies', 'ied', 'ying', 'ie']
const ENDINGS = ['es', 'ed', 'ing', 's', 'e', '']
const MIN_STEM_LENGTH = 3

/** Returns the forms of an English word, such as its singular and its participles. Some of them are not words and match nothing. */
function getForms(word: string): string[] {
  if (!/^[a-z]+$/.test(word)) return []
  const endings = Y_ENDINGS.some((ending) => word.endsWith(ending)) ? Y_ENDINGS : ENDINGS
  const ending = word.endsWith('ss') ? '' : (endings.find((each) => word.endsWith(each)) ?? '')
  const stem = word.slice(0, word.length - ending.length)
  if (stem.length < MIN_STEM_LENGTH) return []
  // "notes" has the stem "not", which is another word.
  return endings.map((each) => `${stem}${each}`).filter((form) => form !== word && !isFunctionWord(form))
}

/**
 * Returns the most similar words for a word that no page has: another spelling, those that differ by one or two letters, or else its
 * longest prefix that is a word. Only words of pages for which `isCounted` is true are considered.
 */
export function findClosestMatchKinds(
  word: string,
  postings: Postings,
  isCounted: (page: number) => boolean,
): MatchKind[] {
  const length = [...word].length
  const spellings = getLooseSpellings(word)
  const spelled = spellings.flatMap((each) => postings.findTerm(each))
  postings.requireLoaded()
  if (spellings.some((each) => postings.countUses(each, isCounted) > 0)) {
    return [{ bit: SIMILAR, terms: spelled, boosts: BOOST }]
  }
  if (length < MIN_CORRECTED_LENGTH || length > MAX_CORRECTED_LENGTH) return []
  const uses = new Map<string, number>()
  const isUsed = (similar: string) => {
    const use = postings.countUses(similar, isCounted)
    uses.set(similar, use)
    return use > 0
  }
  let words = [...swapLetters(word), ...postings.findSimilarWords(word, 1)].filter(isUsed)
  if (words.length === 0 && length >= 6) {
    const distant = postings.findSimilarWords(word, 2).filter(isUsed)
    const distances = distant.map((each) => getEditDistance(word, each))
    const least = Math.min(...distances)
    words = distant.filter((_, index) => distances[index] === least)
  }
  for (let end = word.length - 1; words.length === 0 && end >= Math.max(4, word.length / 2); end--) {
    words = [word.slice(0, end)].filter(isUsed)
  }
  // Equally frequent words are sorted alphabetically, because each index has its own order.
  const byUse = words.toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1))
  return byUse.slice(0, MAX_SIMILAR).map((each, index) => {
    return { bit: SIMILAR << index, terms: postings.findTerm(each), boosts: BOOST }
  })
}

/** Returns the variants of a word with two adjacent letters swapped. */
function swapLetters(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) => {
    return [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join('')
  })
}

/** Adds the score of one kind of match to each page that matches in this way. */
export function addScoresOfMatch(postings: Postings, { bit, terms, boosts, needsAll }: MatchKind, tally: Tally): void {
  if (!needsAll) {
    for (const term of terms) postings.addScores(term, boosts, bit, tally)
    return
  }
  const own = {
    ...tally,
    scores: new Float64Array(tally.scores.length),
    matchKinds: new Uint32Array(tally.matchKinds.length),
  }
  for (const [index, term] of terms.entries()) postings.addScores(term, boosts, 1 << index, own)
  const all = 2 ** terms.length - 1
  for (let page = 0; page < own.matchKinds.length; page++) {
    if (own.matchKinds[page] !== all) continue
    tally.scores[page] = (tally.scores[page] ?? 0) + (own.scores[page] ?? 0)
    tally.matchKinds[page] = (tally.matchKinds[page] ?? 0) | bit
  }
}

/**
 * Returns in how many ways a page matches a word. Each part of an identifier such as `get-site` counts, so a page that contains all of them
 * ranks higher.
 */
export function getMatchQuality({ parts }: QueryWord, matchKinds: number): number {
  let count = (matchKinds & (WHOLE | PREFIX_IN_TITLE | FORM)) !== 0 ? 1 : 0
  if ((matchKinds & PARTS) !== 0) count += parts.length
  // Each similar word has its own bit, from `SIMILAR` upwards.
  for (let similar = matchKinds >>> 4; similar !== 0; similar &= similar - 1) count++
  return count
}

const WITH_E: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
/** A folded version such as `v2.1` or `v2.1.0-beta`. */
const VERSION = /^v\d+\./
/** A folded number whose groups are separated by points. */
const POINTED = /^\d{1,3}(?:\.\d{3})+$/

/**
 * Returns other spellings of a word of a query, which are searched for like the word itself: a version without its `v`, a number without
 * the points between its groups, and letters that some keyboards lack: `ue` for `ü`.
 */
function getSpellings(word: string, folded: string): string[] {
  if (VERSION.test(folded)) return [folded.slice(1)]
  if (POINTED.test(folded)) return [folded.replaceAll('.', '')]
  const lower = word.normalize('NFC').toLowerCase()
  const spelled = fold(lower.replace(/[äöüøå]/g, (letter) => WITH_E[letter] ?? letter))
  return spelled === folded ? [] : [spelled]
}

/**
 * Returns spellings that are searched for only if no page has the word as it is, because they may be other words: `16` for `v16`, and
 * `munchen`, which is the folded form of `München`, for `muenchen`. The letters are those of Lucene's normalization of German.
 */
function getLooseSpellings(folded: string): string[] {
  if (/^v\d+$/.test(folded)) return [folded.slice(1)]
  const short = folded.replace(/ae|oe|(?<![aeiouq])ue|aa/g, (letters) => letters.charAt(0))
  return short === folded ? [] : [short]
}
