import type { OutgoingHttpHeaders } from 'node:http'
import { CacheHandler } from '@fortedigital/nextjs-cache-handler'
import createLocalHandler from '@fortedigital/nextjs-cache-handler/local-lru'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { getSharedRedis } from '../redis/shared'
import { getRuntime } from '../runtime'
import { removeFrameworkClient } from './framework-client'
import { readInlineScripts } from './inline-scripts'
import { VERSION_HEADER } from './internal-headers'
import { createContentSecurityPolicy } from './policy.mjs'
import { getHeldMarkup, getRenderedPage, type RenderedPage } from './rendered-page'
import { createSharedPagesHandler } from './shared-pages'
import { getSharedSeconds } from './shared-seconds'
import { createSpeculationRules } from './speculation-rules'

const MAX_ENTRIES = 20_000
/**
 * The size of all entries as JSON; in memory a text takes up to twice that. A site without `REDIS_URL` sends pages from its document
 * cache, so it needs few entries here. With several readers sites are larger; `docs/operating.md` gives the memory of each.
 */
const MAX_BYTES = { single: 4_000_000, reader: 200_000_000 }

/** Twitter tags that repeat Open Graph tags, which Twitter reads as well. */
const REPEATED_TAGS = /<meta name="twitter:(?:title|description|image)[^"]*"[^>]*>/g

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
    value.html = value.html.replace(REPEATED_TAGS, '')
    // Next.js would send prefetched segments with status 200 whatever the page's status is, and let shared caches keep them for a year.
    value.segmentData = undefined
    const { version, status, language, frames = [], inlineScripts = [], ...policy } = getRenderedPage() ?? {}
    // The screens of the sign-in service are React components of Next.js.
    if (policy.signIn === undefined) {
      const rules = `<script type="speculationrules">${createSpeculationRules()}</script></head>`
      value.html = removeFrameworkClient(value.html).replace('</head>', () => rules)
      // Public pages are sent as documents only, see `server/http-server.ts`.
      value.rscData = undefined
    }
    // The root layout does not know the page.
    if (language !== undefined) value.html = setLanguage(value.html, language)
    if (status !== undefined) value.status = status
    for (const [text, markup] of getHeldMarkup()) value.html = value.html.replace(text, () => markup)
    const storable = (value.status ?? 200) === 200 && version !== undefined
    const { own, foreign } = readInlineScripts(value.html, inlineScripts)
    if (foreign.length > 0) {
      console.error(`The policy of ${JSON.stringify(key)} refuses ${foreign.length} inline scripts of unknown origin`)
    }
    value.headers = {
      ...value.headers,
      'content-security-policy': createContentSecurityPolicy(own, { ...policy, frames }),
      ...(storable && { [VERSION_HEADER]: version }),
      // Next.js appends its own names. `Accept` selects between the page and its Markdown copy.
      vary: 'accept',
      'cache-control': storable
        ? `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`
        : 'private, no-store',
      // The same value as in the error pages of the middleware.
      ...(value.status === 503 && { 'retry-after': '5' }),
    }
    if (storable && !isExport()) await super.set(key, value, context)
  }
}

/** An export requests each page once. To store it would take a twentieth of its render. */
const isExport = () => process.env.STATIC_EXPORT !== undefined

function setLanguage(html: string, { tag, direction }: NonNullable<RenderedPage['language']>): string {
  return html.replace(/(<html) lang="[^"]*" dir="[^"]*"/, `$1 lang="${tag}" dir="${direction}"`)
}

/** Whether an entry with these headers contains the current version of its page. */
async function isCurrent(headers: OutgoingHttpHeaders | undefined): Promise<boolean> {
  const [, pageId, version] = /^([^:]+):(.+)$/.exec(String(headers?.[VERSION_HEADER] ?? '')) ?? []
  if (pageId === undefined || version === undefined) return false
  return (await getRuntime().publicVersion?.(pageId)) === version
}
