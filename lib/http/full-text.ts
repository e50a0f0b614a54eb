import 'server-only'
import { createHash } from 'node:crypto'
import { divideIntoParts, renderPartHeading, renderPartList } from '../formats/llms'
import { matchesEtag } from '../page/open-file'
import { respondWithSite } from '../page/thread/respond-with-site'
import { getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import { getSite, ignoreNotReady } from '../site/get-site'
import type { Site } from '../site/site'
import type { SitePage } from '../site/site-index'
import { getMarkdownCopy } from './copies/markdown-copy'
import { getSharedCacheControl } from './shared-cache'
import { getNextHour, respondWithError, respondWithText } from './text-response'

const PLAIN_TEXT = 'text/plain'

/** The parts of each state of the site. */
const parts = new WeakMap<Site, SitePage[][]>()

/** Responds with all public pages as Markdown, with a list of parts if there are several, or with one part, counted from 1. */
export async function respondWithFullText(request: Request, part: string | undefined): Promise<Response> {
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondWithError(503)
  // The text begins with the name of the site.
  if (site.name(PUBLIC) === undefined && !site.index.isFilling) return respondWithError(404)
  const all = parts.get(site) ?? divideIntoParts(site.index)
  parts.set(site, all)
  if (all.length === 0) return respondWithError(site.index.isFilling ? 503 : 404)
  if (part === undefined && all.length > 1) {
    return respondWithText(request, renderPartList(all, site.index, getEnv().siteUrl), { type: PLAIN_TEXT })
  }
  // A site of one part has no second address for it.
  const pages =
    part === undefined ? all[0] : all.length > 1 && /^[1-9]\d{0,3}$/.test(part) ? all[Number(part) - 1] : undefined
  return pages === undefined
    ? respondWithError(404)
    : streamPages(request, renderPartHeading(site.index, part, all.length), pages)
}

/** The heading is sent at once, because the first page may have to be rendered. */
function streamPages(request: Request, heading: string, pages: readonly SitePage[]): Response {
  const headers = {
    'cache-control': getSharedCacheControl(),
    'content-type': `${PLAIN_TEXT}; charset=utf-8`,
    etag: createEtag(heading, pages),
    'x-robots-tag': 'noindex',
  }
  if (matchesEtag(request.headers.get('if-none-match'), headers.etag))
    return new Response(null, { status: 304, headers })
  const waiting = pages.values()
  const encoder = new TextEncoder()
  // Renders a page only when the client has read the one before, so that a slow or closed connection costs nothing.
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(heading)),
      async pull(controller) {
        for (let next = waiting.next(); !next.done; next = waiting.next()) {
          const text = await readPage(next.value)
          if (text !== undefined) return controller.enqueue(encoder.encode(`${text}\n`))
        }
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers })
}

/** A stream may take minutes, so each page is rendered as it is now. A page that is no longer listed, or cannot be read, is left out. */
const readPage = ({ id }: SitePage): Promise<string | undefined> =>
  respondWithSite(async (site) => {
    const page = site?.listedPage(id, PUBLIC)
    return site && page && getMarkdownCopy(site, page, PUBLIC)
  })

/** Weak, because a page may be edited while the stream is sent. Copies depend on the hour, as filters of databases do. */
function createEtag(heading: string, pages: readonly SitePage[]): string {
  const hash = createHash('sha256').update(`${getNextHour()}\n${heading}`)
  for (const { id, version } of pages) hash.update(`${id} ${version}\n`)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}
