import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { openAuditLog } from '../lib/audit-log'
import { getBasePath } from '../lib/base-path'
import { findRoute } from '../lib/find-route'
import { PauseGuard } from '../lib/instances/pause-guard'
import { startMetrics } from '../lib/metrics/requests'
import { warmUpPageThread } from '../lib/page/thread/page-thread'
import { getRuntime } from '../lib/runtime'
import { type Env, getSettingsKey } from '../lib/settings/env'
import { ignoreNotReady, refreshSite } from '../lib/site/get-site'
import { requireCorrectSiteFolder } from '../lib/site-folder/site-folder'
import { startStatistics } from '../lib/statistics/statistics'
import { formatCount } from '../messages/plural'
import { ErrorPages } from './error-pages'
import { createGreeting } from './greeting'
import { createHttpServer } from './http-server'
import { submitChanges } from './index-now'
import { listen, type ReservedPort } from './listen'
import { prepareNext } from './next-handler'
import { Preparation } from './preparation'
import { keepSiteFolder, reportFolder } from './site-folder'
import { isSynced, keepSyncing } from './syncing'
import { warmUpAfterStart, warmUpRendering } from './warm-up'

/** How long one of several readers reports that it is about to stop, so that its load balancer sends no more requests. */
const DRAIN_MS = 3000
/** How long a shutdown waits for responses that have begun, and then for the collector to receive the last spans. */
const GRACE_MS = 5000
const FLUSH_MS = 1000

/**
 * Serves the production site in this process and keeps it up to date with the workspace until the signal aborts. Returns the exit code.
 * `fontUrl` is the address of the font of the error pages, and `reserved` the socket of the port if it is already listening.
 */
export async function serveSite(
  env: Env,
  fontUrl: string | undefined,
  stopped: AbortSignal,
  reserved?: ReservedPort,
): Promise<number> {
  // Next.js and its configuration read these when they are loaded.
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', BUILD_BASE_PATH: getBasePath() })
  requireCorrectSiteFolder()
  void keepSiteFolder(env, stopped)
  const runtime = getRuntime()
  runtime.settingsKey = getSettingsKey(env)
  await openAuditLog(env)
  startStatistics(env)
  if (process.env.METRICS_TOKEN) runtime.metrics = await startMetrics()
  const reader = env.redisUrl === undefined ? undefined : await openReader(env, env.redisUrl)
  // The page thread loads its code while this one loads Next.js. It gets a copy of the current environment.
  warmUpPageThread()
  const hasSync = reader === undefined && (await isSynced(env))
  const preparation = reader === undefined ? new Preparation(env, stopped, hasSync) : undefined
  if (reader === undefined && env.indexNowKey !== undefined) submitChanges(env, env.indexNowKey, stopped)
  const responses = new EventEmitter()
  const syncing = hasSync ? keepSyncing(env, stopped, { responses }) : undefined

  const [handle, isServable, { renderErrorPage }] = await Promise.all([
    prepareNext(env),
    reader?.start() ?? preparation?.start(),
    // React chooses its build by `NODE_ENV` when it is loaded.
    import('../components/errors/error-pages'),
    // Next.js imports it by its path, which a later build replaces.
    import('../components/site/sidebar-tree'),
  ])
  // A site that is being filled is served, too: it shows a notice until the first pages are there.
  let exitCode = 1
  if (reader !== undefined || isServable === true || hasSync) {
    const beforeResponse = reader?.before ?? (preparation && checkAfterPauses(preparation, stopped))
    const server = createHttpServer(env, handle, new ErrorPages(env, fontUrl, renderErrorPage), beforeResponse)
    if (env.syncOnRequest) {
      server.on('request', (_request, response) => response.once('finish', () => responses.emit('end')))
    }
    if (reader !== undefined) await warmUpRendering(handle).catch(() => {})
    const content = {
      countPages: () => (reader ?? preparation)?.pages(),
      mayBeFilling: hasSync || reader !== undefined,
    }
    if (await runServer(server, env, { ...content, isReader: reader !== undefined, stopped, reserved })) exitCode = 0
  }
  if (stopped.aborted) await syncing
  await reader?.stop()
  await Promise.race([
    Promise.all([runtime.flushTraces?.(), runtime.auditLog?.flush(), runtime.statistics?.store()]),
    pause(FLUSH_MS),
  ])
  return exitCode
}

