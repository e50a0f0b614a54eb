import 'server-only'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import type { PageContent } from '../content'
import { isSiteChanged, runPageJob } from './page-thread'

/**
 * The content of a page that the viewer may read, for forms other than the page itself; undefined when it cannot be read at the moment.
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
