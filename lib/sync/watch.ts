import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Env } from '../env'
import { rejectOnAbort } from '../reject-on-abort'
import type { SyncReport } from '../snapshot/sync-report'
import { takeSyncRequests } from '../snapshot/sync-requests'
import type { Sync } from './sync'

/** How often requests are looked for. */
const LOOK_MS = 100
/** How long a site may take to show what changed. */
const TELLS_WITHIN_MS = 60_000

/**
 * Refreshes at once and then at every interval until the signal aborts; pages that somebody asks for go first, also while a refresh
 * is at work. `finished` hears of every run.
 */
export async function watchWorkspace(
  sync: Sync,
  { stateDir, syncInterval }: Env,
  signal: AbortSignal,
  finished: (report: SyncReport) => void,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const start = (run: Promise<SyncReport>): Promise<void> => {
    const ended = run.then(finished, (error: unknown) => {
      fault ??= error
    })
    running.add(ended)
    return ended.finally(() => running.delete(ended))
  }
  let fault: unknown
  let isRefreshing = false
  let due = 0
  while (!signal.aborted && fault === undefined) {
    const wanted = await takeSyncRequests(stateDir)
    if (wanted?.all === true) due = 0
    if (wanted !== undefined && wanted.pages.length > 0) void start(sync.refreshPages(wanted.pages))
    if (!isRefreshing && Date.now() >= due) {
      isRefreshing = true
      // From beginning to beginning: nothing waits longer than an interval to be asked about.
      due = Date.now() + syncInterval * 1000
      void start(sync.refresh()).then(() => {
        isRefreshing = false
      })
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => {})
  }
  await Promise.all(running)
  if (fault !== undefined && !signal.aborted) throw fault
}

/** Tells a site that runs elsewhere which pages changed. Throws when it does not take it. */
export async function tellSite(siteUrl: string, secret: string, pages: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(TELLS_WITHIN_MS)
  const response = await fetch(`${siteUrl}/api/revalidate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pages }),
    redirect: 'error',
    signal,
  })
  await rejectOnAbort(response.arrayBuffer(), signal)
  if (!response.ok) throw new Error(`${siteUrl} answered ${response.status}`)
}
