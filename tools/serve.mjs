// Serves the production build: serve.mjs PORT TRUSTED_PROXIES SETTINGS [sign-in] [secure]. Plain JavaScript, so that nothing stands between Node and Next.
// Its parent sends the pages for the statuses that are answered here, which is the word to listen, and is told when it does. It may
// send the generation of the snapshot that is to be shown, and is told `fresh` when the next visit shows it.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import next from 'next'
import { contentSecurityPolicy, PRIVACY_HEADERS } from '../lib/cache/policy.mjs'
import { kindOf, startCounting } from '../lib/metrics/requests.mjs'
import { inRequest, logAsJson } from './lib/json-log.mjs'
import { refuseBadRequests } from './lib/refusals.mjs'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

const port = Number(process.argv[2])
const trustedProxies = Number(process.argv[3])
/** What names the settings by which pages are made, to those who keep pages. */
const settings = process.argv[4]
const hasSignIn = process.argv.includes('sign-in')
/** The site is reached over TLS, and from now on in no other way. */
const isSecure = process.argv.includes('secure')
const YEAR = 31_536_000

/** Longer than balancers keep a connection that nobody uses, a minute as a rule: what they send on one that ends is lost. */
const IDLE_MS = 75_000
/** How long a stopping server waits for answers under way. */
const GRACE_MS = 5000
/** How long a request's headers, and all of it, may take to arrive, and how often that is looked at. */
const PATIENCE = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
const FLUSH_MS = 1000
const isOneOfSeveral = Boolean(process.env.REDIS_URL?.trim())
if (isOneOfSeveral) logAsJson()
/** How long one of several instances says that it is about to stop before it does, so that its balancer sends nobody more. */
const FAREWELL_MS = isOneOfSeveral ? 3000 : 0

/** Several instances are looked after by their logs and figures. */
const counts = process.env.METRICS_TOKEN ? await startCounting() : undefined
/** How many pages one of several instances shows to itself before anybody can reach it: about a second's work, done in two. */
const REHEARSALS = 60
const REHEARSAL_MS = 5000
/** What a balancer may have named a request. */
const REQUEST_ID = /^[\w-]{8,64}$/

/** What `middleware.ts` leaves out is there to be read: Next takes a form sent there for an action of its own, or answers 500. */
const UNGUARDED = /^\/(?!(?:api|trpc)\/)(?:(?:_next|sign-in|auth)(?:[/?]|$)|[^?]*\.[a-z0-9]+(?:\?|$))/i
/** A name with a file extension: what is not there is said in a page that was made with the build, in its language. */
const NAME = /^[^?]*\.[a-z0-9]+(?:\?|$)/i
/** Where a script of the sign-in service calls the page that it runs on. */
const SIGN_IN = /^\/(?:sign-in|auth)(?:[/?]|$)/
/** What holds for any answer. */
const KEPT = new Set(['strict-transport-security', 'x-request-id'])
/** @type {ReadonlySet<string | undefined>} */
const READING = new Set(['GET', 'HEAD'])

/** Whole documents by status. @type {Record<number, string>} */
let errorPages = {}

/** What the bundles of this process and the server share. @type {{ [name: symbol]: unknown }} */
const shared = globalThis
shared[Symbol.for('colophon.settings')] = settings
shared[Symbol.for('colophon.counts')] = counts
const STOPPING = Symbol.for('colophon.stopping')
/** The generation of the snapshot that one of several instances serves; absent before it has any. */
const GENERATION = Symbol.for('colophon.generation')

const app = next({ dev: false, dir: process.cwd(), port })
const handle = app.getRequestHandler()

