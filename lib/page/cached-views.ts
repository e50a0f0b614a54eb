import 'server-only'
import { LRUCache } from 'lru-cache'
import { getRuntime } from '../runtime'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import type { OpenedView } from './wire/page'

type Making = Promise<OpenedView | undefined>

declare module '../runtime' {
  interface Runtime {
    pageViews?: WeakMap<Site, LRUCache<string, { made: Making; until: number }>>
  }
}

/** How long a view is shown again: a formula or a filter may speak of now. */
const FRESH_MS = 60_000
const MOST_VIEWS = 100

/**
 * The view that `make` makes, or made within the last minute for a viewer of the very same rights. Views belong to one state of the
 * site: an edit, or another word of access, forgets them all. One that could not be made is not remembered.
 */
export function getCachedView(site: Site, page: SitePage, viewer: Viewer, make: () => Making): Making {
  const runtime = getRuntime()
  runtime.pageViews ??= new WeakMap()
  const views = runtime.pageViews.get(site) ?? new LRUCache({ max: MOST_VIEWS })
  runtime.pageViews.set(site, views)
  // Everything that access is decided by stands in the key, so whoever differs in what they may read shares nothing.
  const key = JSON.stringify([page.id, viewer])
  const known = views.get(key)
  if (known !== undefined && performance.now() < known.until) return known.made
  const made = make()
  views.set(key, { made, until: performance.now() + FRESH_MS })
  const forget = () => void (views.get(key)?.made === made && views.delete(key))
  made.then((view) => view ?? forget(), forget)
  return made
}
