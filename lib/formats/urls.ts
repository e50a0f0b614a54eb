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

/** The extensions of the addresses of feeds: Atom (`xml`) and JSON Feed. */
export const FEED_TYPES = ['xml', 'json'] as const
export type FeedType = (typeof FEED_TYPES)[number]

/** Returns the URL of a feed: of the site, or of the list of a term at a decoded path. */
export const getFeedUrl = (siteUrl: string, type: FeedType, list?: string): string =>
  `${list === undefined ? siteUrl : getPageUrl(siteUrl, list)}/feed.${type}`
