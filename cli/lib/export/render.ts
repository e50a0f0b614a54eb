import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { removeFrameworkClient } from '../../../lib/cache/framework-client'
import { readInlineScripts } from '../../../lib/cache/inline-scripts'
import { VERSION_HEADER } from '../../../lib/cache/internal-headers'
import { createContentSecurityPolicy } from '../../../lib/cache/policy.mjs'
import { isSiteChanged, runPageJob } from '../../../lib/page/thread/page-thread'
import type { Env } from '../../../lib/settings/env'
import { PUBLIC } from '../../../lib/site/access'
import { ignoreNotReady, refreshSite } from '../../../lib/site/get-site'
import type { Site } from '../../../lib/site/site'
import type { SitePage } from '../../../lib/site/site-index'
import { getHeadPolicy } from '../../../lib/site-folder/head'
import { getSiteFolder } from '../../../lib/site-folder/site-folder'
import { isWorkerNotReady } from '../../../lib/workers/job-queue'
import { ExportError } from './output-folder'
import type { PlannedFile } from './plan'

/** How often a file that is not ready is made again at most, and after which pause. */
const MAX_TRIES = 4
const PAUSE_MS = 500

const CHANGED = 'The workspace changed during the export, so nothing was replaced: run the export again'

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

/**
 * Renders the Markdown copy of a page in the page thread of this process: a route handler of Next.js would take as long as the copy itself.
 * `isLasting` is false for a copy in a reduced form. Throws {@link ExportError} if the page changed since it was planned, or if the thread
 * cannot start.
 */
export async function renderCopy(site: Site, page: SitePage): Promise<Rendered> {
  let current = site
  for (let tries = 1; ; tries++) {
    try {
      const { value, isReduced } = await runPageJob('markdown', current, page, PUBLIC)
      return { kind: 'file', content: value, isLasting: !isReduced }
    } catch (error) {
      if (isSiteChanged(error)) {
        // A site that uses the same state folder may have been prepared again for other pages.
        const newest = await refreshSite().catch(ignoreNotReady)
        const isSame = newest?.page(page.id, PUBLIC)?.version === page.version
        if (newest === undefined || !isSame || tries === MAX_TRIES) throw new ExportError(CHANGED)
        current = newest
      } else if (isWorkerNotReady(error)) {
        if (tries === MAX_TRIES)
          throw new ExportError('The page thread cannot start, so nothing was replaced: see above')
        await pause(PAUSE_MS)
      } else return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
    }
  }
}

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
    throw new ExportError(CHANGED)
  }
  const policy = response.headers.get('content-security-policy')
  // The server completes the document of a page, and then it has a policy.
  if (shown !== undefined && policy === null) return { kind: 'failed', reason: 'the server did not complete the page' }
  const content = createStaticDocument(new TextDecoder().decode(body), policy, env)
  return { kind: 'file', content, isLasting: shown === undefined || version !== null }
}

/** A page or a picture may not be ready at the first request. */
async function request(planned: PlannedFile, server: RenderOptions['server']): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await server.get(planned.address, ACCEPT[planned.kind])
    // 429: books are made one or two at a time.
    const isLater = response.status === 503 || response.status === 429
    if (tries === MAX_TRIES || !(isLater || isFallback(planned, response))) return response
    await response.arrayBuffer()
    await pause(PAUSE_MS)
  }
}

/** Whether a response has the original of a picture in place of a smaller copy. */
const isFallback = ({ kind }: PlannedFile, { headers }: Response): boolean =>
  kind === 'picture' && !headers.get('cache-control')?.includes('immutable')

const CHARSET = /<meta charset="utf-8"\s*\/?>/i
/**
 * Next.js adds this mark of its fonts before or after the metadata, whichever is ready first, so that the same page would have different
 * files. Browsers ignore the mark.
 */
const FONT_MARK = /<meta name="next-size-adjust" content=""\s*\/?>/
/** Browsers ignore these directives in a document, and report an error. */
const HEADER_ONLY = /^(?:frame-ancestors|report-uri|sandbox)\b/

/**
 * Adds to a document what a static host does not send: the Content Security Policy as a `meta` element (`policy` is the header of the
 * server's response). Throws {@link ExportError} if it is not a document of the site.
 */
export function createStaticDocument(html: string, policy: string | null, env: Pick<Env, 'analytics'>): string {
  if (!CHARSET.test(html) || !html.includes('</head>')) throw new ExportError('it is not a document of the site')
  const document = removeFrameworkClient(html).replace(FONT_MARK, '')
  const directives = (policy ?? createPolicy(document, env)).split('; ').filter((each) => !HEADER_ONLY.test(each))
  const meta = `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(directives.join('; '))}">`
  return document.replace(CHARSET, (charset) => charset + meta)
}

/** Leaves single quotes as they are, because a policy contains dozens of them. */
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Creates the policy of a document whose response had none, such as one that the server renders for each visit. */
function createPolicy(html: string, { analytics }: Pick<Env, 'analytics'>): string {
  const { head } = getSiteFolder()
  const { inlineScripts, origins } = head === undefined ? {} : getHeadPolicy(head)
  const { own } = readInlineScripts(html, inlineScripts)
  return createContentSecurityPolicy(own, {
    analytics: analytics?.origins,
    ...(origins && { origins }),
  })
}

/** Compiled from `server/workers/static-server.ts`, relative to the project. */
const PROGRAM = 'dist/static-server.mjs'
/**
 * Next.js sends late metadata of a page that it renders for each visit by inline scripts, which the policy of a file
 * does not allow, but not to this bot.
 */
const USER_AGENT = 'Bingbot'

/** The compiled site on loopback, as the export reads it. It ends with this process. */
export class ExportServer {
  readonly #child: ChildProcess
  readonly #origin: Promise<string>

  constructor() {
    this.#child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const started = once(this.#child, 'message').then(([port]) => `http://127.0.0.1:${port}`)
    const ended = once(this.#child, 'exit').then(() => {
      throw new ExportError('The server that renders the pages ended: see above, and run the export again')
    })
    this.#origin = Promise.race([started, ended])
    this.#origin.catch(() => {})
  }

  /** Requests a path. Throws if the server ended. */
  async get(path: string, accept: string): Promise<Response> {
    const origin = await this.#origin
    try {
      return await fetch(origin + path, {
        // Next.js would compress each page, only for it to be expanded here.
        headers: { accept, 'accept-encoding': 'identity', 'user-agent': USER_AGENT },
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      })
    } catch (error) {
      if (this.#child.exitCode === null && this.#child.signalCode === null) throw error
      throw new ExportError('The server that renders the pages ended: see above, and run the export again')
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    if (this.#child.exitCode === null && this.#child.signalCode === null) await ended
  }
}
