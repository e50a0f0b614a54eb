import 'server-only'
import { getEnv } from '../env'
import { getFeedPages, getNewestPages } from '../formats/feed-pages'
import { type Feed, type FeedEntry, getFeedChangedAt, renderAtomFeed, renderJsonFeed } from '../formats/feeds'
import { renderHtml } from '../formats/html'
import { createMarkdownTree } from '../formats/markdown'
import { getFeedUrl, getPageUrl } from '../formats/urls'
import { openContent } from '../page/thread/open-content'
import { respondWithSite } from '../page/thread/respond-with-site'
import { PUBLIC } from '../site/access'
import { getCachedText } from '../site/cached-text'
import type { Site } from '../site/site'
import type { SitePage } from '../site/site-index'
import { getTagSegment, type Tag } from '../site/tags'
import { getNextHour, respondWithError, respondWithText } from './text-response'

/** The extension of a feed's address. */
type FeedType = 'xml' | 'json'

const FORMATS = {
  xml: { render: renderAtomFeed, mediaType: 'application/atom+xml' },
  json: { render: renderJsonFeed, mediaType: 'application/feed+json' },
}

/** Responds with the feed of the whole site, or of the tag with this segment of its address. */
export const respondWithFeed = (request: Request, type: FeedType, segment?: string): Promise<Response> =>
  respondWithSite((site) => respondForSite(request, site, type, segment))

async function respondForSite(
  request: Request,
  site: Site | undefined,
  type: FeedType,
  segment: string | undefined,
): Promise<Response> {
  if (site === undefined) return respondWithError(503)
  const tag = segment === undefined ? undefined : findTag(site, segment)
  const name = site.name(PUBLIC)
  if (name === undefined || (segment !== undefined && tag === undefined)) {
    return respondWithError(site.index.isFilling ? 503 : 404)
  }
  if (tag !== undefined && tag.segment !== segment) {
    const location = getFeedUrl('', type, tag.segment)
    return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-store' } })
  }
  const { render, mediaType } = FORMATS[type]
  const make = async () => {
    const feed = await createFeed(site, name, tag)
    return { text: render(feed), changed: getFeedChangedAt(feed) }
  }
  const { text, changed } = await getCachedText(site, `${type} ${tag?.segment ?? ''}`, make, getNextHour())
  return respondWithText(request, text, { type: mediaType, changed })
}

/** Returns the tag of a segment, in any spelling. */
function findTag(site: Site, segment: string): Tag | undefined {
  const tags = site.tags(PUBLIC)
  return tags.get(segment) ?? tags.get(getTagSegment(segment))
}

async function createFeed(site: Site, name: string, tag: Tag | undefined): Promise<Feed> {
  const { siteUrl, locale } = getEnv()
  const pages = tag === undefined ? getFeedPages(site.index, Date.now()) : getNewestPages(tag.pages, Date.now())
  const entries: FeedEntry[] = []
  for (const page of pages) entries.push(await createEntry(site, page))
  return {
    title: tag === undefined ? name : `${tag.name} · ${name}`,
    description: tag === undefined ? site.index.description : '',
    author: name,
    siteUrl,
    home: getPageUrl(siteUrl, tag === undefined ? '' : `tags/${tag.segment}`),
    atom: getFeedUrl(siteUrl, 'xml', tag?.segment),
    json: getFeedUrl(siteUrl, 'json', tag?.segment),
    language: locale,
    updated: site.index.syncedAt,
    entries,
  }
}

/** Returns the entry of a page. Its HTML is cached, because the page may be in several feeds. */
async function createEntry(site: Site, page: SitePage): Promise<FeedEntry> {
  const make = async () => {
    const content = await openContent(site, page, PUBLIC)
    return { text: content && renderHtml(createMarkdownTree(page, content, getEnv())) }
  }
  const { text } = await getCachedText(page, 'feed entry', make, getNextHour())
  return { page, ...(text !== undefined && { html: text }) }
}
