import 'server-only'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { isSiteChanged, runPageJob } from './page-thread'

/**
 * Returns the Markdown copy or the feed entry of a page that the viewer may read. Returns undefined if its content cannot be read now.
 * Throws if the site changed meanwhile.
 */
export async function openCopy(
  format: 'markdown' | 'feedEntry',
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
