import 'server-only'
import { LRUCache } from 'lru-cache'
import { isPublicViewer } from '../../site/access'
import { getLogName } from '../../site/log-name'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { isWorkerNotReady } from '../../workers/errors'
import { getCachedView } from '../cached-views'
import type { OpenedView } from '../page-view'
import { isSiteChanged, runPageJob } from './page-thread'

/**
 * Returns the view of a page that the viewer may read; undefined if it cannot be shown now. Views of other viewers are cached
 * briefly; public pages are in the page cache. Throws if the site changed meanwhile.
 */
export function openView(site: Site, page: SitePage, viewer: Viewer): Promise<OpenedView | undefined> {
  const prepare = () => prepareOrLog(site, page, viewer)
  return isPublicViewer(viewer) ? prepare() : getCachedView(site, page, viewer, prepare)
}

async function prepareOrLog(site: Site, page: SitePage, viewer: Viewer): Promise<OpenedView | undefined> {
  try {
    const { value, notes, isReduced } = await runPageJob('view', site, page, viewer)
    for (const note of notes) logOnce('warn', page, `is shown without all of it: ${note}`)
    return { ...value, isReduced }
  } catch (error) {
    if (isSiteChanged(error)) throw error
    // The thread itself logs why it cannot start.
    if (!isWorkerNotReady(error))
      logOnce('error', page, `could not be shown: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

const logged = new LRUCache<string, true>({ max: 10_000 })

/** Logs a remark once for each version of a page, not at each request. */
function logOnce(level: 'warn' | 'error', page: SitePage, remark: string): void {
  const line = `Page ${getLogName(page)} ${remark}`
  const key = `${page.version} ${line}`
  if (logged.has(key)) return
  logged.set(key, true)
  console[level](line)
}
