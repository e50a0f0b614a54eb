import type { OutgoingHttpHeaders } from 'node:http'
import { CacheHandler } from '@fortedigital/nextjs-cache-handler'
import createLocalHandler from '@fortedigital/nextjs-cache-handler/local-lru'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { sharedRedis } from '../redis/shared'
import { getRuntime } from '../runtime'
import { withSlimHydration } from './hydration'
import { readInlineScripts } from './inline-scripts'
import { VERSION_HEADER } from './internal-headers'
import { contentSecurityPolicy } from './policy.mjs'
import { getRenderedPage } from './rendered-page'
import { withScriptsAfterFirstPaint } from './scripts'
import { withSharedPages } from './shared-pages'

const MOST_ENTRIES = 20_000
/**
 * Bytes of all entries as JSON, about twice what they take in memory. A single site sends most pages from its document cache and needs
 * these for client-side navigation. A site with several readers is larger: `docs/operating.md` calculates with what each of them keeps.
 */
const MOST_BYTES = { single: 32_000_000, reader: 200_000_000 }

/** Shared caches keep a page no longer than the site takes to notice an edit. Next loads this file by itself, so the environment is read here. */
const SHARED_SECONDS = Math.min(60, Math.ceil(Number(process.env.SYNC_INTERVAL?.trim() || 60)))

CacheHandler.onCreation(async ({ buildId }) => {
  const url = process.env.REDIS_URL?.trim()
  const local = createLocalHandler({
    maxItemsNumber: MOST_ENTRIES,
    maxItemSizeBytes: url ? MOST_BYTES.reader : MOST_BYTES.single,
  })
  if (!url || process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD) return { handlers: [local] }
  // The server says by which settings pages are made.
  const { settingsKey } = getRuntime()
  const prefix = `colophon:pages:${buildId}:${settingsKey}:`
  const countShared = () => getRuntime().metrics?.sharedPage()
  return { handlers: [withSharedPages(local, await sharedRedis(url), prefix, isCurrent, countShared)] }
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
    getRuntime().metrics?.page(isHit ? 'hit' : 'miss')
    // Its version says that it is current. By its age Next would make each page again that another process had made.
    return isHit ? { ...entry, lastModified: Date.now() } : null
  }

  /**
   * Next answers with the very value that it hands over here, so what is set on it is sent, whether or not it is stored.
   */
  override async set(...[key, value, context]: Parameters<CacheHandler['set']>): ReturnType<CacheHandler['set']> {
    if (value?.kind !== 'APP_PAGE' || typeof value.html !== 'string') return
    value.html = withScriptsAfterFirstPaint(withSlimHydration(value.html))
    // Asked for a page in segments, Next would answer 200 whatever the page's status, and let shared caches keep it for a year.
    value.segmentData = undefined
    const { version, status, frames = [], ...policy } = getRenderedPage() ?? {}
    // Scripts need to know what this document may embed, because client-side navigation keeps its policy.
    if (frames.length > 0) value.html = value.html.replace('<html ', `<html data-frames="${frames.join(' ')}" `)
    if (status !== undefined) value.status = status
    const storable = (value.status ?? 200) === 200 && version !== undefined
    const { own, foreign } = readInlineScripts(value.html)
    if (foreign.length > 0) {
      console.error(`The policy of ${JSON.stringify(key)} refuses ${foreign.length} inline scripts of unknown origin`)
    }
    value.headers = {
      ...value.headers,
      'content-security-policy': contentSecurityPolicy(own, { ...policy, frames }),
      ...(storable && { [VERSION_HEADER]: version }),
      // Besides the framework's own: some ask for a page's Markdown copy by it.
      vary: 'accept',
      'cache-control': storable
        ? `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`
        : 'private, no-store',
      // The seconds that the error pages of the middleware name.
      ...(value.status === 503 && { 'retry-after': '5' }),
    }
    if (storable) await super.set(key, value, context)
  }
}

/** Whether the entry with these headers shows the current version of its page. */
async function isCurrent(headers: OutgoingHttpHeaders | undefined): Promise<boolean> {
  const [, pageId, version] = /^([^:]+):(.+)$/.exec(String(headers?.[VERSION_HEADER] ?? '')) ?? []
  if (pageId === undefined || version === undefined) return false
  return (await getRuntime().publicVersion?.(pageId)) === version
}
