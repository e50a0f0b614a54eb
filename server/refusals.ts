import type { ServerResponse } from 'node:http'
import type { Route } from '../lib/routes'
import { type ErrorPages, respondWithErrorPage } from './error-pages'

/** Why the server refuses a request, for programs. */
const REASONS = {
  408: { error: 'The body took too long to arrive', errorId: 'timeout' },
  413: { error: 'The body is too long', errorId: 'too-long' },
  429: { error: 'Too many requests at once: wait a moment', errorId: 'too-many' },
} as const

/** Refuses a request before Next.js sees it: with JSON where the API is called, and with an error page elsewhere. */
export function refuse(
  response: ServerResponse,
  status: keyof typeof REASONS,
  { kind, segment }: Route,
  errorPages: ErrorPages,
): void {
  if (status === 429) response.setHeader('retry-after', '1')
  // A body that is too long still arrives: closing the connection at once could discard the response.
  if (status === 408) response.setHeader('connection', 'close')
  if (kind !== 'api' && segment !== 'api/search') {
    respondWithErrorPage(response, status, errorPages)
    return
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' }
  response.writeHead(status, headers).end(JSON.stringify(REASONS[status]))
}
