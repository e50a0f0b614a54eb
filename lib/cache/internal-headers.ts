/** Prefix of headers that exist only in cache entries; the server removes them from responses. */
export const INTERNAL_PREFIX = 'x-colophon-'

/** The page and version of a cache entry, as `<page id>:<version>`. */
export const VERSION_HEADER = `${INTERNAL_PREFIX}version`
