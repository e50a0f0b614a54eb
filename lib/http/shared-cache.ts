import 'server-only'
import { getSharedSeconds } from '../cache/shared-seconds'
import { getEnv } from '../settings/env'

/**
 * Returns the `Cache-Control` header of responses that are generated from the snapshot. Shared caches keep them no longer than the site
 * takes to notice an edit, and browsers for `browserSeconds`.
 */
export function getSharedCacheControl(
  browserSeconds = 0,
  revalidation: 'immutable' | 'must-revalidate' = 'must-revalidate',
): string {
  const seconds = getSharedSeconds(getEnv().syncInterval)
  return `public, max-age=${browserSeconds}, s-maxage=${seconds}, ${revalidation}`
}
