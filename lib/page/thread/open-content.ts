import 'server-only'
import { LRUCache } from 'lru-cache'
import type { SlotPlace } from '../../../components/slots/context'
import { getRuntime } from '../../runtime'
import { isPublicViewer } from '../../site/access'
import { getCachedText } from '../../site/cached-text'
import { getLogName } from '../../site/log-name'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { isWorkerNotReady } from '../../workers/job-queue'
import type { OpenedView } from '../page-view'
import { type CopyFormat, isSiteChanged, runDrawingJob, runPageJob } from './page-thread'

/**
 * Returns the view of a page that the viewer may read; undefined if it cannot be shown now. Views of other viewers are cached
 * briefly; public pages are in the page cache. Components of the site folder draw parts of a page that has a `place`. Throws if the site
 * changed meanwhile.
 */
export function openView(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  place?: SlotPlace,
): Promise<OpenedView | undefined> {
  const prepare = () => prepareOrLog(site, page, viewer, place)
  return isPublicViewer(viewer) ? prepare() : getCachedView(site, page, viewer, prepare)
}

async function prepareOrLog(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  place: SlotPlace | undefined,
): Promise<OpenedView | undefined> {
  try {
    const { value, notes, isReduced } = await runDrawingJob(place, 'view', site, page, viewer)
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

/** With `max`, it would allocate the memory for all entries at once. */
const logged = new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: () => 1 })

/** Logs a remark once for each version of a page, not at each request. */
function logOnce(level: 'warn' | 'error', page: SitePage, remark: string): void {
  const line = `Page ${getLogName(page)} ${remark}`
  const key = `${page.version} ${line}`
  if (logged.has(key)) return
  logged.set(key, true)
  console[level](line)
}

type ViewPromise = Promise<OpenedView | undefined>

declare module '../../runtime' {
  interface Runtime {
    pageViews?: WeakMap<Site, LRUCache<string, { made: ViewPromise; until: number }>>
  }
}

/** How long a view is cached: formulas and filters may depend on the current time. */
const FRESH_MS = 60_000
const MAX_VIEWS = 100

/**
 * Returns the view that `make` creates, cached for a minute per page and viewer rights. The cache belongs to one state of the site, so
 * that any edit or change of access empties it. A view that could not be created is not cached.
 */
export function getCachedView(site: Site, page: SitePage, viewer: Viewer, make: () => ViewPromise): ViewPromise {
  const runtime = getRuntime()
  runtime.pageViews ??= new WeakMap()
  const views = runtime.pageViews.get(site) ?? new LRUCache({ max: MAX_VIEWS })
  runtime.pageViews.set(site, views)
  // The key contains everything that decides about access, so viewers with different rights share no view.
  const key = JSON.stringify([page.id, viewer])
  const known = views.get(key)
  if (known !== undefined && performance.now() < known.until) return known.made
  const made = make()
  views.set(key, { made, until: performance.now() + FRESH_MS })
  const forget = () => void (views.get(key)?.made === made && views.delete(key))
  made.then((view) => view ?? forget(), forget)
  return made
}

type RowsPromise = ReturnType<typeof runDrawingJob<'allRows'>>

/** Caches prepared rows, because preparing them takes longer than sending them. */
const cachedRows = new LRUCache<string, RowsPromise>({ max: 20 })

/**
 * Whether the page shows a database or a view of this name. A client may send any name: an unknown one must cost no rendering, and no
 * space in a cache.
 */
export async function hasRows(site: Site, page: SitePage, viewer: Viewer, name: string): Promise<boolean> {
  const listNames = async () => ({ text: (await runPageJob('rowNames', site, page, viewer)).value.join(' ') })
  const { text } = await getCachedText(page, `names ${JSON.stringify(viewer)}`, listNames)
  return text.split(' ').includes(name)
}

/**
 * Returns all rows of a database on a page as JSON, see `getAllRows`; cached. `openPlace` returns where components
 * draw them. Rejects like {@link runPageJob}.
 */
export async function openAllRows(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  name: string,
  openPlace: () => Promise<SlotPlace | undefined> = async () => undefined,
): Promise<string | undefined> {
  if (!(await hasRows(site, page, viewer, name))) return undefined
  // Filters and formulas may depend on the current day.
  const day = Math.floor(Date.now() / 86_400_000)
  const key = JSON.stringify([page.id, page.version, day, viewer, name])
  const known =
    cachedRows.get(key) ?? openPlace().then((place) => runDrawingJob(place, 'allRows', site, page, viewer, name))
  cachedRows.set(key, known)
  const evict = () => void cachedRows.delete(key)
  known.then(({ isReduced }) => isReduced && evict(), evict)
  return (await known).value
}

/**
 * Returns a copy of a page that the viewer may read, such as its feed entry. Returns undefined if its content cannot be read now.
 * Throws if the site changed meanwhile.
 */
export async function openCopy(
  format: CopyFormat,
  site: Site,
  page: SitePage,
  viewer: Viewer,
): Promise<string | undefined> {
  try {
    return (await runPageJob(format, site, page, viewer)).value
  } catch (error) {
    if (isSiteChanged(error)) throw error
    return undefined
  }
}
