import { randomUUID } from 'node:crypto'
import { BOT } from './visible-workspace'

/** An error response of the API. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly more: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

/** Returns the error for objects that do not exist and for those that are not shared. */
export function createNotFound(kind: string, id: string): ApiError {
  const hint = `Make sure the relevant pages and databases are shared with your integration "${BOT.name}".`
  return new ApiError(404, 'object_not_found', `Could not find ${kind} with ID: ${id}. ${hint}`, {
    additional_data: { integration_id: BOT.id },
  })
}

export const createInvalid = (message: string): ApiError => new ApiError(400, 'validation_error', message)

export function createRateLimited(seconds: number, reason: string): ApiError {
  const message = 'You have been rate limited. Please try again in a few minutes.'
  const more = { additional_data: { rate_limit_reason: reason } }
  return new ApiError(429, 'rate_limited', message, more, { 'retry-after': String(seconds) })
}

export function toErrorBody({ status, code, message, more }: ApiError): Record<string, unknown> {
  return { object: 'error', status, code, message, ...more, request_id: randomUUID() }
}
