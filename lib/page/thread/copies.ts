import 'server-only'
import { getChildren, type PreparedBlock } from '../../../blocks/prepared-block'
import { getEnv } from '../../settings/env'
import { getPageLocale } from '../../site/languages/interface-locale'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getPageContent, type PageContent } from '../content'
import type { JobOptions } from '../open-page'
import { getPlainText } from '../prepared-text'

type Input = [Site, SitePage, Viewer, JobOptions]

/** Renders the Markdown copy of a page. Throws if the stored content cannot be read. */
export async function renderMarkdownCopy(...input: Input): Promise<string> {
  const [site, page] = input
  // Imported with the first copy, because most visits need none.
  const { renderMarkdown } = await import('../../formats/markdown')
  return renderMarkdown(page, await getContent(...input), getSettings(site, page))
}

/** Renders the content of a page as HTML for feeds. Throws if the stored content cannot be read. */
export async function renderFeedEntry(...input: Input): Promise<string> {
  const [site, page] = input
  const { renderHtml } = await import('../../formats/html')
  const { createMarkdownTree } = await import('../../formats/markdown')
  return renderHtml(createMarkdownTree(page, await getContent(...input), getSettings(site, page)))
}

/** In the reduced form, the texts of blocks have no formats, because a copy takes long for each formatted piece. */
async function getContent(...input: Input): Promise<PageContent> {
  const content = await getPageContent(...input)
  return input[3].reduced ? { ...content, body: removeFormats(content.body) } : content
}

function removeFormats(blocks: readonly PreparedBlock[]): PreparedBlock[] {
  return blocks.map((block) => {
    const plain = { ...block }
    if ('text' in plain) plain.text = getPlainText(plain.text)
    if ('caption' in plain) plain.caption = getPlainText(plain.caption)
    // The blocks in a block keep their types.
    return 'children' in plain ? ({ ...plain, children: removeFormats(getChildren(plain)) } as PreparedBlock) : plain
  })
}

const getSettings = (site: Site, page: SitePage) => ({ siteUrl: getEnv().siteUrl, locale: getPageLocale(site, page) })
