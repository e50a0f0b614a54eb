import 'server-only'
import { LRUCache } from 'lru-cache'
import { getLogName } from '../../site/log-name'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { isWorkerNotReady } from '../../workers/errors'
import { getCachedView } from '../cached-views'
import type { OpenedView } from '../wire/page'
import { isSiteChanged, runPageJob } from './page-thread'

/**
 * The view of a page that the viewer may read; undefined when it cannot be shown at the moment. Those of signed-in viewers are
 * remembered for a moment; those of the public are documents that the cache of pages keeps. Throws if the site changed meanwhile.
 */
export function openView(site: Site, page: SitePage, viewer: Viewer): Promise<OpenedView | undefined> {
  const make = () => makeOrLog(site, page, viewer)
  return viewer.signedIn ? getCachedView(site, page, viewer, make) : make()
}

async function makeOrLog(site: Site, page: SitePage, viewer: Viewer): Promise<OpenedView | undefined> {
  try {
    const { value, notes, isReduced } = await runPageJob('view', site, page, viewer)
    for (const note of notes) logOnce('warn', page, `is shown without all of it: ${note}`)
    return { ...value, isReduced }
  } catch (error) {
    if (isSiteChanged(error)) throw error
    // The thread itself logs why it cannot be started.
    if (!isWorkerNotReady(error))
      logOnce('error', page, `could not be shown: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

const logged = new LRUCache<string, true>({ max: 10_000 })

/** Logs a remark once for each version of a page, although visitors ask for it again and again. */
function logOnce(level: 'warn' | 'error', page: SitePage, remark: string): void {
  const line = `Page ${getLogName(page)} ${remark}`
  const key = `${page.version} ${line}`
  if (logged.has(key)) return
  logged.set(key, true)
  console[level](line)
}
