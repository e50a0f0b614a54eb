import 'server-only'
import { getEnv } from '../env'

const LONGEST_SECONDS = 60

/**
 * The caching of what is made from the snapshot: shared caches keep it no longer than the site takes to notice an edit, and browsers
 * for `browserSeconds`.
 */
export function sharedCaching(
  browserSeconds = 0,
  revalidation: 'immutable' | 'must-revalidate' = 'must-revalidate',
): string {
  const seconds = Math.min(LONGEST_SECONDS, Math.ceil(getEnv().syncInterval))
  return `public, max-age=${browserSeconds}, s-maxage=${seconds}, ${revalidation}`
}
