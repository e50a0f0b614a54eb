import { once } from 'node:events'
import { existsSync, readdirSync, watch } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getBasePath } from '../lib/base-path'
import { getEnv, setPort } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import { requireCorrectSiteFolder } from '../lib/site-folder/site-folder'
import { createStopSignal } from '../server/children'
import { listen } from '../server/listen'
import { serveDevelopment } from '../server/next-handler'
import { Preparation } from '../server/preparation'
import { isSynced, keepSyncing } from '../server/syncing'
import { compileIfNeeded } from '../tools/compile.mjs'
import { compileComponents } from '../tools/site-components.mjs'
import { copyIslandScripts, copyScripts } from './lib/build'

/** Where Next.js builds during development. */
const BUILD = '.next/dev'

/**
 * Serves the site with hot reload. Changes of code around the content are shown at once, those of the content and of the workspace on the next
 * visit.
 */
Object.assign(process.env, { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' })
let env = getEnv()
warnOfUnknownVariables()
requireCorrectSiteFolder()
const server = createServer()
if (!(await listen(server, env.port))) process.exit(1)
if (env.port === 0) env = setPort((server.address() as AddressInfo).port)
process.env.BUILD_BASE_PATH = getBasePath()
const stopped = createStopSignal()
const syncs = await isSynced(env)
const syncing = syncs ? keepSyncing(env, stopped) : undefined
if (!(await new Preparation(env, stopped, syncs).start()) && !syncs) process.exit(1)
keepCompiling(stopped)
keepScripts(stopped)
await serveDevelopment(server, env)
console.log(`Colophon is at ${env.siteUrl}`)
if (!stopped.aborted) await once(stopped, 'abort')
await syncing
process.exit()

/** Copies the scripts of pages again when Next.js has cleared its folder, as it does when it starts. */
function keepScripts(signal: AbortSignal): void {
  const timer = setInterval(() => {
    if (!existsSync(`${BUILD}/static`) || existsSync(`${BUILD}/static/scripts`)) return
    copyScripts(BUILD)
    copyIslandScripts(BUILD)
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
      .then(() => compileComponents(env.siteDir))
      .then(() => copyScripts(BUILD))
      .then(() => copyIslandScripts(BUILD))
      .catch((error: unknown) => console.error(String(error)))
  }
  for (const folder of ['blocks', 'components', 'islands', 'lib', 'messages', 'server', ...listComponentFolders()]) {
    const watcher = watch(folder, { recursive: folder !== env.siteDir, signal }, () => {
      clearTimeout(timer)
      // An editor writes a file in several steps.
      timer = setTimeout(compile, 200)
    })
    watcher.on('error', (error) => console.error(`Changes in ${folder} are not compiled:`, error.message))
  }
}

/** Returns the folders with the components of the site folder and of themes. */
function listComponentFolders(): string[] {
  const { siteDir } = env
  const themes = existsSync('themes') ? ['themes'] : []
  if (siteDir === undefined) return themes
  const folders = readdirSync(siteDir, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  )
  return [...themes, siteDir, ...folders.map(({ name }) => path.join(siteDir, name))]
}
