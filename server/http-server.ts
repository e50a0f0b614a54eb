import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { takeProxyHeaders } from '../lib/auth/proxy-headers'
import { removeBasePath } from '../lib/base-path'
import {
  FRAMEWORK_COOKIES,
  FRAMEWORK_HEADERS,
  INTERNAL_PREFIX,
  NAVIGATION_HEADERS,
} from '../lib/cache/internal-headers'
import { getClientNetwork } from '../lib/client-network'
import { findRoute, hasExtension, isReadOnlyPath } from '../lib/find-route'
import { getRouteKind } from '../lib/metrics/requests'
import { COPY_EXTENSIONS } from '../lib/page-copies.mjs'
import { reportProblem } from '../lib/problems'
import { PAGES, type Route } from '../lib/routes'
import { getRuntime } from '../lib/runtime'
import type { FoundScreen } from '../lib/screens/find-screen'
import type { Env } from '../lib/settings/env'
import { decodePercent } from '../lib/workspace/address'
import { refuseBadRequests } from './bad-requests'
import { countVisit, countWhenFinished } from './count-visits'
import { Documents, type PublicVisit } from './documents'
import { type ErrorPages, refuse, respondWithErrorPage } from './error-pages'
import { sendKeyFile } from './index-now'
import { runWithRequestId } from './json-log'
import { ClientQueues, limitConnections, OpenRequests } from './limits'
import { hasBody, receiveBody } from './request-body'
import { findOldAddress, sendRedirect } from './responses/old-addresses'
import { isOwnScreen } from './responses/own-screens'
import { sendSiteFile } from './responses/site-files'
import { hasUncachedDocuments, sendWithoutClient } from './uncached-documents'

/** Handles a request with Next.js. `screen` is what its path shows, if that is known. */
type Handle = (request: IncomingMessage, response: ServerResponse, screen?: FoundScreen) => unknown
/** Returns a promise that resolves once a request for a path may be handled; undefined if it may be handled at once. */
type BeforeRequest = (path: string) => Promise<void> | undefined

/** What is known of a request before it is handled. */
interface Arrived {
  /** Path and query, without the base path. */
  target: string
  id: string
  /** The public page, if this is a plain visit of one. */
  visit: PublicVisit | undefined
}

/** Load balancers keep idle connections for about a minute. The server keeps them longer, because a request on a closing one is lost. */
const IDLE_MS = 75_000
/** The time in milliseconds in which headers and body must arrive, and the interval of the checks. */
const ARRIVAL_LIMITS = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
/** Makes browsers use only TLS for this host, for a year. */
const HSTS = 'max-age=31536000'
/** The format of a request id that is accepted from a load balancer. */
const REQUEST_ID = /^[\w-]{8,64}$/

const READ_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/** Routes without a limit for each client: their responses cost little, but may take long to send. */
const UNQUEUED_KINDS: ReadonlySet<string> = new Set(['asset', 'file'])
/** Routes whose 503 responses `/api/health` reports, and for how long. */
const CONTENT_KINDS: ReadonlySet<string> = new Set(['page', 'copy', 'file', 'document'])
const UNAVAILABLE_MS = 30_000

