import 'server-only'
import { recordAudit } from '../audit-log'
import { findTokenUser, type TokenUser } from '../auth/personal-tokens'
import {
  type Feed,
  type FeedEntry,
  getFeedChangedAt,
  getFeedPages,
  getNewestPages,
  renderAtomFeed,
  renderJsonFeed,
} from '../formats/feeds'
import { type FeedType, getFeedUrl, getPageUrl } from '../formats/write-values'
import { openCopy } from '../page/thread/open-content'
import { respondWithSite } from '../page/thread/respond-with-site'
import { getEnv } from '../settings/env'
import { isPublicViewer, PUBLIC } from '../site/access'
import { getCachedText } from '../site/cached-text'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import { joinPath } from '../site/paths'
import { getSiteUrl, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { getTermPath, getTermSegment, TAXONOMIES, type Taxonomy, type Term } from '../site/terms'
import { getNextHour, respondWithError, respondWithText } from './text-response'

const FORMATS: Readonly<Record<FeedType, { render(feed: Feed): string; mediaType: string }>> = {
  xml: { render: renderAtomFeed, mediaType: 'application/atom+xml' },
  json: { render: renderJsonFeed, mediaType: 'application/feed+json' },
}

/** The last segments of the path of a term's list, as a visitor wrote them. */
interface TermAddress {
  taxonomy: Taxonomy
  segment: string
}

/** Responds with the feed of the whole site, or of a term; on a site with several languages, of the first. */
export const respondWithFeed = (request: Request, type: FeedType, address?: TermAddress): Promise<Response> =>
  respondWithSite((site) => respondForSite(request, site?.forPath(''), type, address))

/** Responds with the feed of another language, or of a term in it. */
export const respondWithLanguageFeed = (
  request: Request,
  type: FeedType,
  [prefix = '', first, segment, ...more]: readonly string[],
): Promise<Response> =>
  respondWithSite(async (site) => {
    const own = site?.forPath(prefix)
    if (own !== undefined && own.prefix !== prefix) return respondWithError(404)
    if (first === undefined) return respondForSite(request, own, type, undefined)
    const taxonomy = TAXONOMIES.find((each) => each === first)
    if (taxonomy === undefined || segment === undefined || more.length > 0) return respondWithError(404)
    return respondForSite(request, own, type, { taxonomy, segment })
  })

async function respondForSite(
  request: Request,
  site: Site | undefined,
  type: FeedType,
  address: TermAddress | undefined,
): Promise<Response> {
  if (site === undefined) return respondWithError(503)
  const term = address && findTerm(site, address)
  const name = site.name(PUBLIC)
  if (name === undefined || (address !== undefined && term === undefined)) {
    return respondWithError(site.index.isFilling ? 503 : 404)
  }
  const list = joinPath(site.prefix, address && term ? getTermPath(address.taxonomy, term.name) : '') || undefined
  if (term !== undefined && term.segment !== address?.segment) {
    const location = getFeedUrl('', type, list)
    return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-store' } })
  }
  const { render, mediaType } = FORMATS[type]
  const renderFeed = async () => {
    const feed = await createFeed(site, name, { viewer: PUBLIC, term, list })
    return { text: render(feed), changed: getFeedChangedAt(feed) }
  }
  const { text, changed } = await getCachedText(site, `${type} ${list ?? ''}`, renderFeed, getNextHour())
  return respondWithText(request, text, { type: mediaType, changed })
}

/**
 * Responds with the feed of all pages that the person of a token may read, in all languages. The response for a worthless token is that
 * for a missing one.
 */
export async function respondWithPersonalFeed(request: Request, token: string): Promise<Response> {
  const user = await findTokenUser(token, 'feed', getEnv()).catch(() => null)
  const response = user ? await respondForUser(request, user) : respondWithError(user === null ? 503 : 404)
  for (const [name, value] of Object.entries(PERSONAL)) response.headers.set(name, value)
  return response
}

const PERSONAL = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
}

function respondForUser(request: Request, { viewer, personKey }: TokenUser): Promise<Response> {
  recordAudit({ action: 'feed', decision: 'allowed', viewer, token: personKey }, getEnv())
  return respondWithSite(async (site) => {
    const name = site?.name(viewer)
    if (site === undefined || name === undefined) return respondWithError(site?.index.isFilling === false ? 404 : 503)
    const render = async () => {
      const feed = await createFeed(site, name, { viewer })
      return { text: renderAtomFeed(feed), changed: getFeedChangedAt(feed) }
    }
    // Viewers with the same rights share the text, which names no token. Any change of access makes a new site.
    const { text, changed } = await getCachedText(site, `feed ${JSON.stringify(viewer)}`, render, getNextHour())
    return respondWithText(request, text, { type: FORMATS.xml.mediaType, changed })
  })
}

/** Returns the term of a segment, which may also be the name of the term, in upper or lower case. */
function findTerm(site: Site, { taxonomy, segment }: TermAddress): Term | undefined {
  const terms = site.terms(taxonomy, PUBLIC)
  return terms.get(segment) ?? terms.get(getTermSegment(segment))
}

interface FeedScope {
  viewer: Viewer
  term?: Term | undefined
  list?: string | undefined
}

async function createFeed(site: Site, name: string, { viewer, term, list }: FeedScope): Promise<Feed> {
  const { siteUrl } = getEnv()
  const pagesUrl = getSiteUrl(siteUrl, viewer)
  const pages =
    term === undefined ? getFeedPages(site.index, viewer, Date.now()) : getNewestPages(term.pages, Date.now())
  const entries: FeedEntry[] = []
  for (const page of pages) entries.push(await createEntry(site, page, viewer))
  return {
    title: term === undefined ? name : `${term.name} · ${name}`,
    description: term === undefined ? site.index.description : '',
    author: name,
    siteUrl,
    pagesUrl,
    home: getPageUrl(pagesUrl, term === undefined ? site.homePath(viewer) : (list ?? '')),
    prefix: site.prefix,
    ...(viewer.signedIn && { isPersonal: true }),
    atom: getFeedUrl(pagesUrl, 'xml', list),
    json: getFeedUrl(pagesUrl, 'json', list),
    language: site.language ?? getInterfaceLocale(site),
    updated: site.index.syncedAt,
    entries,
  }
}

/** Returns the entry of a page. Its HTML for the public is cached, because the page may be in several feeds. */
async function createEntry(site: Site, page: SitePage, viewer: Viewer): Promise<FeedEntry> {
  if (page.address !== undefined) return { page }
  const renderEntry = async () => ({ text: await openCopy('feedEntry', site, page, viewer) })
  const { text } = isPublicViewer(viewer)
    ? await getCachedText(page, 'feed entry', renderEntry, getNextHour())
    : await renderEntry()
  return { page, ...(text !== undefined && { html: text }) }
}
