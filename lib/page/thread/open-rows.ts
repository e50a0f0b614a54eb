import 'server-only'
import { LRUCache } from 'lru-cache'
import { getCachedText } from '../../site/cached-text'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { runPageJob } from './page-thread'

type Made = ReturnType<typeof runPageJob<'allRows'>>

/** Caches prepared rows, because preparing them takes longer than sending them. */
const prepared = new LRUCache<string, Made>({ max: 20 })

/**
 * Whether the page shows a database or a view of this name. A client may send any name: an unknown one must cost no rendering, and no
 * space in a cache.
 */
export async function hasRows(site: Site, page: SitePage, viewer: Viewer, name: string): Promise<boolean> {
  const listNames = async () => ({ text: (await runPageJob('rowNames', site, page, viewer)).value.join(' ') })
  const { text } = await getCachedText(page, `names ${JSON.stringify(viewer)}`, listNames)
  return text.split(' ').includes(name)
}

/** Returns all rows of a database on a page as JSON, see `getAllRows`; cached. Rejects like {@link runPageJob}. */
export async function openAllRows(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  name: string,
): Promise<string | undefined> {
  if (!(await hasRows(site, page, viewer, name))) return undefined
  // Filters and formulas may depend on the current day.
  const day = Math.floor(Date.now() / 86_400_000)
  const key = JSON.stringify([page.id, page.version, day, viewer, name])
  const known = prepared.get(key) ?? runPageJob('allRows', site, page, viewer, name)
  prepared.set(key, known)
  const evict = () => void prepared.delete(key)
  known.then(({ isReduced }) => isReduced && evict(), evict)
  return (await known).value
}
