import 'server-only'
import type { SyncReport } from '../snapshot/sync-report'
import { getSyncRequestsDir, takeSyncRequests } from '../snapshot/sync-requests'
import { watchRequests } from '../snapshot/watch-requests'
import type { Sync } from './sync'

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
  let wake = () => {}
  const ended = new AbortController()
  watchRequests(getSyncRequestsDir(stateDir), ended.signal, () => wake())
  signal.addEventListener('abort', () => wake())
  try {
    while (!signal.aborted && fault === undefined) {
      // Created before the requests are read, so that a later request resolves it.
      const another = new Promise<void>((resolve) => {
        wake = resolve
      })
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
      await Promise.race([...running, another])
    }
  } finally {
    ended.abort()
  }
  await Promise.all(running)
  if (fault !== undefined && !signal.aborted) throw fault
}
