import 'server-only'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { type CopyFormat, isSiteChanged, runPageJob } from './page-thread'

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
