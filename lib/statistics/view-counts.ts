import 'server-only'
import { getRuntime } from '../runtime'
import type { Env } from '../settings/env'
import type { Counts } from './counts'
import { ALL_DAYS, readTotals } from './totals-store'

/** How long the counts are kept in memory, so that visits of posts read no file. */
const FRESH_MS = 600_000

declare module '../runtime' {
  interface Runtime {
    viewCounts?: { readAt: number; counts: Promise<Counts> }
  }
}

/** Returns the views of all pages since the site counts them, up to ten minutes old; none while they cannot be read. */
export function readAllViews(env: Env, now = performance.now()): Promise<Counts> {
  const runtime = getRuntime()
  if (runtime.viewCounts === undefined || now - runtime.viewCounts.readAt >= FRESH_MS) {
    const counts = readTotals([ALL_DAYS], env).then(
      ([totals]) => totals?.views ?? new Map(),
      () => new Map(),
    )
    runtime.viewCounts = { readAt: now, counts }
  }
  return runtime.viewCounts.counts
}