const server = createServer({ ...PATIENCE, keepAliveTimeout: IDLE_MS }, (request, response) => {
  if (isSecure) response.setHeader('strict-transport-security', `max-age=${YEAR}`)
  const path = pathOf(request.url ?? '')
  if (path === undefined) return answer(response, 400)
  const id = counts || isOneOfSeveral ? watch(request, response, path) : ''
  // Next can make no request of this method, and would answer 500.
  if (request.method === 'TRACE' || (UNGUARDED.test(path) && !READING.has(request.method) && !isCall(request, path))) {
    return answer(response, 405)
  }
  request.url = path
  // A balancer that keeps connections open would send the next request on one that is about to end.
  if (STOPPING in shared) response.setHeader('connection', 'close')
  nameCaller(request)
  finish(response, NAME.test(path), isOneOfSeveral && path !== '/api/health')
  inRequest(id, () => handle(request, response))
})
refuseBadRequests(server, documentFor)
// An expectation that nobody knows.
server.on('checkExpectation', (_request, response) => answer(response, 400))
server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is in use: set PORT to another one` : error.message)
  process.exit(1)
})

await app.prepare()
process.on('message', (/** @type {{ generation: number } | { errorPages: typeof errorPages }} */ message) => {
  if ('generation' in message) {
    shared[GENERATION] = message.generation
    const refresh = /** @type {(() => void) | undefined} */ (shared[Symbol.for('colophon.refresh')])
    refresh?.()
    process.send?.('fresh')
    return
  }
  errorPages = message.errorPages
  // Alone it has no time to lose: nobody else is there to answer.
  const rehearsed = isOneOfSeveral ? rehearse().catch(() => {}) : Promise.resolve()
  rehearsed.then(() => server.listen(port, () => process.send?.('listening')))
})
process.once('disconnect', stop)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)

/**
 * Visits the home page and those that it links to, before anybody else can: a balancer sends an instance its full share at once, and code
 * that never ran before is slow. It rests as long as it works, because the instance that is left may need the processor.
 */
async function rehearse() {
  const inside = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (inside.address())
  // Whatever becomes of it, the instance can be reached soon.
  const signal = AbortSignal.timeout(REHEARSAL_MS)
  const visit = async (/** @type {string} */ path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal })
    return { status: response.status, text: await response.text() }
  }
  try {
    const home = await visit('/')
    const linked = [...home.text.matchAll(/ href="(\/[^".?#]*)"/g)].map(([, path = '/']) => path)
    // Without a site to show there is nothing to rehearse.
    if (home.status !== 200) return
    for (let at = 0; at < REHEARSALS; at++) {
      const began = performance.now()
      await visit(linked[at % linked.length] ?? '/')
      await pause(performance.now() - began)
    }
  } finally {
    inside.closeAllConnections()
    inside.close()
  }
}

function stop() {
  shared[STOPPING] = true
  const close = () => {
    server.close(leave)
    server.closeIdleConnections()
    setTimeout(leave, GRACE_MS).unref()
  }
  if (FAREWELL_MS === 0) close()
  else setTimeout(close, FAREWELL_MS)
}

/** Ends, once what was traced has left, but waits for no collector that is away. */
async function leave() {
  const flush = /** @type {(() => Promise<void>) | undefined} */ (shared[Symbol.for('colophon.flush')])
  await Promise.race([flush?.(), pause(FLUSH_MS)])
  process.exit(0)
}

/** Path and query of a request's target; undefined when it is none, or not decodable, which Next answers with 500. */
function pathOf(/** @type {string} */ target) {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '')
  if (!path.startsWith('/')) return undefined
  try {
    decodeURIComponent(path.split('?', 1)[0] ?? '')
    return path
  } catch {
    return undefined
  }
}

/** Counts a request and logs it, once it is answered: neither who asked, nor what they searched for, nor what members read. Answers its id. */
function watch(/** @type {Request} */ request, /** @type {Response} */ response, /** @type {string} */ path) {
  const started = performance.now()
  const kind = kindOf(path)
  const given = String(request.headers['x-request-id'] ?? '')
  const id = REQUEST_ID.test(given) ? given : randomUUID()
  response.setHeader('x-request-id', id)
  response.once('close', () => {
    const ms = performance.now() - started
    counts?.request(kind, response.statusCode, ms / 1000)
    if (!isOneOfSeveral) return
    const isPublic = ['page', 'file', 'document'].includes(kind)
    const line = { time: new Date().toISOString(), id, method: request.method, kind, status: response.statusCode }
    const where = isPublic ? { path: path.split('?', 1)[0] } : {}
    process.stdout.write(`${JSON.stringify({ ...line, ms: Math.round(ms), ...where })}\n`)
  })
  return id
}

/** Leaves one word about the caller's address, that of the socket or of the last proxy believed, and none about the host. */
function nameCaller(/** @type {Request} */ request) {
  const { headers, socket } = request
  const said = String(headers['x-forwarded-for'] ?? '').split(',')
  const chain = [...said.map((each) => each.trim()).filter(Boolean), socket.remoteAddress ?? '']
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip') delete headers[name]
  }
  headers['x-forwarded-for'] = (chain.at(-1 - trustedProxies) ?? chain[0] ?? '').replace(/^::ffff:/, '')
}

function isCall(/** @type {Request} */ { method, headers }, /** @type {string} */ path) {
  return (
    hasSignIn &&
    method === 'POST' &&
    SIGN_IN.test(path) &&
    headers['next-action'] !== undefined &&
    headers['sec-fetch-site'] === 'same-origin'
  )
}

/** Next answers a page that threw with a document that only a script fills, or with a bare line: readers get the site's own page. */
function finish(/** @type {Response} */ response, /** @type {boolean} */ isName, /** @type {boolean} */ mayAskAnother) {
  const { writeHead, write, end } = response
  const isBare = () => {
    // What is on its way cannot be another page any more.
    if (response.headersSent) return false
    const type = String(response.getHeader('content-type') ?? '')
    if (response.statusCode === 404) return isName && type.startsWith('text/html')
    return response.statusCode === 500 && !/json|x-component/.test(type)
  }
  Object.assign(response, {
    writeHead(/** @type {number} */ status, /** @type {unknown[]} */ ...rest) {
      // A page that cannot be shown is no better elsewhere, but where there is none at all yet another instance has them.
      const isEmpty = status === 503 && mayAskAnother && shared[GENERATION] === undefined
      response.statusCode = isEmpty ? 504 : status
      return isBare() ? response : Reflect.apply(writeHead, response, [response.statusCode, ...rest])
    },
    write: (/** @type {unknown[]} */ ...chunk) => isBare() || Reflect.apply(write, response, chunk),
    end(/** @type {unknown[]} */ ...chunk) {
      if (!isBare()) return Reflect.apply(end, response, chunk)
      Object.assign(response, { writeHead, write, end })
      return answer(response, response.statusCode)
    },
  })
}

/** Answers with the site's page for a status, whatever was set before but its id and the word that only TLS will do. */
function answer(/** @type {Response} */ response, /** @type {number} */ status) {
  for (const name of response.getHeaderNames()) if (!KEPT.has(name)) response.removeHeader(name)
  const { headers, body } = documentFor(status)
  response.writeHead(status, { ...headers, ...(status === 405 && { allow: 'GET, HEAD' }) })
  return response.end(body)
}

/** The site's page for a status: as an editor wants the site to look, once that is known, which is with the first visit. */
function documentFor(/** @type {number} */ status) {
  const known = /** @type {((status: number) => string) | undefined} */ (shared[Symbol.for('colophon.error-page')])
  const body = known && status in errorPages ? known(status) : (errorPages[status] ?? '')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': contentSecurityPolicy(body),
    'x-content-type-options': 'nosniff',
    ...PRIVACY_HEADERS,
    'cache-control': 'private, no-store',
  }
  return { headers, body }
}
