import 'server-only'
import { createHash } from 'node:crypto'
import { COLOURS } from '../branding/colours'
import { fileAddresses } from '../page/context'
import { iconAddress } from '../page/icon-address'
import { MadePictures } from '../page/made-pictures'
import type { CardFacts } from '../pictures/card'
import { getPictureProcess } from '../pictures/picture-process'
import { PUBLIC } from '../site/access'
import { getStore } from '../site/get-site'
import type { Site } from '../site/site'
import { getSiteBranding } from '../site/site-branding'
import type { SitePage } from '../site/types'

/** Bump when the same facts are drawn in another way. */
const FORMAT = 2
/** Pages whose cards wait to be drawn, at most: a crawler asks for one, not for all of them at once. */
const MOST_WAITING = 30

const cards = new MadePictures('social', 200_000_000, MOST_WAITING)

/**
 * The file of a public page's card, or of the generated home page's: drawn from what the index says of it, once for each state of
 * that. Undefined when it cannot be drawn, or not soon.
 */
export async function socialImage(site: Site, page: SitePage | undefined): Promise<string | undefined> {
  const facts = await factsOf(site, page)
  const digest = createHash('sha256')
    .update(JSON.stringify([FORMAT, facts]))
    .digest('hex')
  return cards.file(`${digest.slice(0, 32)}.jpg`, () => draw(facts, `the social image of /${page?.path ?? ''}`))
}

/** A picture that takes too long is left out, like a damaged one. */
async function draw(facts: CardFacts, label: string): Promise<Uint8Array> {
  const pictures = getPictureProcess()
  const drawn = pictures.run('drawCard', facts, label)
  const { icon, cover, ...rest } = facts
  const text = icon && 'text' in icon ? { icon } : {}
  const hasPictures = cover !== undefined || (icon !== undefined && 'file' in icon)
  return hasPictures ? drawn.catch(() => pictures.run('drawCard', { ...rest, ...text }, label)) : drawn
}

async function factsOf(site: Site, page: SitePage | undefined): Promise<CardFacts> {
  const { accent = COLOURS.accent.day } = getSiteBranding(site)
  const siteName = site.name(PUBLIC) ?? ''
  const { title = siteName, icon, cover, direction = 'ltr' } = page ?? {}
  const pictureOf = await pictureFinder(site)
  const file = page && cover ? await pictureOf(cover, page) : undefined
  const image = page && icon ? await pictureOf(icon, page) : undefined
  return {
    title,
    siteName,
    direction,
    accent,
    ...(image ? { icon: { file: image } } : icon && !/[/:]/.test(icon) ? { icon: { text: icon } } : {}),
    ...(file && { cover: { file } }),
  }
}

/** Finds the pictures that the site itself holds and shows to everybody; nothing is fetched from elsewhere. */
export async function pictureFinder(
  site: Site,
): Promise<(source: string, page: SitePage) => Promise<string | undefined>> {
  const store = getStore()
  const fileAddress = fileAddresses(site, PUBLIC, (await store.manifest())?.files ?? {})
  return async (source, page) => {
    const [, hash] = /^\/files\/([0-9a-f]+)\//.exec(iconAddress(source, page.id, fileAddress) ?? '') ?? []
    const entry = hash === undefined ? undefined : await store.file(hash)
    const opened = entry?.type.startsWith('image/') ? await store.openFile(entry) : undefined
    await opened?.handle.close()
    return opened && entry?.path
  }
}
