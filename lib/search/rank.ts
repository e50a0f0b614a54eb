import { getMatchQuality, type MatchKind, type QueryWord } from './query-words'

/** A word of a query. `matchKinds` has, for each page, a bit for each kind of match (`WHOLE`, `FORM`, …). */
export interface WordMatches {
  word: QueryWord
  found: MatchKind[]
  matchKinds: Uint32Array
}

/** The terms of a page that match the query. */
export interface FoundTerms {
  has(term: string): boolean
}

export interface Ranked {
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
export function rank(wordMatches: WordMatches[], pages: Pages): { best: Ranked[]; total: number } {
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
