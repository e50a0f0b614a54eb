import { CacheHandler } from '@fortedigital/nextjs-cache-handler'
import createLocalHandler from '@fortedigital/nextjs-cache-handler/local-lru'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { sharedRedis } from '../redis/shared'
import { getRuntime } from '../runtime'
import { withSlimHydration } from './hydration'
import { contentSecurityPolicy } from './policy.mjs'
import { withScriptsAfterFirstPaint } from './scripts'
import { withSharedPages } from './shared-pages'

/** What the cache holds at most; the size counts the entries as JSON, about twice what they take. */
const LIMITS = { maxItemsNumber: 20_000, maxItemSizeBytes: 200_000_000 }

/** Shared caches keep a page no longer than the site takes to notice an edit. Next loads this file by itself, so the environment is read here. */
const SHARED_SECONDS = Math.min(60, Math.ceil(Number(process.env.SYNC_INTERVAL?.trim() || 60)))

CacheHandler.onCreation(async ({ buildId }) => {
  const local = createLocalHandler(LIMITS)
  const url = process.env.REDIS_URL?.trim()
  if (!url || process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD) return { handlers: [local] }
  // The server says by which settings pages are made.
  const { settingsKey } = getRuntime()
  const prefix = `colophon:pages:${buildId}:${settingsKey}:`
  const countShared = () => getRuntime().metrics?.sharedPage()
  return { handlers: [withSharedPages(local, await sharedRedis(url), prefix, isCurrent, countShared)] }
})

/**
 * Next's cache of rendered pages. A document says in its own head what it is: `colophon:version` holds `<page id>:<version>`
 * and makes it storable, valid until the site has another version of that page; `colophon:status` makes it an answer with that
 * status; `colophon:sign-in` names the origins of the sign-in service whose screens it shows, `colophon:visits` those that count its visits, and
 * `colophon:frames` the sites that it frames. Whatever is not the page asked for (another status, a redirect, not found) is stored nowhere.
 */
export default class PageCache extends CacheHandler {
  override async get(...[key, context]: Parameters<CacheHandler['get']>): ReturnType<CacheHandler['get']> {
    const entry = await super.get(key, context)
    const isHit = entry?.value?.kind === 'APP_PAGE' && (await isCurrent(entry.value.html))
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
    const frames = wordsIn(value.html, 'frames')
    // Scripts come to know what this document may frame: who goes on softly keeps its policy.
    if (frames.length > 0) value.html = value.html.replace('<html ', `<html data-frames="${frames.join(' ')}" `)
    const status = markIn(value.html, 'status')
    if (status !== undefined) value.status = Number(status)
    const storable = (value.status ?? 200) === 200 && markIn(value.html, 'version') !== undefined
    value.headers = {
      ...value.headers,
      'content-security-policy': contentSecurityPolicy(value.html, {
        signIn: wordsIn(value.html, 'sign-in'),
        visits: wordsIn(value.html, 'visits'),
        frames,
      }),
      // Besides the framework's own: some ask for a page's Markdown copy by it.
      vary: 'accept',
      'cache-control': storable
        ? `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`
        : 'private, no-store',
    }
    if (storable) await super.set(key, value, context)
  }
}

/** Whether the site's present version of the page is the one that this document shows. */
async function isCurrent(html: unknown): Promise<boolean> {
  if (typeof html !== 'string') return false
  const [, pageId, version] = /^([^:]+):(.+)$/.exec(markIn(html, 'version') ?? '') ?? []
  if (pageId === undefined || version === undefined) return false
  return (await getRuntime().publicVersion?.(pageId)) === version
}

type Mark = 'version' | 'status' | 'sign-in' | 'visits' | 'frames'

const wordsIn = (html: string, name: Mark): string[] => markIn(html, name)?.split(' ') ?? []

/** A document's own word about itself, from its head alone: the rest holds what others wrote. */
function markIn(html: string, name: Mark): string | undefined {
  const head = html.slice(0, html.indexOf('</head>'))
  return new RegExp(`<meta name="colophon:${name}" content="([^"]*)"`).exec(head)?.[1]
}
