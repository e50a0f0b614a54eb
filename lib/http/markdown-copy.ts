import 'server-only'
import { openCopy } from '../page/thread/open-copy'
import { PUBLIC } from '../site/access'
import { getCachedText } from '../site/cached-text'
import type { Site } from '../site/site'
import type { SitePage } from '../site/site-index'
import { getNextHour } from './text-response'

/** Thrown if the content of a page cannot be read at the moment. */
class UnreadablePageError extends Error {}

/**
 * Returns the Markdown copy of a public page; undefined if its content cannot be read at the moment, which is not cached. Throws if the
 * site changed meanwhile.
 */
export async function getMarkdownCopy(site: Site, page: SitePage): Promise<string | undefined> {
  const render = async () => {
    const text = await openCopy('markdown', site, page, PUBLIC)
    if (text === undefined) throw new UnreadablePageError()
    return { text }
  }
  try {
    return (await getCachedText(page, 'markdown', render, getNextHour())).text
  } catch (error) {
    if (error instanceof UnreadablePageError) return undefined
    throw error
  }
}
