import 'server-only'
import { LRUCache } from 'lru-cache'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/types'
import { runPageJob } from './page-thread'

type Made = ReturnType<typeof runPageJob<'allRows'>>

/** Preparing a thousand rows takes longer than sending them. */
const prepared = new LRUCache<string, Made>({ max: 20 })

/** All rows of a database on a page as JSON, see `allRows`; remembered. Rejects like {@link runPageJob}. */
export async function openAllRows(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  name: string,
): Promise<string | undefined> {
  // Filters and formulas may speak of today.
  const day = Math.floor(Date.now() / 86_400_000)
  const key = JSON.stringify([page.id, page.version, day, viewer, name])
  const known = prepared.get(key) ?? runPageJob('allRows', site, page, viewer, name)
  prepared.set(key, known)
  const forget = () => void prepared.delete(key)
  known.then(({ isReduced }) => isReduced && forget(), forget)
  return (await known).value
}
