/** The address of a page of the site, by its decoded path. */
export const addressOf = (siteUrl: string, path: string): string => siteUrl + encodeURI(`/${path}`)

/** The address of a page's Markdown copy. */
export const markdownAddressOf = (siteUrl: string, path: string): string =>
  `${addressOf(siteUrl, path === '' ? 'index' : path)}.md`

/** The address of a tag's own feeds. */
export const tagFeedAddressOf = (siteUrl: string, segment: string, type: 'xml' | 'json'): string =>
  `${siteUrl}/tags/${encodeURIComponent(segment)}/feed.${type}`
