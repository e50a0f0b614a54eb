import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** Something that goes wrong with a call. */
export interface Fault {
  kind:
    | 'slow'
    | 'busy'
    | 'error'
    | 'unauthorized'
    | 'refused'
    | 'hang'
    | 'hang in body'
    | 'hang in compressed body'
    | 'reset'
    | 'html'
    | 'cut'
    | 'no map'
  /** Only these calls, by name. */
  call?: string
  /** Only calls whose body holds this text. */
  about?: string
  /** How often; always when absent. */
  times?: number
  /** Milliseconds, of `slow`; seconds to wait, of `busy`. */
  wait?: number
}

/** Does the fault instead of answering; false when the answer is to be sent after all. */
export async function commit(fault: Fault, response: ServerResponse, answer: string): Promise<boolean> {
  const json = { 'content-type': 'application/json' }
  switch (fault.kind) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.wait ?? 1000))
      return false
    case 'busy':
      response.writeHead(429, { ...json, ...(fault.wait !== undefined && { 'retry-after': String(fault.wait) }) })
      response.end('{"name":"RateLimited"}')
      return true
    case 'error':
      response.writeHead(500, json).end('{"name":"InternalServerError"}')
      return true
    case 'unauthorized':
      response.writeHead(401, json).end('{"name":"UnauthorizedError"}')
      return true
    case 'refused':
      response.writeHead(400, json).end('{"name":"ValidationError"}')
      return true
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
      response.writeHead(200, json).end('{"cursor":{"stack":[]}}')
      return true
  }
}