/** Creates the HTTP server around Next.js. It refuses bad requests, measures and logs all others, and replaces bare error pages. */
export function createHttpServer(env: Env, handle: Handle, errorPages: ErrorPages, before?: BeforeRequest): Server {
  const isSecure = env.siteUrl.startsWith('https:')
  const isShared = env.redisUrl !== undefined
  const ownHost = new URL(env.siteUrl).host
  const queues = new ClientQueues()
  const openRequests = new OpenRequests(env.trustProxy, (socket) => connections.slowDown(socket))
  getRuntime().countQueuedRequests = () => queues.count()
  const documents = new Documents()
  const server = createServer({ ...ARRIVAL_LIMITS, keepAliveTimeout: IDLE_MS }, (request, response) => {
    if (!openRequests.accept(request, response)) return
    const runtime = getRuntime()
    // The headers of every response, as names and values. A list costs Node.js less than one `setHeader` for each.
    const serverHeaders = isSecure ? ['strict-transport-security', HSTS] : []
    const address = parseTarget(request.url ?? '')
    const target = address && removeBasePath(address)
    if (target === undefined) {
      setHeaders(response, serverHeaders)
      return respondWithErrorPage(response, address === undefined ? 400 : 404, errorPages)
    }
    const id = runtime.metrics || isShared ? readRequestId(request) : ''
    if (id !== '') {
      serverHeaders.push('x-request-id', id)
      measure(request, response, target, isShared ? id : undefined)
    }
    request.url = target
    // During a shutdown, the connection must not get another request. After an upgrade request, the client would wait for more, because
    // the server never upgrades.
    if (runtime.isStopping || request.headers.upgrade !== undefined) serverHeaders.push('connection', 'close')
    whenReady(target, () => {
      try {
        const visit = documents.findVisit(request, target)
        if (visit && documents.respond(visit, request, response, serverHeaders)) {
          return countVisit(request, visit, target, ownHost)
        }
        setHeaders(response, serverHeaders)
        respondUncached(request, response, { target, id, visit })
      } catch (error) {
        // An error thrown by this listener would end the process.
        console.error('A request failed:', error)
        if (!response.headersSent) respondWithErrorPage(response, 500, errorPages)
      }
    })
  })
  const whenReady = (target: string, respond: () => void) => {
    const ready = before?.(target)
    if (ready === undefined) respond()
    else void ready.then(respond, respond)
  }
  const respondUncached = (request: IncomingMessage, response: ServerResponse, { target, id, visit }: Arrived) => {
    // Next.js would respond to TRACE with 500, because it cannot create a `Request` with that method.
    const [pathname = ''] = target.split('?', 1)
    const route = findRoute(pathname)
    const isOwn = isOwnScreen(route, env)
    const isRefused =
      request.method === 'TRACE' ||
      (isReadOnlyPath(pathname) && !READ_METHODS.has(request.method) && !isOwn && !isAction(request, pathname, env))
    if (isRefused) return respondWithErrorPage(response, 405, errorPages)
    if (sendSiteFile(request, response, target)) return
    if (sendKeyFile(env.indexNowKey, request, response, target)) return
    const old = FILES.has(pathname) ? undefined : findOldAddress(request, target)
    if (old?.status === 410) return respondWithErrorPage(response, 410, errorPages)
    if (old !== undefined) return sendRedirect(response, old)
    if (isMissingFile(pathname)) return respondWithErrorPage(response, 404, errorPages)
    removeFrameworkHeaders(request, route)
    removeInternalHeaders(request, response)
    const proven = env.signIn?.kind === 'headers' ? takeProxyHeaders(request, env.signIn) : undefined
    const client = setClientAddress(request, env.trustProxy)
    Object.assign(request.headers, proven)
    const respond = (received: IncomingMessage) =>
      isOwn ? respondToSignIn(received, response, target) : handle(received, response, visit?.screen)
    const handleWhenReady = (received: IncomingMessage) =>
      whenReady(target, () => runWithRequestId(id, () => respond(received)))
    if (CONTENT_KINDS.has(route.kind)) response.once('finish', () => noteUnavailable(response))
    countWhenFinished(request, response, { target, route, visit }, ownHost)
    const respondInTurn = (received: IncomingMessage) => {
      if (UNQUEUED_KINDS.has(route.kind) || route.segment === 'api/health') return handleWhenReady(received)
      if (!queues.add(client, response, () => handleWhenReady(received))) refuse(response, 429, route, errorPages)
    }
    if (visit !== undefined) documents.capture(visit, request, response)
    else if (hasUncachedDocuments(route, pathname, env) && READ_METHODS.has(request.method))
      sendWithoutClient(request, response)
    // At paths with a file extension, Next.js sends the 404 page of the build, which may be in another language.
    replaceBareErrors(response, errorPages, hasExtension(pathname))
    if (!hasBody(request)) return respondInTurn(request)
    void receiveBody(request).then((received) => {
      if (typeof received === 'number') refuse(response, received, route, errorPages)
      else respondInTurn(received)
    })
  }
  const respondToSignIn = async (request: IncomingMessage, response: ServerResponse, target: string) => {
    try {
      const { sendAccountScreen } = await import('./responses/account-requests')
      const status = await sendAccountScreen(request, response, target, env, errorPages.getSettings())
      if (status !== undefined) respondWithErrorPage(response, status, errorPages)
    } catch (error) {
      console.error('A screen of sign-in failed:', error)
      if (!response.headersSent) respondWithErrorPage(response, 500, errorPages)
    }
  }
  refuseBadRequests(server, (status) => errorPages.documentFor(status))
  const connections = limitConnections(server, env.trustProxy)
  // Refuses every `Expect` header other than `100-continue`, which Node.js would refuse without a page.
  server.on('checkExpectation', (request, response) => {
    if (openRequests.accept(request, response)) respondWithErrorPage(response, 400, errorPages)
  })
  return server
}

