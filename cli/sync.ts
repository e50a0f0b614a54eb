/**
 * Copies the hosted workspace into the snapshot, once or repeatedly with `--watch`. The exit code is 1 if the sync failed or was refused,
 * and 2 if it left out a page or the comments.
 */

import { type Env, EnvironmentError, getEnv } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import type { SitePage } from '../lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '../lib/site/working-copy'
import { StateWriteError } from '../lib/snapshot/store'
import { readSyncReport, type SyncReport } from '../lib/snapshot/sync-report'
import { SyncError, SyncWriteError } from '../lib/sync/errors'
import { notifySite } from '../lib/sync/notify-site'
import { runRequested } from '../lib/sync/requested-runs'
import { Sync } from '../lib/sync/sync'
import { createStopSignal } from '../server/children'
import { logAsJsonIfShared } from '../server/json-log'
import { sendWriteFailure } from '../server/run-child'
import { isSynced, keepSyncing } from '../server/syncing'
import { readArguments } from './lib/read-arguments'
import { JsonLines, PlainLines, ProgressBar, redactReport, type SyncOutput } from './lib/sync-output'

/** Interval of the messages to the parent process. */
const PROGRESS_MS = 5000

const { values } = readArguments({
  name: 'sync',
  about: 'Copies a hosted workspace into the workspace folder, once or repeatedly.',
  options: {
    watch: {
      about:
        'syncs at each interval and after requests until it is stopped; with REDIS_URL, it publishes for all readers',
    },
    json: { about: 'prints one JSON object in each line' },
    'accept-loss': { about: 'also accepts that most pages are gone' },
    scheduled: { about: 'set by the site: handles the current requests', isInternal: true },
    refresh: { about: 'set by the site: also refreshes everything', isInternal: true },
    first: { about: 'set by the site: also prints the error with which the last sync ended', isInternal: true },
    notify: { about: 'set by --watch: notifies the site of changes', isInternal: true },
  },
})
const isWatching = values.watch || values.scheduled
if (isWatching) logAsJsonIfShared()
const output = chooseOutput()
const stopped = createStopSignal()
try {
  const env = getEnv()
  // The process that started a scheduled sync has the same variables, and has logged them.
  if (!values.scheduled) warnOfUnknownVariables()
  if (!values.watch) await sync(env)
  else if (env.redisUrl !== undefined) await runAsWriter(env, env.redisUrl)
  else await watch(env)
} catch (error) {
  if (!stopped.aborted) await fail(error)
}
process.exit(stopped.aborted && isWatching ? 0 : process.exitCode)

/** Syncs once, or until no requests are left. */
async function sync(env: Env): Promise<void> {
  const onProgress = (report: SyncReport) => output.progress(report)
  const before = values.scheduled && !values.first ? await readSyncReport(env.stateDir) : undefined
  const finish = (report: SyncReport) => reportFinished(report, before)
  const run = await Sync.open(env, { acceptLoss: values['accept-loss'], isWatching, onProgress }, stopped)
  const reporting = reportProgress(run)
  try {
    if (values.scheduled) await runRequested(run, env.stateDir, stopped, finish, values.refresh)
    else await finish(await run.refresh())
  } finally {
    clearInterval(reporting)
    await run.close()
  }
}

/** Reports progress to the parent, which kills a sync that makes none for too long. */
function reportProgress(run: Sync): NodeJS.Timeout {
  let last = 0
  return setInterval(() => {
    if (run.activity === last) return
    last = run.activity
    process.send?.('progress')
  }, PROGRESS_MS)
}

/** Starts a sync at each interval and after requests, until this process is stopped. */
async function watch(env: Env): Promise<void> {
  const args = (['json', 'accept-loss'] as const).filter((name) => values[name]).map((name) => `--${name}`)
  await keepSyncing(env, stopped, { args: ['--notify', ...args] })
}

/** Runs the writer of a site with several readers until this process is stopped. */
async function runAsWriter(env: Env, redisUrl: string): Promise<never> {
  const { runWriter } = await import('./lib/writer')
  await runWriter(env, redisUrl, await isSynced(env), stopped)
  process.exit()
}

/**
 * Prints the report, and notifies the site if it may run elsewhere. An error that lasts is printed once: `before` is the last report. Never
 * throws.
 */
async function reportFinished(report: SyncReport, before?: SyncReport): Promise<void> {
  const isKnown =
    !values.json && report.state !== 'done' && before?.state === report.state && before.message === report.message
  if (!isKnown) output.finished(redactReport(report, await readPages(report)))
  if (report.unwritten !== undefined) await sendWriteFailure({ unwritten: report.unwritten })
  if (!isWatching && report.state !== 'done') process.exitCode = 1
  else if (!isWatching && (report.failed.length > 0 || report.comments !== undefined)) process.exitCode = 2
  const { siteUrl, revalidateSecret } = getEnv()
  const pages = report.changed.map(({ id }) => id)
  if (values.scheduled && !values.notify) return
  if (revalidateSecret === undefined || process.env.SITE_URL === undefined || pages.length === 0) return
  await notifySite(siteUrl, revalidateSecret, pages).catch((error: unknown) => {
    console.error(`The site was not notified of changes: ${error instanceof Error ? error.message : error}`)
  })
}

/** Returns the pages of the site if the report contains any. */
async function readPages({ changed, failed, failedFiles }: SyncReport): Promise<SitePage[]> {
  if (changed.length + failed.length + failedFiles.length === 0) return []
  return (await readSavedIndex(openWorkingCopy(getEnv())))?.pages ?? []
}

async function fail(error: unknown): Promise<void> {
  const isExpected = [SyncError, StateWriteError, EnvironmentError].some((type) => error instanceof type)
  if (!isExpected || !(error instanceof Error)) throw error
  output.failed(error.message)
  process.exitCode = 1
  if (error instanceof SyncWriteError) await sendWriteFailure({ unwritten: error.reason })
}

function chooseOutput(): SyncOutput {
  if (values.json) return new JsonLines(isWatching)
  return process.stdout.isTTY ? new ProgressBar() : new PlainLines(isWatching)
}
