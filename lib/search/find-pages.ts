import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'
import type { Matches } from './find-matches'
import { hitOf } from './highlight'
import type { Found, Question } from './index-contract'
import { phraseShare } from './phrase'

const DAY_MS = 86_400_000
/** How much more a page counts that was changed today, and after how many days it is half of that. */
const FRESHNESS = 0.08
const HALF_FRESH_DAYS = 90
/** How much more a page counts that contains the query word for word; searched in the first pages only. */
const PHRASE = 0.6
const READ = 20

/** Returns the day of a time, counted from 1970: an index stores days, because a time takes twice as many bytes. */
export const toDay = (time = 0): number => Math.max(0, Math.floor(time / DAY_MS))

/** Returns how much a page counts that was last edited on a day, from 1. */
export const weighDay = (day: number, now: number): number =>
  1 + FRESHNESS * 0.5 ** ((now / DAY_MS - day) / HALF_FRESH_DAYS)

/**
 * Returns the pages that a query finds. The best matches are read, and those that contain the query word for word are ranked higher.
 * `read` returns undefined for a page that cannot be read.
 */
export async function findPages(
  { query, limit }: Question,
  match: (most: number) => Matches | Promise<Matches>,
  read: (id: Id) => Promise<PageDocument | undefined>,
): Promise<Found> {
  const { first, total } = await match(Math.max(limit, READ))
  const documents = await Promise.all(
    first.map(async ({ id, score, terms }) => {
      const document = await read(id)
      return document && { document, terms, score: score * (1 + PHRASE * phraseShare(document, query)) }
    }),
  )
  const ranked = documents.filter((each) => each !== undefined).sort((a, b) => b.score - a.score)
  const hits = ranked.slice(0, limit).map(({ document, terms }) => hitOf(document, query, terms))
  return { hits, total: total - (first.length - ranked.length) }
}