/** Returns path and query of a request target; undefined if it is malformed, because Next.js would respond with 500. */
function parseTarget(target: string): string | undefined {
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  if (!path.startsWith('/')) return undefined
  const isMalformed = path.includes('%') && decodePercent(path.split('?', 1)[0] ?? '') === undefined
  return isMalformed ? undefined : path
}

function setHeaders(response: ServerResponse, list: readonly string[]): void {
  for (let at = 0; at < list.length; at += 2) response.setHeader(list[at] ?? '', list[at + 1] ?? '')
}

/** Returns the id that a load balancer gave a request, or a new one. */
function readRequestId({ headers }: IncomingMessage): string {
  const given = String(headers['x-request-id'] ?? '')
  return REQUEST_ID.test(given) ? given : randomUUID()
}

/**
 * Counts a request once its response has ended, and logs it if `id` is given. Neither the caller, nor search queries, nor what members
 * read is recorded.
 */
function measure(request: IncomingMessage, response: ServerResponse, path: string, id: string | undefined): void {
  const { method } = request
  const started = performance.now()
  const kind = getRouteKind(path)
  response.once('close', () => {
    const ms = performance.now() - started
    getRuntime().metrics?.countRequest(kind, response.statusCode, ms / 1000)
    if (id === undefined) return
    const isPublic = ['page', 'file', 'document'].includes(kind)
    const line = { time: new Date().toISOString(), id, method, kind, status: response.statusCode }
    const where = isPublic ? { path: path.split('?', 1)[0] } : {}
    process.stdout.write(`${JSON.stringify({ ...line, ms: Math.round(ms), ...where })}\n`)
  })
}

/** Reports a response with 503 as a problem, unless the site is still being filled and responds with 503 to everything. */
function noteUnavailable({ statusCode }: ServerResponse): void {
  if (statusCode !== 503 || getRuntime().site?.last === undefined) return
  reportProblem('unavailable', 'Some pages respond with 503', UNAVAILABLE_MS)
}

/** Whether a request calls a server action of a sign-in screen for which the middleware does not run. */
function isAction({ method, headers }: IncomingMessage, pathname: string, env: Env): boolean {
  const route = findRoute(pathname)
  return (
    env.signIn !== undefined &&
    method === 'POST' &&
    route.kind === 'account' &&
    route.middleware === 'never' &&
    headers['next-action'] !== undefined &&
    headers['sec-fetch-site'] === 'same-origin'
  )
}

/**
 * Replaces what Next.js sends after an error (a line of text, or a document that is empty without scripts) by the error page of the site.
 * With `isFileName`, a 404 page is replaced, too.
 */
