import { existsSync, watch } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBasePath } from '../lib/base-path'
import { getEnv, setPort } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import { createStopSignal, runNode } from '../server/children'
import { listen } from '../server/listen'
import { Preparation } from '../server/preparation'
import { isSynced, keepSyncing } from '../server/syncing'
import { compileIfNeeded } from '../tools/compile.mjs'
import { copyScripts } from './lib/build'

/** Where Next.js builds during development. */
const BUILD = '.next/dev'

/**
 * Serves the site with hot reload. Changes of code around the content are shown at once, those of the content and of the workspace on the next
 * visit.
 */
let env = getEnv()
warnOfUnknownVariables()
// Next.js would print a stack trace if the port is in use.
const probe = createServer()
if (!(await listen(probe, env.port))) process.exit(1)
if (env.port === 0) env = setPort((probe.address() as AddressInfo).port)
probe.close()
const stopped = createStopSignal()
const syncs = await isSynced(env)
const syncing = syncs ? keepSyncing(env, stopped) : undefined
if (!(await new Preparation(env, stopped, syncs).start()) && !syncs) process.exit(1)
keepCompiling(stopped)
keepScripts(stopped)
const next = ['node_modules/next/dist/bin/next', 'dev', '--port', String(env.port)]
const exitCode = await runNode(next, stopped, { BUILD_BASE_PATH: getBasePath(), NEXT_TELEMETRY_DISABLED: '1' })
if (stopped.aborted) await syncing
process.exit(stopped.aborted ? 0 : (exitCode ?? 1))

/** Copies the scripts of pages again when Next.js has cleared its folder, as it does when it starts. */
function keepScripts(signal: AbortSignal): void {
  const timer = setInterval(() => {
    if (existsSync(`${BUILD}/static`) && !existsSync(`${BUILD}/static/scripts`)) copyScripts(BUILD)
  }, 500)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Compiles the code of the page thread and the scripts of pages again when they change. */
function keepCompiling(signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const compile = () => {
    last = last
      .then(compileIfNeeded)
      .then(() => copyScripts(BUILD))
      .catch((error: unknown) => console.error(String(error)))
  }
  for (const folder of ['blocks', 'components', 'islands', 'lib', 'messages', 'server']) {
    const watcher = watch(folder, { recursive: true, signal }, () => {
      clearTimeout(timer)
      // An editor writes a file in several steps.
      timer = setTimeout(compile, 200)
    })
    watcher.on('error', (error) => console.error(`Changes in ${folder} are not compiled:`, error.message))
  }
}
