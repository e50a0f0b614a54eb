import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ErrorPageSettings } from '../../lib/formats/error-page'
import { respondToAccount } from '../../lib/http/account'
import type { Env } from '../../lib/settings/env'

/**
 * Responds with a screen of sign-in that the site draws itself. Next.js is not involved, because its sign-in screens are static documents of
 * another provider. `target` is the path and query without the base path. Returns a status if there is no such screen.
 */
export async function sendAccountScreen(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  env: Env,
  settings: ErrorPageSettings,
): Promise<400 | 404 | 405 | undefined> {
  const { renderAccountPage: render } = await import('../../components/errors/account-pages')
  const result = await respondToAccount(createRequest(request, target, env), { env, render, settings })
  if (typeof result === 'number') return result
  // Not a list of `writeHead`: where the server has set a header before, Node.js 20 keeps only the last cookie of such a list.
  response.setHeaders(result.headers)
  response.writeHead(result.status)
  response.end(request.method === 'HEAD' ? undefined : await result.text())
}

/** Returns the request as the handler expects it. Its origin is that of the site, and does not depend on the `Host` header. */
function createRequest(request: IncomingMessage, target: string, { siteUrl }: Env): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method } = request
  const body = method === 'POST' ? (Readable.toWeb(request) as ReadableStream) : undefined
  // The type of TypeScript's DOM library lacks `duplex`, which a stream requires.
  const init = { method, headers, body, duplex: 'half' }
  return new Request(new URL(siteUrl).origin + target, init)
}
