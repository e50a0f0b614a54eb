import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { SyncReport } from '../snapshot/sync-report'
import { takeSyncRequests } from '../snapshot/sync-requests'
import type { Sync } from './sync'

/** The interval at which the folder of requests is read. */
const POLL_MS = 100

/**
 * Runs syncs until no request is left, including requests that arrive meanwhile. Requested pages go first, also during a refresh. Calls
 * `finished` after each run. `isRefreshDue`: a refresh of everything is requested, too. Throws errors that no report contains.
 */
export async function runRequested(
  sync: Sync,
  stateDir: string,
  signal: AbortSignal,
  finished: (report: SyncReport) => Promise<void>,
  isRefreshDue = false,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let fault: unknown
  const start = (work: Promise<void>): Promise<void> => {
    const ended = work.catch((error: unknown) => {
      fault ??= error
    })
    running.add(ended)
    return ended.finally(() => running.delete(ended))
  }
  const finish = (report: SyncReport) => void start(finished(report))
  let isRefreshWanted = isRefreshDue
  let isRefreshing = false
  let isSettled = false
  while (!signal.aborted && fault === undefined) {
    const wanted = await takeSyncRequests(stateDir)
    if (wanted?.all === true) isRefreshWanted = true
    if (wanted !== undefined && wanted.pages.length > 0) {
      isSettled = false
      void start(sync.refreshPages(wanted.pages, wanted.deleted).then(finish))
    }
    if (isRefreshWanted && !isRefreshing) {
      isRefreshWanted = false
      isRefreshing = true
      isSettled = false
      void start(sync.refresh().then(finish)).then(() => {
        isRefreshing = false
      })
    }
    if (running.size === 0 && isSettled) break
    if (running.size === 0) {
      isSettled = true
      void start(sync.settle())
    }
    await Promise.race([...running, pause(POLL_MS, undefined, { signal }).catch(() => {})])
  }
  await Promise.all(running)
  if (fault !== undefined && !signal.aborted) throw fault
}
