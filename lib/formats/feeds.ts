import { getIconPath } from '../branding/logo'
import { publishedAt } from '../site/tags'
import type { SitePage } from '../site/types'
import { addressOf } from './addresses'
import { isoOf } from './instants'
import { xmlText } from './xml'

/** What a feed says of itself. Addresses are absolute. */
export interface Feed {
  title: string
  description: string
  /** Who writes: the site itself. */
  author: string
  siteUrl: string
  /** The page whose news these are. */
  home: string
  atom: string
  json: string
  language: string
  /** Milliseconds since 1970, where no entry says when it changed. */
  updated: number
  entries: FeedEntry[]
}

export interface FeedEntry {
  page: SitePage
  /** Its whole content; left out where it cannot be read. */
  html?: string
}

/** The feed as Atom (RFC 4287). An entry's id is its page's own, so a renamed page is no new one. */
export function atomOf(feed: Feed): string {
  const { siteUrl, entries } = feed
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${languageOf(feed.language)}>
<id>${xmlText(feed.atom)}</id>
<title>${xmlText(feed.title)}</title>
${element('subtitle', feed.description)}<link rel="self" type="application/atom+xml" href="${xmlText(feed.atom)}"/>
<link rel="alternate" type="text/html" href="${xmlText(feed.home)}"/>
<icon>${xmlText(siteUrl + getIconPath('browser'))}</icon>
<updated>${updatedOf(feed)}</updated>
<author><name>${xmlText(feed.author)}</name></author>
${entries.map((entry) => atomEntry(entry, siteUrl)).join('')}</feed>
`
}

function atomEntry(entry: FeedEntry, siteUrl: string): string {
  const { page } = entry
  const html = contentOf(entry)
  const published = isoOf(publishedAt(page))
  const categories = page.tags.map((tag) => `<category term="${xmlText(tag)}"/>\n`).join('')
  return `<entry${languageOf(page.language)}>
<id>${idOf(page)}</id>
<title>${xmlText(page.title)}</title>
<link rel="alternate" type="text/html" href="${xmlText(addressOf(siteUrl, page.path))}"/>
${element('published', published)}<updated>${isoOf(changedAt(page)) ?? NEVER}</updated>
${categories}${element('summary', page.description)}${html === undefined ? '' : `<content type="html">${xmlText(html)}</content>\n`}</entry>
`
}

/** The same as JSON Feed 1.1. */
export function jsonFeedOf(feed: Feed): string {
  const { siteUrl, entries } = feed
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
      const html = contentOf(entry)
      return {
        id: idOf(page),
        url: addressOf(siteUrl, page.path),
        title: page.title,
        content_html: html,
        content_text: html === undefined ? page.description : undefined,
        summary: page.description || undefined,
        date_published: isoOf(publishedAt(page)),
        date_modified: isoOf(changedAt(page)),
        tags: page.tags.length > 0 ? page.tags : undefined,
        language: page.language || undefined,
      }
    }),
  })
}

/** When the feed last changed, in milliseconds since 1970. */
export const feedChangedAt = ({ entries, updated }: Feed): number =>
  entries.length > 0 ? Math.max(...entries.map(({ page }) => changedAt(page))) : updated

/** A reader of feeds sets everything from left to right that does not say otherwise. */
const contentOf = ({ page, html }: FeedEntry) =>
  html === undefined || page.direction === 'ltr' ? html : `<div dir="rtl">${html}</div>`

/** An instant for what does not say when. */
const NEVER = '1970-01-01T00:00:00.000Z'

const changedAt = (page: SitePage) => Math.max(page.edited, publishedAt(page))
const updatedOf = (feed: Feed) => isoOf(feedChangedAt(feed)) ?? NEVER
const idOf = ({ id }: SitePage) => `urn:uuid:${id}`
const languageOf = (language: string) => (language === '' ? '' : ` xml:lang="${xmlText(language)}"`)

/** An element of what can be written of a text; none where nothing is left. */
function element(name: string, text = ''): string {
  const written = xmlText(text)
  return written.trim() === '' ? '' : `<${name}>${written}</${name}>\n`
}
