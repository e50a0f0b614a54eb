import type { LRUCache } from 'lru-cache'
import type { RequestMetrics } from './metrics/requests'
import type { PageView } from './page/view'
import type { PictureProcess } from './pictures/picture-process'
import type { Redis } from './redis/connection'
import type { EmbeddedIndex } from './search/embedded'
import type { RateLimit } from './search/rate-limit'
import type { SiteState } from './site/get-site'
import type { Site } from './site/site'
import type { Viewer } from './site/types'

/**
 * State of one process. The server, the middleware bundle and the app bundle are separate instances of each module, so state that they
 * share is kept here. Values may come from another bundle: never test them with `instanceof`.
 */
export interface Runtime {
  /** The loaded site and its store. Set by the first caller of `getSite()`. */
  site?: SiteState
  /** The current version of a page for the public; undefined if it is not public. Set with `site`. */
  publicVersion?: (pageId: string) => Promise<string | undefined>
  /** Makes the next request load the newest site. Set with `site`. */
  reloadSite?: () => void
  /** Hash of the settings that rendered pages depend on. Set by the server. */
  settingsKey?: string
  /** Set by the server if metrics are enabled. */
  metrics?: RequestMetrics
  /** The server is shutting down. */
  isStopping?: boolean
  /** Set by the server if it is one of several readers. */
  reader?: ReaderState
  /** Renders the error page of a status with the branding of the site. Set by the middleware. */
  renderErrorPage?: (status: number) => string
  /** Sends the remaining spans. Set if tracing is enabled. */
  flushTraces?: () => Promise<void>
  redis?: Promise<Redis>
  pictures?: PictureProcess
  searchIndex?: EmbeddedIndex
  searchLimit?: RateLimit
  pageViews?: WeakMap<Site, LRUCache<string, { made: Promise<PageView | undefined>; until: number }>>
  /** Viewers by a digest of the credentials that proved them. */
  verifiedViewers?: LRUCache<string, { viewer: Viewer; until: number }>
}

/** What one of several readers serves. */
export interface ReaderState {
  /** The generation of the shared snapshot; 0 before the first. */
  generation: number
  /** Pages and collections that were withdrawn since that generation. */
  withdrawn: ReadonlySet<string>
  /** For operators, why this is not the newest or will not be for long. */
  problems: readonly string[]
}

const KEY = Symbol.for('colophon.runtime')

/** Returns the shared state of this process. */
export function getRuntime(): Runtime {
  const holder = globalThis as { [KEY]?: Runtime }
  holder[KEY] ??= {}
  return holder[KEY]
}
