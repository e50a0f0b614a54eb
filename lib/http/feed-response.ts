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
import { answerMade, answerNot, nextHour } from './generated-response'

type Type = 'xml' | 'json'

const WRITERS = {
  xml: { write: renderAtomFeed, mediaType: 'application/atom+xml' },
  json: { write: renderJsonFeed, mediaType: 'application/feed+json' },
}

/** The feed of the whole site, or of one tag (named as in its address). */
export const answerFeed = (request: Request, type: Type, segment?: string): Promise<Response> =>
  respondWithSite((site) => feedResponse(request, site, type, segment))

async function feedResponse(
  request: Request,
  site: Site | undefined,
  type: Type,
  segment: string | undefined,
): Promise<Response> {
  if (site === undefined) return answerNot(503)
  const tag = segment === undefined ? undefined : tagNamed(site, segment)
  const name = site.name(PUBLIC)
  if (name === undefined || (segment !== undefined && tag === undefined))
    return answerNot(site.index.isFilling ? 503 : 404)
  if (tag !== undefined && tag.segment !== segment) {
    const location = getFeedUrl('', type, tag.segment)
    return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-store' } })
  }
  const { write, mediaType } = WRITERS[type]
  const make = async () => {
    const feed = await feedOf(site, name, tag)
    return { text: write(feed), changed: getFeedChangedAt(feed) }
  }
  const { text, changed } = await getCachedText(site, `${type} ${tag?.segment ?? ''}`, make, nextHour())
  return answerMade(request, text, { type: mediaType, changed })
}

/** The tag that a segment names, however it is written there. */
function tagNamed(site: Site, segment: string): Tag | undefined {
  const tags = site.tags(PUBLIC)
  return tags.get(segment) ?? tags.get(getTagSegment(segment))
}

async function feedOf(site: Site, name: string, tag: Tag | undefined): Promise<Feed> {
  const { siteUrl, locale } = getEnv()
  const pages = tag === undefined ? getFeedPages(site.index, Date.now()) : getNewestPages(tag.pages, Date.now())
  const entries: FeedEntry[] = []
  for (const page of pages) entries.push(await entryOf(site, page))
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

/** A page of several feeds is written once. */
async function entryOf(site: Site, page: SitePage): Promise<FeedEntry> {
  const make = async () => {
    const content = await openContent(site, page, PUBLIC)
    return { text: content && renderHtml(createMarkdownTree(page, content, getEnv())) }
  }
  const { text } = await getCachedText(page, 'feed entry', make, nextHour())
  return { page, ...(text !== undefined && { html: text }) }
}
