import { setTimeout as pause } from 'node:timers/promises'
import { VERSION_HEADER } from '../../../lib/cache/internal-headers'
import type { Env } from '../../../lib/env'
import { createStaticDocument } from './document'
import { ExportError } from './error'
import type { PlannedFile } from './plan'
import type { ExportServer } from './server'

/** How often a response that may be better later is requested again, and after which pause. */
const MOST_TRIES = 4
const PAUSE_MS = 500

/** The formats of static copies; their addresses end with `.webp`. */
const ACCEPT = { page: 'text/html', missing: 'text/html', document: '*/*', picture: 'image/webp' }
const STATUSES = { page: 200, missing: 404, document: 200, picture: 200 }

/**
 * What the server has at an address. `none`: it has no such document, as no feed for a site without a public home page. `failed`: with the
 * reason.
 */
export type Rendered =
  | { kind: 'file'; content: Uint8Array | string; isLasting: boolean }
  | { kind: 'none' }
  | { kind: 'failed'; reason: string }

interface RenderOptions {
  server: ExportServer
  env: Env
}

/**
 * Requests a file from the server. `isLasting` is false for a page that is shown in a reduced form, which another export tries again.
 * Throws {@link ExportError} if the site changed since it was planned.
 */
export async function renderFile(planned: PlannedFile, { server, env }: RenderOptions): Promise<Rendered> {
  const { kind, shown } = planned
  const response = await request(planned, server)
  const body = new Uint8Array(await response.arrayBuffer())
  if (kind === 'document' && response.status === 404) return { kind: 'none' }
  if (response.status !== STATUSES[kind])
    return { kind: 'failed', reason: `the server responded with ${response.status}` }
  if (kind === 'document' || kind === 'picture') return { kind: 'file', content: body, isLasting: true }
  const version = response.headers.get(VERSION_HEADER)
  if (shown !== undefined && version !== null && version !== shown) {
    throw new ExportError('The workspace changed during the export, so nothing was replaced: run the export again')
  }
  const policy = response.headers.get('content-security-policy')
  const content = createStaticDocument(new TextDecoder().decode(body), policy, env)
  return { kind: 'file', content, isLasting: shown === undefined || version !== null }
}

/** A page or a picture may not be ready at the first request. A picture that stays a stand-in cannot be made smaller. */
async function request({ kind, address }: PlannedFile, server: ExportServer): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await server.get(address, ACCEPT[kind])
    const isStandIn = kind === 'picture' && !response.headers.get('cache-control')?.includes('immutable')
    if (tries === MOST_TRIES || !(response.status === 503 || isStandIn)) return response
    await response.arrayBuffer()
    await pause(PAUSE_MS)
  }
}
