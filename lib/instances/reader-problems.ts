import type { RedisState } from '../snapshot/redis-store'

/** The last attempt to load a generation, if it failed. */
export interface LoadFailure {
  generation: number
  reason: string
}

const NO_WRITER = 'No writer is running for this site: start one with `npm run sync -- --watch` and the same REDIS_URL'
const OTHER_SITE =
  'No writer is running for this site, but one for another site with the same REDIS_URL: NOTION_ROOT_PAGE, or without it WORKSPACE_DIR, must be the same for the writer and all readers'
const LOST = 'Redis lost the snapshot that is served: the writer publishes it again'
const NOT_LOADED = 'The newest snapshot is not served yet, because it could not be loaded: see the log'
const OTHER_VERSION =
  'The newest snapshot is of another version or of other settings: use the same for the writer and all readers'

type Newest = Pick<RedisState, 'hasWriter' | 'hasOtherWriter' | 'newest' | 'loadable'>

/** Whether the last failure is of the newest generation that can be loaded. It is not loaded again; a later generation is. */
export function hasLoadFailed(
  redisState: Newest | undefined,
  failure: Pick<LoadFailure, 'generation'> | undefined,
): boolean {
  return failure !== undefined && failure.generation === redisState?.loadable
}

/** Returns why a reader that serves a generation may not show the newest state; none before the first check of Redis. */
export function findReaderProblems(
  generation: number,
  redisState: Newest | undefined,
  failure: LoadFailure | undefined,
): string[] {
  if (redisState === undefined) return []
  const { hasWriter, hasOtherWriter, newest, loadable } = redisState
  const isOther = newest > loadable && newest > generation
  return [
    ...(hasWriter ? [] : [hasOtherWriter ? OTHER_SITE : NO_WRITER]),
    ...(newest < generation ? [LOST] : []),
    ...(isOther ? [OTHER_VERSION] : []),
    // Also while a newer one is loaded after a failure: otherwise health would be `ready` for a moment after each publication.
    ...(failure !== undefined && loadable > generation ? [NOT_LOADED] : []),
  ]
}
