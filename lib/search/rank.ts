import { type Asked, richness, type Way } from './question-words'

/** A word of a question, and in which of the ways each page has it, by the page's number. */
export interface Sought {
  word: Asked
  found: Way[]
  ways: Uint32Array
}

/** Whether a word of a page is one that was found there. */
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
  /** By how much a page counts; 0 when it is none. */
  weightOf: (page: number) => number
  /** How many pages there are. */
  documents: number
  limit: number
}

/** Of this share of the question's weight, compared with the page that has most of it, an answer must have. */
const LEAST_COVERAGE = 0.6
/** Below this share of the weightiest word's weight, a word of a question is common. */
const COMMON = 0.2

/** Rare words weigh more than common ones: a page that has the words that tell comes before one that has many others. */
export function rank(sought: Sought[], pages: Pages): { best: Ranked[]; total: number } {
  const { scores, weightOf, documents, limit } = pages
  const found: number[] = []
  const counts = sought.map(() => 0)
  for (let page = 0; page < scores.length; page++) {
    if (scores[page] === 0 || weightOf(page) === 0) continue
    found.push(page)
    for (let at = 0; at < sought.length; at++) if (sought[at]?.ways[page] !== 0) counts[at] = (counts[at] ?? 0) + 1
  }
  const weights = counts.map((count) => (count === 0 ? 0 : Math.log(1 + documents / count)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const coverages = new Float64Array(found.length)
  let most = 0
  for (let index = 0; index < found.length; index++) {
    let covered = 0
    for (let at = 0; at < sought.length; at++) {
      if (sought[at]?.ways[found[index] ?? 0] !== 0) covered += weights[at] ?? 0
    }
    coverages[index] = covered / all
    most = Math.max(most, covered / all)
  }
  const matches: { page: number; score: number }[] = []
  for (let index = 0; index < found.length; index++) {
    const [page = 0, coverage = 0] = [found[index], coverages[index]]
    if (coverage < LEAST_COVERAGE * most) continue
    let rich = 0
    for (const { word, ways } of sought) rich += richness(word, ways[page] ?? 0)
    matches.push({ page, score: (scores[page] ?? 0) * Math.max(1, rich) * coverage * weightOf(page) })
  }
  // Words that are everywhere say nothing about a place.
  const telling = sought.filter((_, at) => (weights[at] ?? 0) >= COMMON * Math.max(...weights))
  const words = telling.flatMap(({ found, ways }) =>
    found.map(({ bit, terms }) => ({ bit, ways, texts: new Set(terms.map(({ text }) => text)) })),
  )
  const best = firstOf(matches, limit).map((match): Ranked => {
    const here = words.filter(({ bit, ways }) => ((ways[match.page] ?? 0) & bit) !== 0)
    return { ...match, terms: { has: (term) => here.some(({ texts }) => texts.has(term)) } }
  })
  return { best, total: matches.length }
}

/** The best of many, without putting the rest in order. */
function firstOf(matches: { page: number; score: number }[], limit: number) {
  const least = Float64Array.from(matches, ({ score }) => score)
    .sort()
    .at(-limit)
  const best = matches.filter(({ score }) => score >= (least ?? 0))
  return best.sort((a, b) => b.score - a.score).slice(0, limit)
}
