import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import type { Matches } from './find-matches'
import { createHit } from './highlight'
import type { IndexResult, SearchQuery } from './index-contract'
import { getPhraseShare } from './phrase'

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
