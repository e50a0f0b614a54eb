import 'server-only'
import { getEnv } from '../env'

const LONGEST_SECONDS = 60

/** How long shared caches keep what is made from the snapshot: no longer than the site takes to notice an edit. */
export function sharedCaching(): string {
  const seconds = Math.min(LONGEST_SECONDS, Math.ceil(getEnv().syncInterval))
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
}
