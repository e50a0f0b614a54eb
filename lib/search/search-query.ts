import { toUuid } from '../workspace/ids'
import { isObject } from '../workspace/values'
import { MAX_QUERY_LENGTH, type SearchQuery } from './index-contract'

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
