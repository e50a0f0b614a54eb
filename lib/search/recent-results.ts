import { LRUCache } from 'lru-cache'
import type { Site } from '../site/site'
import type { IndexResult, SearchQuery } from './index-contract'

/** The most bytes of all results together. */
const MOST_BYTES = 4_000_000
/** The memory that a result takes besides its text, in bytes. */
const ENTRY_BYTES = 500
/** The order depends on the time, and a page that could not be read may be readable again. */
const KEPT_MS = 60_000

/**
 * Caches the results of public searches in one state of the site and of its index, because many visitors type the same beginnings of words.
 * Simultaneous callers with the same query share one search.
 */
export class RecentResults {
  readonly #results = new LRUCache<string, IndexResult, () => Promise<IndexResult>>({
    maxSize: MOST_BYTES,
    sizeCalculation: (found, key) => ENTRY_BYTES + 2 * (key.length + JSON.stringify(found).length),
    ttl: KEPT_MS,
    fetchMethod: (_key, _stale, { context: search }) => search(),
  })

  constructor(readonly site: Site) {}

  /** Bytes of all cached results. */
  get bytes(): number {
    return this.#results.calculatedSize
  }

  get({ query, ancestorId, limit }: SearchQuery, search: () => Promise<IndexResult>): Promise<IndexResult> {
    return this.#results.forceFetch(JSON.stringify([query, ancestorId, limit]), { context: search })
  }
}
