import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { removeBasePath } from '../lib/base-path'
import { rejectOnAbort } from '../lib/reject-on-abort'

/** The formats in which current browsers accept images. */
const IMAGES = { accept: 'image/avif,image/webp,*/*' }
/** The number of pages that a reader renders before it listens, and the longest time for that. They usually take two seconds. */
const WARM_UP_PAGES = 60
const WARM_UP_MS = 5000

/**
 * Renders the home page and the pages it links to before the server listens: a load balancer sends a new reader its full share of requests
 * at once, and code is slow when it runs for the first time. Pauses as long as each page took, because other readers need the processor.
 */
export async function warmUpRendering(handle: RequestListener, limitMs = WARM_UP_MS): Promise<void> {
  const innerServer = createServer(handle).listen(0, '127.0.0.1')
  await once(innerServer, 'listening')
  const { port } = innerServer.address() as AddressInfo
  const signal = AbortSignal.timeout(limitMs)
  const visit = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal })
    return { status: response.status, text: await rejectOnAbort(response.text(), signal) }
  }
  try {
    const home = await visit('/')
    const linked = [...home.text.matchAll(/ href="(\/[^".?#]*)"/g)].map(
      ([, address = '']) => removeBasePath(address) ?? '/',
    )
    // Without a snapshot there is nothing to render.
    if (home.status !== 200) return
    for (let at = 0; at < WARM_UP_PAGES; at++) {
      const began = performance.now()
      await visit(linked[at % linked.length] ?? '/')
      await pause(performance.now() - began)
    }
  } finally {
    innerServer.closeAllConnections()
    innerServer.close()
  }
}

/**
 * Loads the search index and creates the images that the first visitor would wait for. Failures are ignored, because both also happen on
 * demand. One of several readers creates no images, because the other readers need the processor.
 */
export async function warmUpAfterStart(siteUrl: string, isOneOfSeveral: boolean): Promise<void> {
  const html = isOneOfSeveral ? '' : await renderHome(siteUrl)
  await Promise.allSettled([loadSearchIndex(siteUrl), createImages(siteUrl, html)])
}

/** Sends a blank query, which loads the index. */
async function loadSearchIndex(siteUrl: string): Promise<void> {
  await fetch(`${siteUrl}/api/search`, { method: 'POST', body: JSON.stringify({ query: '' }) })
}

/** Returns the document of the home page; empty if the site cannot be reached. */
async function renderHome(siteUrl: string): Promise<string> {
  try {
    return await (await fetch(siteUrl)).text()
  } catch {
    return ''
  }
}

/** Requests the smaller copies of the images that a document loads first. Creating one takes up to half a second. */
async function createImages(siteUrl: string, html: string): Promise<void> {
  for (const address of findFirstImages(html)) {
    const image = await fetch(new URL(address, siteUrl).href, { headers: IMAGES })
    await image.arrayBuffer()
  }
}

/** Returns the addresses of the site's own images that a document loads with high priority. */
function findFirstImages(html: string): string[] {
  const first = [...html.matchAll(/<img [^>]*>/g)].filter(([image]) => /fetchpriority="high"/i.test(image))
  const sets = first.flatMap(([image]) => /srcset="([^"]*)"/i.exec(image)?.[1]?.split(', ') ?? [])
  return sets.flatMap((each) => each.split(' ', 1)).filter((address) => address.startsWith('/'))
}
