import type { OutgoingHttpHeaders } from 'node:http'
import { CacheHandler } from '@fortedigital/nextjs-cache-handler'
import createLocalHandler from '@fortedigital/nextjs-cache-handler/local-lru'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { getSharedRedis } from '../redis/shared'
import { getRuntime } from '../runtime'
import { completeDocument } from './complete-document'
import { VERSION_HEADER } from './internal-headers'
import { getRenderedPage } from './rendered-page'
import { createSharedPagesHandler } from './shared-pages'
import { getSharedSeconds } from './shared-seconds'

const MAX_ENTRIES = 20_000
/**
 * The size of all entries as JSON; in memory a text takes up to twice that. A site without `REDIS_URL` sends pages from its document
 * cache, so it needs few entries here. With several readers sites are larger; `docs/operating.md` gives the memory of each.
 */
const MAX_BYTES = { single: 4_000_000, reader: 200_000_000 }

/** Reads the environment itself, because Next.js loads this file separately. */
const SHARED_SECONDS = getSharedSeconds(Number(process.env.SYNC_INTERVAL?.trim() || 60))

CacheHandler.onCreation(async ({ buildId }) => {
  const url = process.env.REDIS_URL?.trim()
  const local = createLocalHandler({
    maxItemsNumber: MAX_ENTRIES,
    maxItemSizeBytes: url ? MAX_BYTES.reader : MAX_BYTES.single,
  })
  if (!url || process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD) return { handlers: [local] }
  // The server sets a key of all settings that rendered pages depend on.
  const { settingsKey } = getRuntime()
  const prefix = `colophon:pages:${buildId}:${settingsKey}:`
  const countShared = () => getRuntime().metrics?.countSharedPage()
  return { handlers: [createSharedPagesHandler(local, await getSharedRedis(url), prefix, isCurrent, countShared)] }
})

/**
 * The cache of rendered pages for Next.js. What the render reports (`rendered-page.ts`) sets the status and the policy of the response.
 * A page with a version is stored, with that version as an internal header, and is valid while the site has the same version of it.
 * Errors, redirects and missing pages are not stored.
 */
export default class PageCache extends CacheHandler {
  override async get(...[key, context]: Parameters<CacheHandler['get']>): ReturnType<CacheHandler['get']> {
    const entry = await super.get(key, context)
    const isHit = entry?.value?.kind === 'APP_PAGE' && (await isCurrent(entry.value.headers))
    getRuntime().metrics?.countPage(isHit ? 'hit' : 'miss')
    // The version proves that the entry is current. With its original time, Next.js would find it too old and render it again.
    return isHit ? { ...entry, lastModified: Date.now() } : null
  }

  /**
   * Changes `value` in place: Next.js sends this object as the response, whether or not it is stored.
   */
  override async set(...[key, value, context]: Parameters<CacheHandler['set']>): ReturnType<CacheHandler['set']> {
    if (value?.kind !== 'APP_PAGE' || typeof value.html !== 'string') return
    // Next.js would send prefetched segments with status 200 whatever the page's status is, and let shared caches keep them for a year.
    value.segmentData = undefined
    // Public pages are sent as documents only, see `server/http-server.ts`.
    if (getRenderedPage()?.signIn === undefined) value.rscData = undefined
    const { html, status, policy, version } = completeDocument(value.html, key, value.status)
    value.html = html
    value.status = status
    value.headers = {
      ...value.headers,
      'content-security-policy': policy,
      ...(version !== undefined && { [VERSION_HEADER]: version }),
      // Next.js appends its own names. `Accept` selects between the page and its Markdown copy.
      vary: 'accept',
      'cache-control':
        version === undefined ? 'private, no-store' : `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`,
      // The same value as in the error pages of the middleware.
      ...(status === 503 && { 'retry-after': '5' }),
    }
    if (version !== undefined) await super.set(key, value, context)
  }
}

/** Whether an entry with these headers contains the current version of its page. */
async function isCurrent(headers: OutgoingHttpHeaders | undefined): Promise<boolean> {
  const [, pageId, version] = /^([^:]+):(.+)$/.exec(String(headers?.[VERSION_HEADER] ?? '')) ?? []
  if (pageId === undefined || version === undefined) return false
  return (await getRuntime().publicVersion?.(pageId)) === version
}
