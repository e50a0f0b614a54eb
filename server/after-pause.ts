import { findRoute } from '../lib/find-route'
import { PauseGuard } from '../lib/instances/pause-guard'
import { ifNotReady, refreshSite } from '../lib/site/get-site'

/** How long a response waits for the preparation, which takes seconds in a large workspace. */
const WITHIN_MS = 15_000

/**
 * After each pause of a single site's process, prepares the workspace folder and loads the result before anything is served. Returns a
 * function that returns a promise for the time until a request for a target may be handled; undefined if it may be handled at once.
 */
export function checkAfterPauses(
  preparation: { refresh(): Promise<unknown> },
  stopped: AbortSignal,
): (target: string) => Promise<void> | undefined {
  const check = async () => {
    await preparation.refresh()
    await refreshSite().catch(ifNotReady)
  }
  const guard = new PauseGuard(check, WITHIN_MS)
  guard.start()
  stopped.addEventListener('abort', () => guard.stop())
  return (target) => {
    const checking = guard.beforeResponse()
    const [pathname = ''] = target.split('?', 1)
    return checking && findRoute(pathname).needsNewest !== false ? checking : undefined
  }
}
