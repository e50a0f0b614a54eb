import 'server-only'
import { openCopy } from '../../page/thread/open-content'
import type { CopyFormat } from '../../page/thread/page-thread'
import { isPublicViewer } from '../../site/access'
import { getCachedText } from '../../site/cached-text'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getNextHour } from '../text-response'

/** Thrown if the content of a page cannot be read at the moment. */
class UnreadablePageError extends Error {}

/**
 * Returns a copy of a page that the viewer may read, in a format; undefined if its content cannot be read at the moment, which is not
 * cached. Throws if the site changed meanwhile.
 */
export async function getPageCopy(
  format: CopyFormat,
  site: Site,
  page: SitePage,
  viewer: Viewer,
): Promise<string | undefined> {
  const render = async () => {
    const text = await openCopy(format, site, page, viewer)
    if (text === undefined) throw new UnreadablePageError()
    return { text }
  }
  try {
    const cached = isPublicViewer(viewer)
      ? getCachedText(page, format, render, getNextHour())
      : // Any change of access makes a new site, so the text is never that of former rights.
        getCachedText(site, `${format} ${JSON.stringify([page.id, viewer])}`, render, getNextHour())
    return (await cached).text
  } catch (error) {
    if (error instanceof UnreadablePageError) return undefined
    throw error
  }
}
