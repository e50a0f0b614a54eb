import 'server-only'
import { isCrossOrigin } from '../auth/same-origin'
import { getViewer } from '../auth/viewer'
import { countEmptySearch, searchForViewer } from '../screens/search'
import { takeSearch } from '../search/rate-limit'
import { BadQueryError, isNotReady, parseSearchQuery } from '../search/search-query'
import { getEnv } from '../settings/env'
import { recordForViewer } from './record-read'
import { parseJson, readBody } from './request-body'
import { respondWithJson } from './text-response'

/** The largest request body. */
const MAX_BODY_BYTES = 16 * 1024

/** Searches the pages that the viewer may read. */
export async function respondToSearch(request: Request): Promise<Response> {
  if (isCrossOrigin(request, getEnv())) return sendError(403, 'elsewhere', 'The request came from another site')
  try {
    const body = await readBody(request, MAX_BODY_BYTES)
    const searchQuery = parseSearchQuery(body && parseJson(body))
    // A blank query, which the dialog sends to warm up the index, does not count.
    const wait = searchQuery.query.trim() === '' ? 0 : await takeSearch(request.headers)
    if (wait > 0) return sendError(429, 'too-many', 'Too many searches: wait a moment', { 'retry-after': String(wait) })
    const viewer = await getViewer()
    const response = await searchForViewer(searchQuery, viewer, request.signal)
    if (response === undefined) return respondNotReady()
    countEmptySearch(searchQuery, response, viewer, request.headers)
    if (response.results.length > 0) await recordForViewer({ action: 'search', decision: 'allowed', viewer })
    return respondWithJson(200, response)
  } catch (error) {
    if (error instanceof BadQueryError) return sendError(400, error.id, error.message)
    if (isNotReady(error) || request.signal.aborted) return respondNotReady()
    console.error('A search failed:', error instanceof Error ? error.message : error)
    return sendError(500, 'failed', 'The search failed: try again')
  }
}

const respondNotReady = () =>
  sendError(503, 'not-ready', 'The search is not ready yet: try again soon', { 'retry-after': '5' })

function sendError(status: number, errorId: string, error: string, headers: Record<string, string> = {}): Response {
  return respondWithJson(status, { error, errorId }, headers)
}
