import { findRoute } from '../lib/find-route'
import { PauseGuard } from '../lib/instances/pause-guard'
import { ignoreNotReady, refreshSite } from '../lib/site/get-site'

/** How long a request waits for the preparation, which takes seconds in a large workspace. */
const WITHIN_MS = 15_000

/**
 * After each pause of the process, prepares the workspace folder and loads the result before requests are handled. For a process without
 * Redis. Returns a function that takes the target of a request, and returns a promise to wait for; undefined if there is none.
 */
export function checkAfterPauses(
  preparation: { refresh(): Promise<unknown> },
  stopped: AbortSignal,
): (target: string) => Promise<void> | undefined {
  const check = async () => {
    await preparation.refresh()
    await refreshSite().catch(ignoreNotReady)
  }
  const guard = new PauseGuard(check, WITHIN_MS)
  guard.start()
  stopped.addEventListener('abort', () => guard.stop())
  return (target) => {
    const checking = guard.beforeResponse()
    if (checking === undefined) return undefined
    const [pathname = ''] = target.split('?', 1)
    return findRoute(pathname).needsNewest === false ? undefined : checking
  }
}
