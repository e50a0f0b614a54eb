import { LRUCache } from 'lru-cache'
import type { Site } from '../site/site'
import type { IndexResult, SearchQuery } from './index-contract'

/** Limits the memory of all results together. */
const MAX_BYTES = 4_000_000
/** The memory of a result without its text, in bytes. */
const ENTRY_BYTES = 500
/** The order of results depends on the time, and a page that could not be read may become readable. */
const KEPT_MS = 60_000

/**
 * Caches the results of public searches, because many visitors type the same first letters. `LiveIndex` replaces it when the site or its
 * index changes. Simultaneous callers with the same query share one search.
 */
export class RecentResults {
  readonly #results = new LRUCache<string, IndexResult, () => Promise<IndexResult>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (found, key) => ENTRY_BYTES + 2 * (key.length + JSON.stringify(found).length),
    ttl: KEPT_MS,
    fetchMethod: (_key, _stale, { context: search }) => search(),
  })

  constructor(readonly site: Site) {}

  /** Bytes of all cached results. */
  get bytes(): number {
    return this.#results.calculatedSize
  }

  /** Returns the cached result of a query; otherwise that of `search`. */
  get({ query, ancestorId, limit }: SearchQuery, search: () => Promise<IndexResult>): Promise<IndexResult> {
    return this.#results.forceFetch(JSON.stringify([query, ancestorId, limit]), { context: search })
  }
}
