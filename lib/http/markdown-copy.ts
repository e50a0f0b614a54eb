import 'server-only'
import { getEnv } from '../env'
import { renderMarkdown } from '../formats/markdown'
import { openContent } from '../page/thread/open-content'
import { PUBLIC } from '../site/access'
import { getCachedText } from '../site/cached-text'
import { getPageLocale } from '../site/languages/interface-locale'
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
  const make = async () => {
    const { siteUrl } = getEnv()
    const content = await openContent(site, page, PUBLIC)
    if (content === undefined) throw new UnreadablePageError()
    return { text: renderMarkdown(page, content, { siteUrl, locale: getPageLocale(site, page) }) }
  }
  try {
    return (await getCachedText(page, 'markdown', make, getNextHour())).text
  } catch (error) {
    if (error instanceof UnreadablePageError) return undefined
    throw error
  }
}
