/** Prefix of headers that exist only in cache entries; the server removes them from responses. */
export const INTERNAL_PREFIX = 'x-colophon-'

/**
 * Request headers that change what Next.js does, and so what its cache contains. The server removes them from requests. Those of its client
 * (`next-action`) are not among them.
 */
export const FRAMEWORK_HEADERS =
  /^(?:content-security-policy(?:-report-only)?|next-resume|x-(?:action|invocation|invoke|matched|middleware|next|nextjs|nonce|now|prerender|vercel)(?:-.*)?)$/

/** Cookies of the draft mode of Next.js, in which it renders a page without the cache handler, which completes the document. */
export const FRAMEWORK_COOKIES = /^__(?:prerender_bypass|next_preview_data)\s*(?:=|$)/

/** Headers of client-side navigations. Public pages are documents only: the client of Next.js then loads the document. */
export const NAVIGATION_HEADERS = /^(?:rsc|next-router-.*|next-url)$/

/** The page and version of a cache entry, as `<page id>:<version>`. */
export const VERSION_HEADER = `${INTERNAL_PREFIX}version`
