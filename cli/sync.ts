import { parseArgs } from 'node:util'
import { type Env, EnvironmentError, getEnv } from '../lib/env'
import type { SyncReport } from '../lib/snapshot/sync-report'
import { SyncError } from '../lib/sync/errors'
import { Sync } from '../lib/sync/sync'
import { tellSite, watchWorkspace } from '../lib/sync/watch'
import { untilStopped } from '../server/children'
import { logAsJsonIfShared } from '../server/json-log'
import { isSynced } from '../server/syncing'
import { JsonLines, PlainLines, ProgressBar, type SyncOutput } from './lib/sync-output'

/** Copies the hosted workspace into the snapshot: once, or again and again with `--watch`. Exit code 1 when something was left out. */
const OPTIONS = {
  watch: { type: 'boolean', default: false },
  // Started by a site or a writer on the same machine, which sees the snapshot for itself.
  beside: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  'accept-loss': { type: 'boolean', default: false },
} as const

const { values } = readArguments()
if (values.watch) logAsJsonIfShared()
const output = chooseOutput()
const stopped = untilStopped()
try {
  const env = getEnv()
  if (values.watch && !values.beside && env.redisUrl !== undefined) await write(env, env.redisUrl)
  const sync = await Sync.open(
    env,
    { acceptLoss: values['accept-loss'], isWatching: values.watch, onProgress: (report) => output.progress(report) },
    stopped,
  )
  try {
    if (values.watch) await watchWorkspace(sync, env, stopped, (report) => void finished(report))
    else await finished(await sync.refresh())
  } finally {
    await sync.close()
  }
} catch (error) {
  if (!stopped.aborted) fail(error)
}
process.exit(stopped.aborted && values.watch ? 0 : process.exitCode)

/** Runs the writer of a site with several readers until this process is stopped. */
async function write(env: Env, redisUrl: string): Promise<never> {
  const { runWriter } = await import('./lib/writer')
  await runWriter(env, redisUrl, await isSynced(env), stopped)
  process.exit()
}

/** Over when the site, if it runs elsewhere, knows of it. Throws nothing. */
async function finished(report: SyncReport): Promise<void> {
  output.finished(report)
  if (!values.watch && (report.state !== 'done' || report.failed.length > 0)) process.exitCode = 1
  const { siteUrl, revalidateSecret } = getEnv()
  const pages = report.changed.map(({ id }) => id)
  if (values.beside || revalidateSecret === undefined || process.env.SITE_URL === undefined || pages.length === 0)
    return
  await tellSite(siteUrl, revalidateSecret, pages).catch((error: unknown) => {
    console.error(`The site was not told what changed: ${error instanceof Error ? error.message : error}`)
  })
}

function fail(error: unknown): void {
  if (!(error instanceof SyncError || error instanceof EnvironmentError)) throw error
  output.failed(error.message)
  process.exitCode = 1
}

function chooseOutput(): SyncOutput {
  if (values.json) return new JsonLines(values.watch)
  return process.stdout.isTTY ? new ProgressBar() : new PlainLines(values.watch)
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS })
  } catch {
    console.error('npm run sync -- [--watch] [--json] [--accept-loss]')
    process.exit(1)
  }
}
