/** Response headers for the server alone: they are in the entries of the cache, and no response has them. */
export const INTERNAL_PREFIX = 'x-colophon-'

/** What a cached page shows, as `<page id>:<version>`. */
export const VERSION_HEADER = `${INTERNAL_PREFIX}version`
