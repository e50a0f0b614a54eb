import 'server-only'
import { getEnv } from '../env'

const MAX_SECONDS_LENGTH = 60

/**
 * Returns the `Cache-Control` header of responses that are generated from the snapshot. Shared caches keep them no longer than the site
 * takes to notice an edit, and browsers for `browserSeconds`.
 */
export function getSharedCacheControl(
  browserSeconds = 0,
  revalidation: 'immutable' | 'must-revalidate' = 'must-revalidate',
): string {
  const seconds = Math.min(MAX_SECONDS_LENGTH, Math.ceil(getEnv().syncInterval))
  return `public, max-age=${browserSeconds}, s-maxage=${seconds}, ${revalidation}`
}
