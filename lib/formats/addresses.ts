/** The address of a page of the site, by its decoded path. */
export const addressOf = (siteUrl: string, path: string): string => siteUrl + encodeURI(`/${path}`)

/** The address of a page's Markdown copy. */
export const markdownAddressOf = (siteUrl: string, path: string): string =>
  `${addressOf(siteUrl, path === '' ? 'index' : path)}.md`

/** The address of a feed, as Atom or as JSON Feed: of the whole site, or of the tag with this segment. */
export const feedAddressOf = (siteUrl: string, type: 'xml' | 'json', segment?: string): string =>
  `${siteUrl}${segment === undefined ? '' : `/tags/${encodeURIComponent(segment)}`}/feed.${type}`
