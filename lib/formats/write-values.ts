/** Returns the URL of a page by its decoded path. */
export const getPageUrl = (siteUrl: string, path: string): string => siteUrl + encodeURI(`/${path}`)

/**
 * Returns the absolute URL of a link on the site.
 * @example getAddressUrl('https://example.com/docs', '/docs/about') // 'https://example.com/docs/about'
 */
export const getAddressUrl = (siteUrl: string, address: string): string => new URL(address, siteUrl).href

/** Returns the URL of the Markdown copy of a page. */
export const getMarkdownUrl = (siteUrl: string, path: string): string =>
  `${getPageUrl(siteUrl, path === '' ? 'index' : path)}.md`

/** Returns the URL of the book of a page and the pages below it. */
export const getEpubUrl = (siteUrl: string, path: string): string =>
  `${getPageUrl(siteUrl, path === '' ? 'index' : path)}.epub`

/** The extensions of the addresses of feeds: Atom (`xml`) and JSON Feed. */
export const FEED_TYPES = ['xml', 'json'] as const
export type FeedType = (typeof FEED_TYPES)[number]

/** Returns the URL of a feed: of the site, or of the list of a term at a decoded path. */
export const getFeedUrl = (siteUrl: string, type: FeedType, list?: string): string =>
  `${list === undefined ? siteUrl : getPageUrl(siteUrl, list)}/feed.${type}`

/** Formats a time by RFC 3339. Returns undefined for 0, and for years without exactly four digits, which RFC 3339 cannot represent. */
export function formatIso(moment: number): string | undefined {
  if (moment === 0 || !(Math.abs(moment) <= 8.64e15)) return undefined
  const iso = new Date(moment).toISOString()
  return /^\d{4}-/.test(iso) ? iso : undefined
}

/** Characters that XML forbids, even as character references. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Removes the characters that XML forbids. */
export const removeForbidden = (text: string): string => text.replace(FORBIDDEN, '')

/** Escapes a text for an element or attribute of XML, and removes forbidden characters. */
export const escapeXml = (text: string): string =>
  removeForbidden(text).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '')
