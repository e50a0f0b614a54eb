import type { Id } from '../workspace/record-map'
import { isFunctionWord } from './function-words'
import type { Postings } from './postings'
import { addScoresOfMatch, findClosestMatchKinds, findMatchKinds, type QueryWord, splitQuery } from './query-words'
import { type Ranked, rank, type WordMatches } from './rank'

/** A page that matches a query. */
export interface Match extends Omit<Ranked, 'page'> {
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
