import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** Faults that are answered with a status. */
export type Refusal = keyof typeof REFUSALS

/** The status of each, and the names of the error in the private and in the official API. */
export const REFUSALS = {
  busy: [429, 'RateLimited', 'rate_limited'],
  blocked: [429, 'RateLimited', 'rate_limited'],
  error: [500, 'InternalServerError', 'internal_server_error'],
  unavailable: [503, 'ServiceUnavailable', 'service_unavailable'],
  overloaded: [529, 'ServiceOverload', 'service_overload'],
  unauthorized: [401, 'UnauthorizedError', 'unauthorized'],
  forbidden: [403, 'ForbiddenError', 'restricted_resource'],
  conflict: [409, 'ConflictError', 'conflict_error'],
  refused: [400, 'ValidationError', 'validation_error'],
} as const

/** Something that goes wrong with a call. */
export interface Fault {
  kind: 'slow' | Refusal | 'hang' | 'hang in body' | 'hang in compressed body' | 'reset' | 'html' | 'cut' | 'no map'
  /** Only these calls, by name. */
  call?: string
  /** Only calls whose body holds this text. */
  about?: string
  /** How often; always when absent. */
  times?: number
  /** Milliseconds, of `slow`; seconds to wait, of `busy`. */
  wait?: number
}

/** Does the fault instead of answering; false when the answer is to be sent after all. `toBody` returns the body of a refusal. */
export async function commit(
  fault: Fault,
  response: ServerResponse,
  answer: string,
  toBody: (refusal: Refusal) => unknown,
): Promise<boolean> {
  const json = { 'content-type': 'application/json' }
  if (isRefusal(fault.kind)) {
    const wait = fault.wait === undefined ? {} : { 'retry-after': String(fault.wait) }
    response.writeHead(REFUSALS[fault.kind][0], { ...json, ...wait }).end(JSON.stringify(toBody(fault.kind)))
    return true
  }
  switch (fault.kind) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.wait ?? 1000))
      return false
    case 'hang':
      return true
    case 'hang in body':
      response.writeHead(200, json).write(answer.slice(0, answer.length / 2))
      return true
    case 'hang in compressed body': {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' })
      const body = gzipSync(answer + randomBytes(100_000).toString('hex'))
      // In several chunks, because the client has to be reading when it gives up.
      for (let at = 0; at < body.length / 2; at += 8000) response.write(body.subarray(at, at + 8000))
      return true
    }
    case 'reset':
      response.socket?.resetAndDestroy()
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Please wait</title>')
      return true
    case 'cut':
      response.writeHead(200, json).end(answer.slice(0, answer.length / 2))
      return true
    case 'no map':
      response.writeHead(200, json).end('{"cursor":{"stack":[]},"object":"list"}')
      return true
  }
}

const isRefusal = (kind: Fault['kind']): kind is Refusal => kind in REFUSALS
