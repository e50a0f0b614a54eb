import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { getBasePath } from '../lib/base-path'
import { type Env, getSettingsKey } from '../lib/env'
import { startMetrics } from '../lib/metrics/requests'
import { warmUpPageThread } from '../lib/page/thread/page-thread'
import { getRuntime } from '../lib/runtime'
import { checkAfterPauses } from './after-pause'
import { ErrorPages } from './error-pages'
import { createGreeting } from './greeting'
import { createHttpServer } from './http-server'
import { listen } from './listen'
import { prepareNext } from './next-handler'
import { Preparation } from './preparation'
import { isSynced, keepSyncing } from './syncing'
import { warmUpAfterStart, warmUpRendering } from './warm-up'

/** How long one of several readers reports that it is about to stop, so that its load balancer sends no more requests. */
const DRAIN_MS = 3000
/** How long a shutdown waits for responses that have begun, and then for the collector to receive the last spans. */
const GRACE_MS = 5000
const FLUSH_MS = 1000

/**
 * Serves the production site in this process and keeps it up to date with the workspace until the signal aborts. Returns the exit code.
 * `fontUrl` is the address of the font of the error pages.
 */
export async function serveSite(env: Env, fontUrl: string | undefined, stopped: AbortSignal): Promise<number> {
  // Next.js and its configuration read these when they are loaded.
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', BUILD_BASE_PATH: getBasePath() })
  const runtime = getRuntime()
  runtime.settingsKey = getSettingsKey(env)
  if (process.env.METRICS_TOKEN) runtime.metrics = await startMetrics()
  const reader = env.redisUrl === undefined ? undefined : await openReader(env, env.redisUrl)
  // The page thread loads its code while this one loads Next.js. It gets a copy of the current environment.
  warmUpPageThread()
  const syncs = reader === undefined && (await isSynced(env))
  const alone = reader === undefined ? new Preparation(env, stopped, syncs) : undefined
  const responses = new EventEmitter()
  const syncing = syncs ? keepSyncing(env, stopped, { responses }) : undefined

  const [handle, isServable] = await Promise.all([prepareNext(env), reader?.start() ?? alone?.start()])
  // A site that is being filled is served, too: it shows a notice until the first pages are there.
  let exitCode = 1
  if (reader !== undefined || isServable === true || syncs) {
    const before = reader?.before ?? (alone && checkAfterPauses(alone, stopped))
    const server = createHttpServer(env, handle, new ErrorPages(env, fontUrl), before)
    if (env.syncOnRequest) {
      server.on('request', (_request, response) => response.once('finish', () => responses.emit('end')))
    }
    if (reader !== undefined) await warmUpRendering(handle).catch(() => {})
    if (await listen(server, env.port)) {
      const pages = await (reader ?? alone)?.pages()
      const what = (syncs || reader) && pages === 0 ? 'being filled' : `${pages} ${pages === 1 ? 'page' : 'pages'}`
      const isTerminal = process.stdout.isTTY === true
      for (const line of createGreeting(env, describeAddress(env), what, isTerminal)) console.log(line)
      limitHeapGrowth()
      void warmUpAfterStart(getLocalUrl(env), reader !== undefined)
      if (!stopped.aborted) await once(stopped, 'abort')
      runtime.isStopping = true
      if (reader !== undefined) await pause(DRAIN_MS)
      await close(server)
      exitCode = 0
    }
  }
  if (stopped.aborted) await syncing
  await reader?.stop()
  await Promise.race([runtime.flushTraces?.(), pause(FLUSH_MS)])
  return exitCode
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

/** Opens the reader of a shared snapshot. A single site loads none of its code. */
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
