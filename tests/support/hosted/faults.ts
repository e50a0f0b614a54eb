import type { ServerResponse } from 'node:http'

/** Faults that are error responses. */
export type Refusal = keyof typeof REFUSALS

/** The status of each fault, and the names of its error in the private and in the official API. */
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

/** A failure of calls. */
export interface Fault {
  kind: 'slow' | Refusal | 'hang' | 'hang in body' | 'reset' | 'html' | 'cut' | 'no map'
  /** The name of the calls that fail; all calls if undefined. */
  call?: string
  /** Text that the body of a failing call contains. */
  bodyContains?: string
  /** How many calls fail; all if undefined. */
  times?: number
  /** The delay of `slow` in milliseconds, or the `retry-after` of an error response in seconds. */
  wait?: number
}

/** Sends a faulty response. Returns false if the regular response must still be sent. `toBody` returns the body of an error response. */
export async function sendFault(
  fault: Fault,
  response: ServerResponse,
  json: string,
  toBody: (refusal: Refusal) => unknown,
): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  if (isRefusal(fault.kind)) {
    const wait = fault.wait === undefined ? {} : { 'retry-after': String(fault.wait) }
    response.writeHead(REFUSALS[fault.kind][0], { ...headers, ...wait }).end(JSON.stringify(toBody(fault.kind)))
    return true
  }
  switch (fault.kind) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.wait ?? 1000))
      return false
    case 'hang':
      return true
    case 'hang in body':
      response.writeHead(200, headers).write(json.slice(0, json.length / 2))
      return true
    case 'reset':
      response.socket?.resetAndDestroy()
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Please wait</title>')
      return true
    case 'cut':
      response.writeHead(200, headers).end(json.slice(0, json.length / 2))
      return true
    case 'no map':
      response.writeHead(200, headers).end('{"cursor":{"stack":[]},"object":"list"}')
      return true
  }
}

const isRefusal = (kind: Fault['kind']): kind is Refusal => kind in REFUSALS
