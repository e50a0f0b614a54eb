import { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES } from '../lib/http/request-body'

/** A body that takes longer to arrive is refused. */
const ARRIVES_WITHIN_MS = 10_000

/** A body that was refused, with the status of the response. */
type RefusedBody = 408 | 413

/** Whether a body follows the headers of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Reads the body of a request. Returns a request that has all of it, because Next.js copies a body for the middleware and starts the
 * handler before the body is complete. Resolves to a status if the body is too large or too slow; never, if the client closes first.
 */
export function receiveBody(
  request: IncomingMessage,
  withinMs = ARRIVES_WITHIN_MS,
): Promise<IncomingMessage | RefusedBody> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    request.resume()
    return Promise.resolve(413)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve) => {
    const refuse = (status: RefusedBody) => {
      clearTimeout(timer)
      // The rest of the body is read and dropped, because closing the connection could discard the response.
      request.removeListener('data', add).removeListener('end', complete).resume()
      resolve(status)
    }
    const timer = setTimeout(refuse, withinMs, 408)
    const add = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > MAX_BODY_BYTES) refuse(413)
    }
    const complete = () => {
      clearTimeout(timer)
      resolve(createRequestWithBody(request, Buffer.concat(chunks)))
    }
    request.on('data', add).once('end', complete)
    request.once('close', () => clearTimeout(timer))
  })
}

/** Returns a copy of a request with a body that can be read. */
function createRequestWithBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const received = new IncomingMessage(request.socket)
  Object.assign(received, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor })
  received.complete = true
  received.push(body)
  received.push(null)
  return received
}