function replaceBareErrors(response: ServerResponse, errorPages: ErrorPages, isFileName: boolean): void {
  const { writeHead, write, end } = response
  const isBare = () => {
    // A response that has begun cannot become another page.
    if (response.headersSent) return false
    const type = String(response.getHeader('content-type') ?? '')
    if (response.statusCode === 404) return isFileName && type.startsWith('text/html')
    return response.statusCode === 500 && !/json|x-component/.test(type)
  }
  Object.assign(response, {
    writeHead(status: number, ...rest: unknown[]) {
      response.statusCode = status
      return isBare() ? response : Reflect.apply(writeHead, response, [status, ...rest])
    },
    write: (...chunk: unknown[]) => isBare() || Reflect.apply(write, response, chunk),
    end(...chunk: unknown[]) {
      if (!isBare()) return Reflect.apply(end, response, chunk)
      Object.assign(response, { writeHead, write, end })
      return respondWithErrorPage(response, response.statusCode, errorPages)
    },
  })
}

/** Removes the headers and cookies that only Next.js itself may set, and the headers of client-side navigations to public pages. */
function removeFrameworkHeaders({ headers }: IncomingMessage, { audience, kind }: Route): void {
  const isPublicPage = audience === 'everyone' && (kind === 'page' || kind === 'copy')
  for (const name of Object.keys(headers)) {
    if (FRAMEWORK_HEADERS.test(name) || (isPublicPage && NAVIGATION_HEADERS.test(name))) delete headers[name]
  }
  const cookies = headers.cookie?.split(';').map((each) => each.trim())
  const kept = cookies?.filter((each) => !FRAMEWORK_COOKIES.test(each)).join('; ')
  if (kept) headers.cookie = kept
  else delete headers.cookie
}

/**
 * Removes the site's internal headers from a request, because clients must not set them, and from its response when it begins. A response
 * with cookies is then kept out of all caches: Next.js adds those of the middleware to any response, also to public ones.
 */
export function removeInternalHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const name of Object.keys(request.headers)) if (name.startsWith(INTERNAL_PREFIX)) delete request.headers[name]
  const { writeHead } = response
  Object.assign(response, {
    // Node.js also calls this for a response that begins without it.
    writeHead(...head: unknown[]) {
      for (const name of response.getHeaderNames()) if (name.startsWith(INTERNAL_PREFIX)) response.removeHeader(name)
      if (response.hasHeader('set-cookie')) response.setHeader('cache-control', 'private, no-store')
      return Reflect.apply(writeHead, response, head)
    },
  })
}

/**
 * Replaces all forwarding headers by one `x-forwarded-for` with the client's address: that of the socket, or the one that the trusted
 * proxies report. Returns the name under which limits count the client.
 */
function setClientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const chain = [...forwarded.map((each) => each.trim()).filter(Boolean), socket.remoteAddress ?? '']
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip') delete headers[name]
  }
  const address = (chain.at(-1 - trustedProxies) ?? chain[0] ?? '').replace(/^::ffff:/, '')
  headers['x-forwarded-for'] = address
  return getClientNetwork(address)
}

/** The extensions of paths to which Next.js may respond: copies of pages, feeds of lists, and former addresses of blogs. */
const HANDLED: ReadonlySet<string> = new Set([...COPY_EXTENSIONS, 'html', 'json', 'txt', 'xml'])
/** Files of `public`, and the icons that `next.config.mjs` rewrites. */
const FILES: ReadonlySet<string> = new Set([
  ...readdirSync('public').map((name) => `/${name}`),
  '/favicon.ico',
  '/apple-touch-icon.png',
])

/**
 * Whether nothing is at a path because of its file extension: paths of pages contain no dot. Next.js would render a page for the response,
 * which costs several times as much, and scanners ask for many such paths.
 */
export function isMissingFile(pathname: string): boolean {
  const [, extension] = /\.([a-z0-9]+)$/.exec(pathname.toLowerCase()) ?? []
  if (extension === undefined || HANDLED.has(extension)) return false
  return findRoute(pathname) === PAGES && !FILES.has(pathname)
}
