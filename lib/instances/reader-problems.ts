import type { Sight } from '../snapshot/redis-store'

/** The last attempt to load a generation, if it failed. */
export interface LoadFailure {
  generation: number
  reason: string
}

const NO_WRITER = 'No writer is running for this site: start one with `npm run sync -- --watch` and the same REDIS_URL'
const NOT_LOADED = 'The newest snapshot is not served yet, because it could not be loaded: see the log'
const OTHER_VERSION =
  'The newest snapshot is of another version or of other settings: use the same for the writer and all readers'

type Newest = Pick<Sight, 'hasWriter' | 'newest' | 'loadable'>

/** Whether loading the newest generation failed. A newer one is worth another attempt. */
export function hasFailed(sight: Newest | undefined, failure: Pick<LoadFailure, 'generation'> | undefined): boolean {
  return failure !== undefined && failure.generation === sight?.loadable
}

/** Returns why a reader that serves a generation may not show the newest state; none before its first look at Redis. */
export function findProblems(
  generation: number,
  sight: Newest | undefined,
  failure: LoadFailure | undefined,
): string[] {
  if (sight === undefined) return []
  const { hasWriter, newest, loadable } = sight
  const isOther = newest > loadable && newest > generation
  return [
    ...(hasWriter ? [] : [NO_WRITER]),
    ...(isOther ? [OTHER_VERSION] : []),
    ...(hasFailed(sight, failure) && loadable > generation ? [NOT_LOADED] : []),
  ]
}
