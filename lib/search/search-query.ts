import type { Viewer } from '../site/site-index'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'

/** A search request. */
export interface SearchQuery {
  /** Up to {@link MAX_QUERY_LENGTH} characters; not blank. */
  query: string
  /** Limits the search to this page and the pages below it. */
  ancestorId?: Id
  /** Limits the search to this language of the site, by its tag. */
  language?: string
  /** The maximum number of results. */
  limit: number
}

/** A page that an index found. */
export interface Hit {
  /** Id of the page, even if one of its blocks was found. */
  id: Id
  /** The text around the found words, with marks; see `highlight.ts`. */
  text: string
  /** The page's title with marks, if the index marks it. */
  title?: string
  /** The heading above the found words. */
  section?: { title: string; anchor: string }
}

export interface IndexResult {
  /** Best first. */
  hits: Hit[]
  /** The number of found pages that the viewer may read. */
  total: number
}

/** A search index, in this process or elsewhere. Its results contain only what the viewer may read. */
export interface SearchIndex {
  /** The minimum time between two requests of a browser, in milliseconds. */
  throttle: number
  /**
   * Throws {@link SearchNotReadyError} while there is no index yet, or if too many searches are waiting. A waiting
   * search is dropped when its signal aborts.
   */
  search(searchQuery: SearchQuery, viewer: Viewer, signal?: AbortSignal): Promise<IndexResult>
  /** Prepares for a search that is about to begin. */
  warmUp(): void
}

export const MAX_QUERY_LENGTH = 200

/** Thrown while the first index is being built, and if there are too many searches. Visitors get 503 and may retry after some seconds. */
export class SearchNotReadyError extends Error {
  override name = 'SearchNotReadyError'
  constructor() {
    super('The search is not ready yet: try again in some seconds')
  }
}

/** Whether an error is a {@link SearchNotReadyError}. Compares names, because each bundle has its own copy of the class. */
export const isNotReady = (error: unknown): boolean => error instanceof Error && error.name === 'SearchNotReadyError'

/** Thrown for an invalid search request. The message is for the client. */
export class BadQueryError extends Error {
  override name = 'BadQueryError'
  constructor(
    readonly id: 'bad-body' | 'query-too-long' | 'bad-ancestor' | 'bad-limit',
    message: string,
  ) {
    super(message)
  }
}

const DEFAULT_LIMIT = 20
const MAX_RESULTS = 50

/** Parses the body of a search request, whose query may be blank. Throws {@link BadQueryError}. */
export function parseSearchQuery(body: unknown): SearchQuery {
  if (!isObject(body) || typeof body.query !== 'string') {
    throw new BadQueryError('bad-body', 'The body must be JSON such as {"query": "words"}')
  }
  const { query, ancestorId, language, limit } = body
  if (isTooLong(query)) {
    throw new BadQueryError('query-too-long', `The query must have at most ${MAX_QUERY_LENGTH} characters`)
  }
  const ancestor = toUuid(ancestorId)
  if (ancestorId !== undefined && ancestorId !== null && ancestor === undefined) {
    throw new BadQueryError('bad-ancestor', 'ancestorId must be the id of a page')
  }
  return {
    query,
    ...(ancestor !== undefined && { ancestorId: ancestor }),
    // An unknown language is ignored later, because only the site knows its languages.
    ...(typeof language === 'string' && { language }),
    limit: parseLimit(limit),
  }
}

export const isTooLong = (query: string) => query.length > MAX_QUERY_LENGTH && [...query].length > MAX_QUERY_LENGTH

function parseLimit(limit: unknown): number {
  if (limit === undefined || limit === null) return DEFAULT_LIMIT
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_RESULTS) return limit
  throw new BadQueryError('bad-limit', `limit must be a whole number from 1 to ${MAX_RESULTS}`)
}
