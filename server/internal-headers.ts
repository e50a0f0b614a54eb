import type { IncomingMessage, ServerResponse } from 'node:http'
import { INTERNAL_PREFIX } from '../lib/cache/internal-headers'

/** Removes internal headers from the request, because a client may not set them, and from the response when it begins. */
export function removeInternalHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const name of Object.keys(request.headers)) if (name.startsWith(INTERNAL_PREFIX)) delete request.headers[name]
  const { writeHead } = response
  Object.assign(response, {
    // Node.js calls it, too, when a response begins without it.
    writeHead(...head: unknown[]) {
      for (const name of response.getHeaderNames()) if (name.startsWith(INTERNAL_PREFIX)) response.removeHeader(name)
      return Reflect.apply(writeHead, response, head)
    },
  })
}
