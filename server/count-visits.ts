import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { PAGES, type Route } from '../lib/routes'
import { getRuntime } from '../lib/runtime'
import { decodePercent } from '../lib/workspace/address'
import type { PublicVisit } from './documents'

/** Names of bots, and of programs that are no browsers. CUBOT is a maker of phones. */
const BOT =
  /(?<!cu)bot|crawl|spider|slurp|preview|fetcher|monitor|uptime|archiver|scanner|python|curl|wget|lighthouse|facebookexternalhit|feed/i
/** How all browsers begin their names. */
const BROWSER = /^(?:Mozilla|Opera)\//
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const MAX_PATH = 200
const MAX_HOST = 100

/** The key of views of a generated home page, which has no id. */
const HOME = '/'

/** Counts a plain visit that was sent from the document cache, if the site has statistics. */
export function countVisit({ method, headers }: IncomingMessage, visit: PublicVisit, target: string, ownHost: string) {
  const { statistics } = getRuntime()
  if (statistics === undefined || method !== 'GET' || !isReader(headers)) return
  if (visit.isMissing) return countMissing(target)
  const { found } = visit.screen
  statistics.count('views', found.kind === 'page' ? found.page.id : HOME)
  const host = readReferrer(headers, ownHost)
  if (host !== undefined) statistics.count('referrers', host)
}

/** Counts a request that Next.js handles, once its status is known. Call it before anything changes the request. */
export function countWhenFinished(
  request: IncomingMessage,
  response: ServerResponse,
  { target, route, visit }: { target: string; route: Route; visit: PublicVisit | undefined },
  ownHost: string,
): void {
  if (getRuntime().statistics === undefined || request.method !== 'GET') return
  if (visit === undefined && route !== PAGES) return
  response.once('finish', () => {
    const { statusCode } = response
    if (statusCode === 404) {
      if (isReader(request.headers)) countMissing(target)
    } else if (visit !== undefined && (statusCode === 200 || statusCode === 304)) {
      countVisit(request, visit, target, ownHost)
    }
  })
}

/** Counts a visit of an address of the site that does not exist, without its query. */
function countMissing(target: string): void {
  const encoded = target.split('?', 1)[0] ?? ''
  const path = (decodePercent(encoded) ?? encoded).replace(CONTROLS, ' ')
  if (path.length <= MAX_PATH) getRuntime().statistics?.count('missing', path)
}

/** Whether a browser requests a document for a reader. A page that it fetches because its link is hovered counts, too. */
function isReader(headers: IncomingHttpHeaders): boolean {
  const name = headers['user-agent'] ?? ''
  const destination = headers['sec-fetch-dest']
  return (destination === undefined || destination === 'document') && BROWSER.test(name) && !BOT.test(name)
}

/** Returns the host of the page that led to a visit; undefined if there is none, or if it is the site itself. */
export function readReferrer({ referer, host: requested }: IncomingHttpHeaders, ownHost: string): string | undefined {
  if (referer === undefined || !/^https?:/i.test(referer) || !URL.canParse(referer)) return undefined
  const { host, hostname } = new URL(referer)
  if (host === ownHost || host === requested) return undefined
  const name = hostname.replace(/^www\./, '')
  return name.length <= MAX_HOST && /^[a-z0-9.-]+$/.test(name) ? name : undefined
}
