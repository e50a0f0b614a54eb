import 'server-only'
import { getSiteMessages } from '../../messages/languages'
import type { DrawnError } from '../formats/error-page'
import { drawScreenParts } from '../page/thread/page-thread'
import { PUBLIC } from '../site/access'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import type { Site } from '../site/site'
import { getActiveSlots } from '../slots/active-slots'
import { getPageChrome } from './chrome'
import { createSlotPlace } from './slots'

/** How long the built-in parts are shown after a failure. */
const RETRY_MS = 60_000

interface Drawn {
  key: string
  parts: Promise<DrawnError | undefined>
  until: number
}

/** By language. Scanners request many missing pages at once, so that each state of the site is drawn once. */
const drawn = new Map<string, Drawn>()

/**
 * Returns the parts of the page for an unknown address that components of the site folder draw; undefined if they draw none. On a site with
 * several languages, `site` is one of them.
 */
export async function drawNotFound(
  site: Site,
  chosen: { title?: string; text?: string } = {},
): Promise<DrawnError | undefined> {
  const slots = getActiveSlots()
  if (slots === undefined || !['Header', 'Footer', 'NotFound'].some((name) => name in slots.slots)) return undefined
  const key = JSON.stringify([site.revision, slots.version, site.index.slowComponents])
  const known = drawn.get(site.prefix)
  if (known?.key === key && performance.now() < known.until) return known.parts
  const made: Drawn = { key, parts: draw(site, chosen), until: Number.POSITIVE_INFINITY }
  drawn.set(site.prefix, made)
  if ((await made.parts) === undefined) made.until = performance.now() + RETRY_MS
  return made.parts
}

async function draw(site: Site, { title, text }: { title?: string; text?: string }): Promise<DrawnError | undefined> {
  const { title: heading, hint } = getSiteMessages(getInterfaceLocale(site)).errors[404]
  try {
    const chrome = await getPageChrome(site.whole, undefined, PUBLIC, site.language)
    const place = createSlotPlace(chrome, PUBLIC, { isError: true })
    const { header, footer, notFound } = await drawScreenParts(site, {
      place,
      notFound: { title: title ?? heading, hint: text ?? hint },
    })
    return { header, footer, notFound }
  } catch {
    // The thread logs why.
    return undefined
  }
}
