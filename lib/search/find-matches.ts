import type { Id } from '../workspace/record-map'
import { isFunctionWord } from './function-words'
import type { Postings } from './postings'
import { type Asked, askedIn, closestWays, countWay, waysTo } from './question-words'
import { type Ranked, rank, type Sought } from './rank'

/** A page that matches a query. */
export interface Match extends Omit<Ranked, 'page'> {
  id: Id
}

export interface Matches {
  /** Best first. */
  first: Match[]
  /** How many pages match. */
  total: number
}

interface MatchOptions {
  limit: number
  /** How much a page counts for the viewer; a page that counts 0 is never found. */
  weigh: (id: Id) => number
  /**
   * The index has pages that some of its readers may not read, so the rarity of a word and the average length are those of the pages
   * that count; otherwise the order of results would reveal the others.
   */
  isShared?: boolean
}

/**
 * Returns the pages that match a query, the best `limit` of them first: those that have most of its words, or of words that begin
 * like them; for words that no page has, the nearest ones. Function words are looked for only if no page has another word.
 */
export function findMatches(postings: Postings, query: string, options: MatchOptions): Matches {
  const { limit, weigh, isShared = false } = options
  const pages = postings.numbers
  const scores = new Float64Array(pages)
  const known = new Float64Array(pages).fill(-1)
  const weightOf = (page: number) => {
    if ((known[page] ?? 0) < 0) {
      const id = postings.idOf(page)
      known[page] = id === undefined ? 0 : weigh(id)
    }
    return known[page] ?? 0
  }
  const counts = (page: number) => weightOf(page) > 0
  const among = isShared ? postings.among(counts) : undefined
  const isFound = (ways: Uint32Array) => ways.some((way, page) => way !== 0 && counts(page))
  const asked = askedIn(query)
  const seek = (words: Asked[]): Sought[] => {
    const seeking = words.map((word) => {
      const found = waysTo(word, word === asked.at(-1), postings)
      const tally = { scores, ways: new Uint32Array(pages), among }
      for (const way of found) countWay(postings, way, tally)
      return { word, found, tally, ways: tally.ways }
    })
    postings.requireLoaded()
    for (const { word, found, tally } of seeking.filter(({ ways }) => !isFound(ways))) {
      const closest = closestWays(word.whole, postings, counts)
      for (const way of closest) countWay(postings, way, tally)
      found.push(...closest)
    }
    postings.requireLoaded()
    return seeking
  }
  const sought = seek(asked.filter(({ whole }) => !isFunctionWord(whole)))
  if (!sought.some(({ ways }) => isFound(ways))) {
    sought.push(...seek(asked.filter(({ whole }) => isFunctionWord(whole))))
  }
  const documents = among?.documents ?? postings.documentCount
  const { best, total } = rank(sought, { scores, weightOf, documents, limit })
  return { total, first: best.map(({ page, ...match }) => ({ ...match, id: postings.idOf(page) ?? '' })) }
}
