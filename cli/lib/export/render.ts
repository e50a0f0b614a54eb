import { setTimeout as pause } from 'node:timers/promises'
import { VERSION_HEADER } from '../../../lib/cache/internal-headers'
import type { Env } from '../../../lib/settings/env'
import { createStaticDocument } from './document'
import { ExportError } from './error'
import type { PlannedFile } from './plan'
import type { ExportServer } from './server'

/** How often a response that may be better later is requested again, and after which pause. */
const MAX_TRIES = 4
const PAUSE_MS = 500

/** The formats of static copies; their addresses end with `.webp`. */
const ACCEPT = { page: 'text/html', missing: 'text/html', document: '*/*', picture: 'image/webp' }
/** The source of a drawing may contain scripts, so it is never a file of an export. */
const DRAWING = 'image/svg+xml'
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
  server: Pick<ExportServer, 'get'>
  env: Env
}

/**
 * Requests a file from the server. `isLasting` is false for a page in a reduced form and for a picture in place of its smaller copy, which
 * another export tries again. Throws {@link ExportError} if the site changed since it was planned.
 */
export async function renderFile(planned: PlannedFile, { server, env }: RenderOptions): Promise<Rendered> {
  const { kind, shown } = planned
  const response = await request(planned, server)
  const body = new Uint8Array(await response.arrayBuffer())
  if (kind === 'document' && response.status === 404) return { kind: 'none' }
  if (response.status !== STATUSES[kind])
    return { kind: 'failed', reason: `the server responded with ${response.status}` }
  if (kind === 'document') return { kind: 'file', content: body, isLasting: true }
  if (kind === 'picture') {
    if (planned.address.endsWith('.webp') && response.headers.get('content-type') === DRAWING)
      return { kind: 'failed', reason: 'the drawing could not be turned into a picture' }
    return { kind: 'file', content: body, isLasting: !isFallback(planned, response) }
  }
  const version = response.headers.get(VERSION_HEADER)
  if (shown !== undefined && version !== null && version !== shown) {
    throw new ExportError('The workspace changed during the export, so nothing was replaced: run the export again')
  }
  const policy = response.headers.get('content-security-policy')
  const content = createStaticDocument(new TextDecoder().decode(body), policy, env)
  return { kind: 'file', content, isLasting: shown === undefined || version !== null }
}

/** A page or a picture may not be ready at the first request. */
async function request(planned: PlannedFile, server: RenderOptions['server']): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await server.get(planned.address, ACCEPT[planned.kind])
    if (tries === MAX_TRIES || !(response.status === 503 || isFallback(planned, response))) return response
    await response.arrayBuffer()
    await pause(PAUSE_MS)
  }
}

/** Whether a response has the original of a picture in place of a smaller copy. */
const isFallback = ({ kind }: PlannedFile, { headers }: Response): boolean =>
  kind === 'picture' && !headers.get('cache-control')?.includes('immutable')
