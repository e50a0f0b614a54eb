import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Backoff } from '../lib/backoff'
import type { Env } from '../lib/settings/env'
import { allowOneAtATime } from '../lib/snapshot/one-at-a-time'
import { describeUnwrittenWorkspace, endRunningReport } from '../lib/snapshot/sync-report'
import { getSyncRequestsDir, hasSyncRequests } from '../lib/snapshot/sync-requests'
import { watchRequests } from '../lib/snapshot/watch-requests'
import { SnapshotFolder } from '../lib/sync/snapshot-folder'
import { type ChildLimits, getMemoryShare, recordEnd, runChild } from './run-child'
import { watchWallClock } from './wall-clock'

/** The longest time that `setTimeout` can wait. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

interface SyncOptions extends ChildLimits {
  /** Compiled from `cli/sync.ts`, relative to the project. */
  file: string
  /** For the output of `npm run sync`. */
  args: readonly string[]
  /** Emits `end` after each response, for `SYNC_ON_REQUEST`. */
  responses: EventEmitter
}

const OPTIONS: Omit<SyncOptions, 'responses'> = {
  file: 'dist/sync.mjs',
  args: [],
  heapMegabytes: getMemoryShare(0.25, 2048),
  // Limits the time without progress, not the whole run. A first sync may take hours, and Notion may request pauses of 2.5 minutes.
  deadlineMs: 10 * 60_000,
}

/** Whether the workspace folder is synced from Notion: `NOTION_ROOT_PAGE` is set, and the folder contains no files from elsewhere. */
export async function isSynced({ rootPage, workspaceDir }: Env): Promise<boolean> {
  return rootPage !== undefined && (await new SnapshotFolder(workspaceDir).isOurs())
}

/**
 * Starts a sync immediately, at each interval, and after requests, until the signal aborts. Each sync is a child process that ends when
 * no requests are left. If it fails, the site serves the last snapshot. With `SYNC_ON_REQUEST`, a sync that is due waits for the end of a
 * response, because the platform stops a container without requests.
 */
export async function keepSyncing(env: Env, stopped: AbortSignal, more: Partial<SyncOptions> = {}): Promise<void> {
  const options = { ...OPTIONS, ...more }
  const clock = new SyncClock(env.syncInterval * 1000)
  const backoff = new Backoff()
  let child: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  // Without a snapshot, the site has nothing to respond with, so the first sync does not wait.
  let isRefreshDue = env.syncOnRequest && !existsSync(path.join(env.workspaceDir, 'manifest.json'))
  let mayStart = !env.syncOnRequest
  let isFirst = true
  const startIfDue = allowOneAtATime(async () => {
    clearTimeout(timer)
    if (mayStart && clock.isDue()) {
      mayStart = !env.syncOnRequest
      clock.restart()
      isRefreshDue = true
    }
    const pauseMs = backoff.remainingMs
    const mayRun = child === undefined && pauseMs === 0
    const isDue = mayRun && (isRefreshDue || (await hasSyncRequests(env.stateDir)))
    if (stopped.aborted) return
    if (isDue) {
      const args = [...(isRefreshDue ? ['--refresh'] : []), ...(isFirst ? ['--first'] : []), ...options.args]
      isRefreshDue = false
      isFirst = false
      child = runSync(env, stopped, { ...options, args }, backoff).then((isDone) => {
        // A failed sync had already removed its requests from the queue, so a complete sync replaces them.
        isRefreshDue ||= !isDone
        child = undefined
        // Requests that arrived when the sync had read the last ones are waiting.
        checkRequests()
      })
    }
    const waits = [MAX_TIMEOUT_MS, mayStart ? clock.remainingMs : MAX_TIMEOUT_MS, pauseMs || MAX_TIMEOUT_MS]
    timer = setTimeout(startIfDue, Math.ceil(Math.min(...waits)))
  })
  options.responses?.on('end', () => {
    if (mayStart || !clock.isDue()) return
    mayStart = true
    void startIfDue()
  })
  // A running sync watches the requests itself.
  const checkRequests = watchRequests(getSyncRequestsDir(env.stateDir), stopped, () => void startIfDue())
  watchWallClock(() => void startIfDue(), stopped)
  if (!stopped.aborted) await new Promise((resolve) => stopped.addEventListener('abort', resolve))
  clearTimeout(timer)
  await child
}

/** Returns whether all requests were handled. */
async function runSync(
  env: Env,
  stopped: AbortSignal,
  options: Omit<SyncOptions, 'responses'>,
  backoff: Backoff,
): Promise<boolean> {
  const command = [options.file, ...options.args, '--scheduled']
  const end = await runChild(command, options, stopped, { STATE_DIR: env.stateDir })
  if (end.outcome === 'stopped') return true
  recordEnd('sync', end, end.writeFailure && describeUnwrittenWorkspace(end.writeFailure.unwritten))
  if (end.outcome === 'done') {
    backoff.succeed()
    return true
  }
  const wait = backoff.fail()
  console.error(`The sync ended (${end.reason}) and is started again in ${wait / 1000} s`)
  await endRunningReport(env.stateDir, 'the sync was stopped')
  return false
}

/** Determines when the next sync is due. The interval is from start to start, so that no change waits longer. */
export class SyncClock {
  #monotonic = 0
  /** Both clocks are needed: the monotonic one stops while a virtual machine is suspended, and the wall clock may be set back. */
  #wall = 0

  constructor(readonly intervalMs: number) {}

  isDue(): boolean {
    return this.remainingMs === 0
  }

  /** The time until the next sync is due, in milliseconds. */
  get remainingMs(): number {
    return Math.max(0, Math.min(this.#monotonic - performance.now(), this.#wall - Date.now()))
  }

  restart(): void {
    this.#monotonic = performance.now() + this.intervalMs
    this.#wall = Date.now() + this.intervalMs
  }
}
