import 'server-only'
import { LRUCache } from 'lru-cache'
import { getRuntime } from '../runtime'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import type { OpenedView } from './page-view'

type Making = Promise<OpenedView | undefined>

declare module '../runtime' {
  interface Runtime {
    pageViews?: WeakMap<Site, LRUCache<string, { made: Making; until: number }>>
  }
}

/** How long a view is cached: formulas and filters may depend on the current time. */
const FRESH_MS = 60_000
const MAX_VIEWS = 100

/**
 * Returns the view that `make` creates, cached for a minute per page and viewer rights. The cache belongs to one state of the site, so
 * that any edit or change of access empties it. A view that could not be created is not cached.
 */
export function getCachedView(site: Site, page: SitePage, viewer: Viewer, make: () => Making): Making {
  const runtime = getRuntime()
  runtime.pageViews ??= new WeakMap()
  const views = runtime.pageViews.get(site) ?? new LRUCache({ max: MAX_VIEWS })
  runtime.pageViews.set(site, views)
  // The key contains everything that decides about access, so viewers with different rights share no view.
  const key = JSON.stringify([page.id, viewer])
  const known = views.get(key)
  if (known !== undefined && performance.now() < known.until) return known.made
  const made = make()
  views.set(key, { made, until: performance.now() + FRESH_MS })
  const forget = () => void (views.get(key)?.made === made && views.delete(key))
  made.then((view) => view ?? forget(), forget)
  return made
}
