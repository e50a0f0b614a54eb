import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Env, settingsKey } from '../lib/env'
import { startMetrics } from '../lib/metrics/requests'
import { getRuntime } from '../lib/runtime'
import { Preparation } from '../tools/lib/preparation'
import { isSynced, keepSyncing } from '../tools/lib/syncing'
import { ErrorPages } from './error-pages'
import { createHttpServer } from './http-server'
import { rehearse, visitFirst } from './warm-up'

/** How long one of several instances reports that it is about to stop, so that its balancer sends no more requests. */
const DRAIN_MS = 3000
/** How long a shutdown waits for responses that have begun, and then for spans to reach their collector. */
const GRACE_MS = 5000
const FLUSH_MS = 1000

/**
 * Serves the production site in this process and keeps it up to date with the workspace until the signal aborts. Returns the exit code.
 * `face` is the address of the font that the error pages are set in.
 */
export async function serveSite(env: Env, face: string | undefined, stopped: AbortSignal): Promise<number> {
  // Next.js reads both when it is loaded.
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
  const runtime = getRuntime()
  runtime.settingsKey = settingsKey(env)
  if (process.env.METRICS_TOKEN) runtime.metrics = await startMetrics()
  const syncs = await isSynced(env)
  // What only several instances need is not loaded for one.
  const several = env.redisUrl === undefined ? undefined : await import('../tools/lib/instance')
  const instance = several && new several.Instance(env, env.redisUrl ?? '', syncs, showGeneration)
  const alone = instance === undefined ? new Preparation(env, stopped, syncs) : undefined
  // Next.js reads the copy of this instance, the environment of child processes names the folder itself.
  if (several) process.env.STATE_DIR = several.instanceDir(env)
  const syncing = syncs && alone ? keepSyncing(env, stopped) : undefined

  const [handle, isServable] = await Promise.all([prepareNext(env), instance?.start() ?? alone?.start()])
  // A site that is being filled says so until the first pages are there.
  let exitCode = 1
  if (instance !== undefined || isServable === true || syncs) {
    const server = createHttpServer(env, handle, new ErrorPages(env, face))
    if (instance !== undefined) await rehearse(handle).catch(() => {})
    if (await listen(server, env.port)) {
      const pages = await (instance ?? alone)?.pages()
      const what = (syncs || instance) && pages === 0 ? 'being filled' : `${pages} pages`
      console.log(`Colophon is at http://localhost:${env.port} (${what})`)
      void visitFirst(`http://localhost:${env.port}`, instance !== undefined)
      if (!stopped.aborted) await once(stopped, 'abort')
      runtime.isStopping = true
      if (instance !== undefined) await pause(DRAIN_MS)
      await close(server)
      exitCode = 0
    }
  }
  if (stopped.aborted) await syncing
  await instance?.stop()
  await Promise.race([runtime.flushTraces?.(), pause(FLUSH_MS)])
  return exitCode
}

/** Shows a generation of the shared snapshot to the next request. */
async function showGeneration(generation: number): Promise<void> {
  const runtime = getRuntime()
  runtime.generation = generation
  runtime.reloadSite?.()
}

/** Loads Next.js and returns its request handler. */
async function prepareNext({ port }: Env) {
  const { default: next } = await import('next')
  const app = next({ dev: false, dir: process.cwd(), port })
  await app.prepare()
  return app.getRequestHandler()
}

/** Returns whether the server listens; otherwise the reason is logged. */
async function listen(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port)
    await once(server, 'listening')
    return true
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    console.error(isTaken ? `Port ${port} is in use: set PORT to another one` : error)
    return false
  }
}

/** Stops listening and waits for responses that have begun, for some seconds at most. */
async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  await Promise.race([closed, pause(GRACE_MS)])
}
