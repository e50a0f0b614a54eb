import type { Id } from '../workspace/record-map'
import { isFunctionWord } from './function-words'
import type { Postings } from './postings'
import {
  addScoresOfMatch,
  findClosestMatchKinds,
  findMatchKinds,
  getMatchQuality,
  type MatchKind,
  type QueryWord,
  splitQuery,
} from './query-words'

/** A page that matches a query. */
interface Match extends Omit<Ranked, 'page'> {
  id: Id
}

export interface Matches {
  /** Best first. */
  first: Match[]
  /** The number of matching pages. */
  total: number
}

interface MatchOptions {
  limit: number
  /** Returns the weight of a page for the viewer. A page with weight 0 is not found. */
  weigh: (id: Id) => number
  /**
   * Whether the index has pages that some of its viewers may not read. Then the rarity of words and the average length are computed from
   * the pages that count, so that the order of results does not reveal the other pages.
   */
  isShared?: boolean
}

/**
 * Returns the pages that match a query, the best `limit` of them first: those with most of its words, or with words that begin like them.
 * A word that no page has is replaced by the most similar ones. Function words count only if no page has another word.
 */
export function findMatches(postings: Postings, query: string, options: MatchOptions): Matches {
  const { limit, weigh, isShared = false } = options
  const pages = postings.numbers
  const scores = new Float64Array(pages)
  const weights = new Float64Array(pages).fill(-1)
  const getWeight = (page: number) => {
    if ((weights[page] ?? 0) < 0) {
      const id = postings.getId(page)
      weights[page] = id === undefined ? 0 : weigh(id)
    }
    return weights[page] ?? 0
  }
  const isCounted = (page: number) => getWeight(page) > 0
  const statistics = isShared ? postings.getStatistics(isCounted) : undefined
  const isFound = (matchKinds: Uint32Array) => matchKinds.some((kinds, page) => kinds !== 0 && isCounted(page))
  const queryWords = splitQuery(query)
  const matchWords = (words: QueryWord[]): WordMatches[] => {
    const wordMatches = words.map((word) => {
      const found = findMatchKinds(word, word === queryWords.at(-1), postings)
      const tally = { scores, matchKinds: new Uint32Array(pages), subset: statistics }
      for (const kind of found) addScoresOfMatch(postings, kind, tally)
      return { word, found, tally, matchKinds: tally.matchKinds }
    })
    postings.requireLoaded()
    for (const { word, found, tally } of wordMatches.filter(({ matchKinds }) => !isFound(matchKinds))) {
      const closest = findClosestMatchKinds(word.whole, postings, isCounted)
      for (const kind of closest) addScoresOfMatch(postings, kind, tally)
      found.push(...closest)
    }
    postings.requireLoaded()
    return wordMatches
  }
  const wordMatches = matchWords(queryWords.filter(({ whole }) => !isFunctionWord(whole)))
  if (!wordMatches.some(({ matchKinds }) => isFound(matchKinds))) {
    wordMatches.push(...matchWords(queryWords.filter(({ whole }) => isFunctionWord(whole))))
  }
  const documents = statistics?.documents ?? postings.size
  const { best, total } = rank(wordMatches, { scores, getWeight, documents, limit })
  return { total, first: best.map(({ page, ...match }) => ({ ...match, id: postings.getId(page) ?? '' })) }
}

/** A word of a query. `matchKinds` has, for each page, a bit for each kind of match (`WHOLE`, `FORM`, …). */
interface WordMatches {
  word: QueryWord
  found: MatchKind[]
  matchKinds: Uint32Array
}

/** The terms of a page that match the query. */
export interface FoundTerms {
  has(term: string): boolean
}

interface Ranked {
  page: number
  score: number
  terms: FoundTerms
}

interface Pages {
  scores: Float64Array
  /** Returns the weight of a page; 0 if it does not count. */
  getWeight: (page: number) => number
  /** The number of pages. */
  documents: number
  limit: number
}

/** A result must cover this share of the query's weight, relative to the page that covers most of it. */
const MIN_COVERAGE = 0.6
/** A word of a query is common if its weight is below this share of the highest weight. */
const COMMON = 0.2

/**
 * Returns the best pages. Rare words have more weight than common ones, so a page with a few distinctive words ranks above one with many
 * common words.
 */
function rank(wordMatches: WordMatches[], pages: Pages): { best: Ranked[]; total: number } {
  const { scores, getWeight, documents, limit } = pages
  const found: number[] = []
  const counts = wordMatches.map(() => 0)
  for (let page = 0; page < scores.length; page++) {
    if (scores[page] === 0 || getWeight(page) === 0) continue
    found.push(page)
    for (let at = 0; at < wordMatches.length; at++)
      if (wordMatches[at]?.matchKinds[page] !== 0) counts[at] = (counts[at] ?? 0) + 1
  }
  const weights = counts.map((count) => (count === 0 ? 0 : Math.log(1 + documents / count)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const coverages = new Float64Array(found.length)
  let highestCoverage = 0
  for (let index = 0; index < found.length; index++) {
    let covered = 0
    for (let at = 0; at < wordMatches.length; at++) {
      if (wordMatches[at]?.matchKinds[found[index] ?? 0] !== 0) covered += weights[at] ?? 0
    }
    coverages[index] = covered / all
    highestCoverage = Math.max(highestCoverage, covered / all)
  }
  const matches: { page: number; score: number }[] = []
  for (let index = 0; index < found.length; index++) {
    const [page = 0, coverage = 0] = [found[index], coverages[index]]
    if (coverage < MIN_COVERAGE * highestCoverage) continue
    let quality = 0
    for (const { word, matchKinds } of wordMatches) quality += getMatchQuality(word, matchKinds[page] ?? 0)
    matches.push({ page, score: (scores[page] ?? 0) * Math.max(1, quality) * coverage * getWeight(page) })
  }
  // Common words are not marked, because they occur everywhere.
  const distinctive = wordMatches.filter((_, at) => (weights[at] ?? 0) >= COMMON * Math.max(...weights))
  const words = distinctive.flatMap(({ found, matchKinds }) =>
    found.map(({ bit, terms }) => ({ bit, matchKinds, texts: new Set(terms.map(({ text }) => text)) })),
  )
  const best = selectBest(matches, limit).map((match): Ranked => {
    const here = words.filter(({ bit, matchKinds }) => ((matchKinds[match.page] ?? 0) & bit) !== 0)
    return { ...match, terms: { has: (term) => here.some(({ texts }) => texts.has(term)) } }
  })
  return { best, total: matches.length }
}

/** Returns the matches with the highest scores, without sorting all others. */
function selectBest(matches: { page: number; score: number }[], limit: number) {
  const least = Float64Array.from(matches, ({ score }) => score)
    .sort()
    .at(-limit)
  const best = matches.filter(({ score }) => score >= (least ?? 0))
  return best.sort((a, b) => b.score - a.score).slice(0, limit)
}