interface RunOptions {
  countPages: () => Promise<number> | undefined
  /** Whether the first pages may follow later. */
  mayBeFilling: boolean
  /** Whether this is one of several readers. Their load balancer must stop using one before it closes. */
  isReader: boolean
  stopped: AbortSignal
  reserved: ReservedPort | undefined
}

/** Serves until the signal aborts, and closes the server. Returns false if it cannot listen. */
async function runServer(server: Server, env: Env, options: RunOptions): Promise<boolean> {
  const { countPages, mayBeFilling, isReader, stopped, reserved } = options
  if (!(await listen(server, env.port, reserved))) return false
  const pages = (await countPages()) ?? 0
  const contentLabel = mayBeFilling && pages === 0 ? 'being filled' : formatCount(pages, 'page')
  const isTerminal = process.stdout.isTTY === true
  for (const line of createGreeting(env, describeAddress(env), contentLabel, isTerminal)) console.log(line)
  void reportFolder(env)
  limitHeapGrowth()
  void warmUpAfterStart(getLocalUrl(env), isReader)
  if (!stopped.aborted) await once(stopped, 'abort')
  getRuntime().isStopping = true
  if (isReader) await pause(DRAIN_MS)
  await close(server)
  return true
}

/** Returns where visitors find the site, and where this process serves it if that is elsewhere. */
export function describeAddress(env: Pick<Env, 'siteUrl' | 'port'>): string {
  const local = getLocalUrl(env)
  return env.siteUrl === local ? local : `${env.siteUrl}, served from ${local}`
}

const getLocalUrl = ({ port }: Pick<Env, 'port'>) => `http://localhost:${port}${getBasePath()}`

/**
 * Collects garbage once the heap has grown by 15 %, which saves memory on large sites. On the command line, the flag would make the start
 * and every request slower.
 */
const limitHeapGrowth = () => setFlagsFromString('--heap-growing-percent=15')

/** Opens the reader of a shared snapshot. A site without `REDIS_URL` loads none of its code. */
async function openReader(env: Env, redisUrl: string) {
  const { SiteReader } = await import('./site-reader')
  const reader = new SiteReader(env, redisUrl)
  // Next.js reads this reader's own copy of the snapshot.
  process.env.STATE_DIR = reader.env.stateDir
  return reader
}

/** Stops listening and waits for responses that have begun, for some seconds at most. */
async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  await Promise.race([closed, pause(GRACE_MS)])
}

/** How long a request waits for the preparation, which takes seconds in a large workspace. */
const PREPARED_WITHIN_MS = 15_000

/**
 * After each pause of the process, prepares the workspace folder and loads the result before requests are handled. For a process without
 * Redis. Returns a function that takes the target of a request, and returns a promise to wait for; undefined if there is none.
 */
export function checkAfterPauses(
  preparation: { refresh(): Promise<unknown> },
  stopped: AbortSignal,
): (target: string) => Promise<void> | undefined {
  const check = async () => {
    await preparation.refresh()
    await refreshSite().catch(ignoreNotReady)
  }
  const guard = new PauseGuard(check, PREPARED_WITHIN_MS)
  guard.start()
  stopped.addEventListener('abort', () => guard.stop())
  return (target) => {
    const checking = guard.beforeResponse()
    if (checking === undefined) return undefined
    const [pathname = ''] = target.split('?', 1)
    return findRoute(pathname).needsNewest === false ? undefined : checking
  }
}
