import 'server-only'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import type { PageContent } from '../content'
import { isSiteChanged, runPageJob } from './page-thread'

/**
 * Returns the content of a page that the viewer may read, for Markdown copies and feeds. Returns undefined if it cannot be read now.
 * Throws if the site changed meanwhile.
 */
export async function openContent(site: Site, page: SitePage, viewer: Viewer): Promise<PageContent | undefined> {
  try {
    return (await runPageJob('content', site, page, viewer)).value
  } catch (error) {
    if (isSiteChanged(error)) throw error
    return undefined
  }
}
