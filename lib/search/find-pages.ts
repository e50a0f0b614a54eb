import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import type { Matches } from './find-matches'
import { isFunctionWord } from './function-words'
import { createHit } from './highlight'
import type { IndexResult, SearchQuery } from './search-query'
import { splitWords } from './words'

const DAY_MS = 86_400_000
/** The additional weight of a page that was edited today, and the days after which it is half of that. */
const FRESHNESS = 0.08
const HALF_FRESH_DAYS = 90
/** The additional weight of a page that contains the query as a phrase. */
const PHRASE_WEIGHT = 0.6
/** The number of best matches that are read to look for the phrase. */
const PAGES_READ = 20

/** Returns the day of a time, counted from 1970: an index stores days, because a time takes twice as many bytes. */
export const toDay = (time = 0): number => Math.max(0, Math.floor(time / DAY_MS))

/** Returns the weight of a page by the day of its last edit, at least 1. */
export const weighDay = (day: number, now: number): number =>
  1 + FRESHNESS * 0.5 ** ((now / DAY_MS - day) / HALF_FRESH_DAYS)

/**
 * Returns the pages that match a query. Reads the best matches, to show an excerpt, and to rank pages with the query as a phrase higher.
 * `read` returns undefined for a page that cannot be read.
 */
export async function findPages(
  { query, limit }: SearchQuery,
  match: (limit: number) => Matches | Promise<Matches>,
  read: (id: Id) => Promise<PageDocument | undefined>,
): Promise<IndexResult> {
  const { first, total } = await match(Math.max(limit, PAGES_READ))
  const documents = await Promise.all(
    first.map(async ({ id, score, terms }) => {
      const document = await read(id)
      return document && { document, terms, score: score * (1 + PHRASE_WEIGHT * getPhraseShare(document, query)) }
    }),
  )
  const ranked = documents.filter((each) => each !== undefined).sort((a, b) => b.score - a.score)
  const hits = ranked.slice(0, limit).map(({ document, terms }) => createHit(document, query, terms))
  return { hits, total: total - (first.length - ranked.length) }
}

/** The number of characters of a page that are searched for phrases. */
const MAX_READ_LENGTH = 100_000

/** The weight of a function word such as `the`. Other words have the weight 1. */
const FUNCTION_WORD = 0.25

/**
 * Returns how much of a query occurs in a page as a phrase, from 0 to 1. A page with three consecutive words of a query of four has two of
 * three adjacent pairs, so the result is 2/3.
 */
export function getPhraseShare({ title, properties, sections }: PageDocument, query: string): number {
  const queryWords = splitWords(query).flatMap(({ whole }) => (whole === '' ? [] : [whole]))
  const hasContentWord = queryWords.some((word) => !isFunctionWord(word))
  const weights = queryWords.map((word) => (hasContentWord && isFunctionWord(word) ? FUNCTION_WORD : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total <= 1) return 0
  let longest = 0
  let remaining = MAX_READ_LENGTH
  for (const text of [title, properties, ...sections.flatMap(({ heading, text }) => [heading, text])]) {
    longest = Math.max(longest, getHeaviestRun(text.slice(0, Math.max(remaining, 0)), queryWords, weights))
    remaining -= text.length
    if (longest === total || remaining <= 0) break
  }
  return Math.max(0, longest - 1) / (total - 1)
}

/** Returns the weight of the longest run of words that occur in a text in the same order as in the query. */
function getHeaviestRun(text: string, queryWords: string[], weights: number[]): number {
  let heaviest = 0
  let runs: number[] = []
  for (const { whole } of splitWords(text)) {
    // Each run ends at one word of the query, and grows if the next word follows.
    runs = queryWords.map((word, index) => (word === whole ? (runs[index - 1] ?? 0) + (weights[index] ?? 0) : 0))
    heaviest = Math.max(heaviest, ...runs)
  }
  return heaviest
}
