import type { Viewer } from './types'

/** For how many kinds of viewers something is remembered. */
const MOST = 20

/** Makes something once for all viewers of the same rights. It is forgotten for those who asked longest ago. */
export function forViewers<Made>(make: (viewer: Viewer) => Made): (viewer: Viewer) => Made {
  const known = new Map<string, Made>()
  return (viewer) => {
    const key = JSON.stringify(viewer)
    const made = known.get(key) ?? make(viewer)
    known.delete(key)
    known.set(key, made)
    for (const [oldest] of known) if (known.size > MOST) known.delete(oldest)
    return made
  }
}
