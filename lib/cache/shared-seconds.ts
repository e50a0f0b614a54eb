/** The maximum, for sites that sync seldom. */
const MAX_SHARED_SECONDS = 60

/** Returns for how many seconds shared caches keep a response: no longer than the site takes to notice an edit. */
export const getSharedSeconds = (syncInterval: number): number => Math.min(MAX_SHARED_SECONDS, Math.ceil(syncInterval))
