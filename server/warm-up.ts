import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { removeBasePath } from '../lib/base-path'
import { rejectOnAbort } from '../lib/reject-on-abort'

/** The formats in which current browsers accept images. */
const IMAGES = { accept: 'image/avif,image/webp,*/*' }
/** How many pages a reader renders before it listens, and for how long at most: about a second of work, done in two. */
const REHEARSALS = 60
const REHEARSAL_MS = 5000

/**
 * Renders the home page and the pages it links to before the server listens: a balancer sends a reader its full share at once, and
 * code that never ran before is slow. It pauses as long as it works, because the other readers may need the processor.
 */
export async function rehearse(handle: RequestListener, limitMs = REHEARSAL_MS): Promise<void> {
  const inside = createServer(handle).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const { port } = inside.address() as AddressInfo
  // Whatever happens, the reader listens soon.
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
    for (let at = 0; at < REHEARSALS; at++) {
      const began = performance.now()
      await visit(linked[at % linked.length] ?? '/')
      await pause(performance.now() - began)
    }
  } finally {
    inside.closeAllConnections()
    inside.close()
  }
}

/**
 * Does what the first visitor would wait for; what fails is done on demand. The images of one of several readers wait for a visitor:
 * the other readers may need the processor.
 */
export async function visitFirst(siteUrl: string, isOneOfSeveral: boolean): Promise<void> {
  const html = isOneOfSeveral ? '' : await renderHome(siteUrl)
  await Promise.allSettled([loadSearchIndex(siteUrl), loadImages(siteUrl, html)])
}

/** A blank query loads the index. */
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

/** Makes the copies of the images that a document loads first: each takes up to half a second. */
async function loadImages(siteUrl: string, html: string): Promise<void> {
  for (const address of firstImages(html)) {
    const image = await fetch(new URL(address, siteUrl).href, { headers: IMAGES })
    await image.arrayBuffer()
  }
}

/** The site's own copies of the images that a document loads before others. */
function firstImages(html: string): string[] {
  const first = [...html.matchAll(/<img [^>]*>/g)].filter(([image]) => /fetchpriority="high"/i.test(image))
  const sets = first.flatMap(([image]) => /srcset="([^"]*)"/i.exec(image)?.[1]?.split(', ') ?? [])
  return sets.flatMap((each) => each.split(' ', 1)).filter((address) => address.startsWith('/'))
}
