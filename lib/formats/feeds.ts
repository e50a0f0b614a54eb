import { getIconPath } from '../branding/logo'
import { mayList } from '../site/access'
import { isHomePage } from '../site/languages/languages'
import { joinPath } from '../site/paths'
import type { SiteIndex, SitePage, Viewer } from '../site/site-index'
import { compareNewestFirst, getPublishedAt, getTermPath } from '../site/terms'
import { escapeXml, formatIso, getPageUrl } from './write-values'

/** A feed. Its addresses are absolute. */
export interface Feed {
  title: string
  description: string
  /** The name of the site. */
  author: string
  siteUrl: string
  /** Where the pages are for the viewer, see `getSiteUrl` in `lib/site/site.ts`. */
  pagesUrl: string
  /** The page that the feed belongs to. */
  home: string
  /** Whether the feed is for one viewer, so that it must not name its own address. Without `json`. */
  isPersonal?: true
  /** Precedes the paths of lists in the language of the feed. */
  prefix: string
  atom: string
  json: string
  language: string
  /** The fallback if no entry has a time of change, in milliseconds since 1970. */
  updated: number
  entries: FeedEntry[]
}

export interface FeedEntry {
  page: SitePage
  /** Its whole content; undefined if it cannot be read. */
  html?: string
}

/** Renders a feed as Atom (RFC 4287). The id of an entry is the id of its page, so a renamed page is not a new entry. */
export function renderAtomFeed(feed: Feed): string {
  const { siteUrl, pagesUrl, entries, isPersonal } = feed
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${renderLanguage(feed.language)}>
<id>${escapeXml(feed.atom)}</id>
<title>${escapeXml(feed.title)}</title>
${renderElement('subtitle', feed.description)}${isPersonal ? '' : `<link rel="self" type="application/atom+xml" href="${escapeXml(feed.atom)}"/>\n`}<link rel="alternate" type="text/html" href="${escapeXml(feed.home)}"/>
<icon>${escapeXml(siteUrl + getIconPath('browser'))}</icon>
<updated>${formatUpdated(feed)}</updated>
<author><name>${escapeXml(feed.author)}</name></author>
${entries.map((entry) => renderAtomEntry(entry, pagesUrl)).join('')}</feed>
`
}

function renderAtomEntry(entry: FeedEntry, pagesUrl: string): string {
  const { page } = entry
  const html = getContent(entry)
  const published = formatIso(getPublishedAt(page))
  const categories = getTerms(page).map((term) => `<category term="${escapeXml(term)}"/>\n`)
  const authors = (page.authors ?? []).map((name) => `<author><name>${escapeXml(name)}</name></author>\n`)
  return `<entry${renderLanguage(page.language)}>
<id>${getEntryId(page)}</id>
<title>${escapeXml(page.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(page.address ?? getPageUrl(pagesUrl, page.path))}"/>
${renderCanonical(page)}${renderElement('published', published)}<updated>${formatIso(getChangedAt(page)) ?? EPOCH}</updated>
${[...authors, ...categories].join('')}${renderElement('summary', page.description)}${html === undefined ? '' : `<content type="html">${escapeXml(html)}</content>\n`}</entry>
`
}

/** Renders a feed as JSON Feed 1.1. */
export function renderJsonFeed(feed: Feed): string {
  const { siteUrl, pagesUrl, entries } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.json,
    icon: siteUrl + getIconPath('screen'),
    favicon: siteUrl + getIconPath('browser'),
    description: feed.description || undefined,
    authors: [{ name: feed.author, url: `${siteUrl}/` }],
    language: feed.language,
    items: entries.map((entry) => {
      const { page } = entry
      const html = getContent(entry)
      return {
        id: getEntryId(page),
        url: page.address ?? getPageUrl(pagesUrl, page.path),
        title: page.title,
        content_html: html,
        content_text: html === undefined ? page.description : undefined,
        summary: page.description || undefined,
        date_published: formatIso(getPublishedAt(page)),
        date_modified: formatIso(getChangedAt(page)),
        authors: page.authors?.map((name) => ({
          name,
          url: getPageUrl(siteUrl, joinPath(feed.prefix, getTermPath('authors', name))),
        })),
        tags: getTerms(page).length > 0 ? getTerms(page) : undefined,
        language: page.language || undefined,
      }
    }),
  })
}

/** Returns the time of the last change in milliseconds since 1970. */
export const getFeedChangedAt = ({ entries, updated }: Feed): number =>
  entries.length > 0 ? Math.max(...entries.map(({ page }) => getChangedAt(page))) : updated

/** Wraps the content with its text direction, because feed readers default to left to right. */
const getContent = ({ page, html }: FeedEntry) =>
  html === undefined || page.direction === 'ltr' ? html : `<div dir="rtl">${html}</div>`

/** The time of a feed without any known time: Atom requires one. */
const EPOCH = '1970-01-01T00:00:00.000Z'

const getTerms = ({ categories = [], tags }: SitePage) => [...new Set([...categories, ...tags])]
const getChangedAt = (page: SitePage) => Math.max(page.edited, getPublishedAt(page))
const formatUpdated = (feed: Feed) => formatIso(getFeedChangedAt(feed)) ?? EPOCH
const getEntryId = ({ id }: SitePage) => `urn:uuid:${id}`
const renderLanguage = (language: string) => (language === '' ? '' : ` xml:lang="${escapeXml(language)}"`)

/** Renders the address at which the page was published first, as a link of RFC 6596. */
const renderCanonical = ({ seo }: SitePage) =>
  seo?.canonical === undefined ? '' : `<link rel="canonical" href="${escapeXml(seo.canonical)}"/>\n`

/** Renders an XML element; an empty string if its text has no valid character. */
function renderElement(name: string, text = ''): string {
  const written = escapeXml(text)
  return written.trim() === '' ? '' : `<${name}>${written}</${name}>\n`
}

/** The number of pages in a feed. */
const MAX_ENTRIES = 50

/**
 * Returns the pages of the site's feed that lists name to a viewer, newest first: those with a date set by editors, or all except the home
 * page and databases if none has one. Pages with a future date are left out.
 */
export function getFeedPages({ pages }: SiteIndex, viewer: Viewer, now: number): SitePage[] {
  const shown = pages.filter((page) => !isHomePage(page) && page.readable && mayList(page.access, viewer))
  const dated = shown.filter(({ published }) => published !== undefined)
  return getNewestPages(dated.length > 0 ? dated : shown.filter((page) => !isDatabase(page)), now)
}

/** Returns the newest of these pages, e.g. of those with a tag. */
export const getNewestPages = (pages: readonly SitePage[], now: number): SitePage[] =>
  pages
    .filter((page) => getPublishedAt(page) <= now)
    .sort(compareNewestFirst)
    .slice(0, MAX_ENTRIES)

/** Whether a page consists only of a database. */
function isDatabase({ collections, collection, words }: SitePage): boolean {
  return words === 0 && collections.some((id) => id !== collection)
}
