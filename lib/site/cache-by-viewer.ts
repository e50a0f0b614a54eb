import { LRUCache } from 'lru-cache'
import type { Viewer } from './site-index'

/** The maximum number of different rights of viewers for which results are cached. */
const MAX_VIEWERS = 20

/** Returns a function that caches the result of `make` for viewers with the same rights. The least recently used result is evicted. */
export function cacheByViewer<Made extends object>(make: (viewer: Viewer) => Made): (viewer: Viewer) => Made {
  const cache = new LRUCache<string, Made>({ max: MAX_VIEWERS })
  return (viewer) => {
    const key = JSON.stringify(viewer)
    const made = cache.get(key) ?? make(viewer)
    cache.set(key, made)
    return made
  }
}
