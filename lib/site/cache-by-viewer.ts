import { LRUCache } from 'lru-cache'
import type { Viewer } from './site-index'

/** For how many kinds of viewers something is remembered. */
const MOST = 20

/** Makes something once for all viewers of the same rights. It is forgotten for those who asked longest ago. */
export function cacheByViewer<Made extends object>(make: (viewer: Viewer) => Made): (viewer: Viewer) => Made {
  const known = new LRUCache<string, Made>({ max: MOST })
  return (viewer) => {
    const key = JSON.stringify(viewer)
    const made = known.get(key) ?? make(viewer)
    known.set(key, made)
    return made
  }
}
