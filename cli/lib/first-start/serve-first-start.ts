import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isSameSecret } from '../../../lib/auth/secrets'
import { explainNoPage } from '../../../lib/settings/notion'
import { findPageId } from '../../../lib/workspace/ids'
import type { Id } from '../../../lib/workspace/record-map'
import { writeRootPage } from './env-file'
import { type Outcome, renderFirstStart } from './page'

/** The maximum size of a form, and the maximum length of an address. Links of Notion have up to 200 characters. */
const MAX_BODY = 4096
const MAX_ADDRESS = 500
const MAX_CONNECTIONS = 16
const TIMEOUT_MS = 10_000

export interface FirstStartOptions {
  /** The file into which the root page is written. */
  envFile: string
  /** Where the sample is served. */
  siteUrl: string
  /** Returns whether a page can be read, and a sentence about it. */
  checkAccess: (id: Id) => Promise<{ isReadable: boolean; access: string }>
  stopped: AbortSignal
}

/**
 * Serves the page that asks for the root page, and returns its address. It listens on loopback, on a port of its own, so that no proxy in
 * front of the site leads to it. The path contains a key, which only those know who see the terminal.
 */
export async function serveFirstStart(options: FirstStartOptions): Promise<string> {
  const key = randomBytes(16).toString('hex')
  let saved: Outcome | undefined
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = findRefusal(request, origin, key)
    if (refusal !== undefined) return respond(response, refusal, options.siteUrl)
    if (request.method === 'GET') return respond(response, 200, options.siteUrl, saved)
    const outcome = await takeForm(request, options)
    if (outcome.kind === 'refused') return respond(response, 422, options.siteUrl, outcome)
    saved = outcome
    response.writeHead(303, { location: `/${key}` }).end()
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error('The page of the first start failed:', error)
      response.destroy()
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  server.requestTimeout = TIMEOUT_MS
  server.headersTimeout = TIMEOUT_MS
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // The site, and not this page, keeps the process running.
  server.unref()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  options.stopped.addEventListener('abort', () => {
    server.close()
    server.closeAllConnections()
  })
  return `${origin}/${key}`
}

/** Returns the status for a request that may not be handled. A name that leads to loopback must not reach the page, nor may another site. */
function findRefusal({ headers, method, url = '' }: IncomingMessage, origin: string, key: string): number | undefined {
  if (`http://${headers.host}` !== origin || !isSameSecret(url.slice(1), key)) return 404
  if (method === 'GET') return undefined
  if (method !== 'POST') return 405
  if (headers.origin !== origin) return 403
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return 415
  return Number(headers['content-length']) <= MAX_BODY ? undefined : 413
}

/** Saves the page that a form names. */
async function takeForm(request: IncomingMessage, { envFile, checkAccess }: FirstStartOptions): Promise<Outcome> {
  const address = (new URLSearchParams(await text(request)).get('page') ?? '').trim().slice(0, MAX_ADDRESS)
  const id = findPageId(address)
  if (id === undefined) return { kind: 'refused', address, problem: `The address ${explainNoPage(address)}.` }
  try {
    await writeRootPage(envFile, id)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      kind: 'refused',
      address,
      problem: `.env cannot be written (${code}): add the line NOTION_ROOT_PAGE=${id}`,
    }
  }
  return { kind: 'saved', id, ...(await checkAccess(id)) }
}

function respond(response: ServerResponse, status: number, siteUrl: string, outcome?: Outcome): void {
  const nonce = randomBytes(16).toString('base64')
  const isPage = status === 200 || status === 422
  response
    .writeHead(status, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'cross-origin-resource-policy': 'same-origin',
      // Without a referrer, browsers send no origin with the form. The path contains the key, so other sites get none.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      ...(!isPage && { connection: 'close' }),
    })
    .end(isPage ? renderFirstStart({ siteUrl, nonce, outcome }) : 'Open the address that the terminal shows.\n')
}
