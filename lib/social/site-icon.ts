import 'server-only'
import { createHash } from 'node:crypto'
import path from 'node:path'
import sharp from 'sharp'
import { COLOURS } from '../branding/colours'
import { MARK_PATH } from '../branding/logo'
import { MadePictures } from '../page/made-pictures'
import { PUBLIC } from '../site/access'
import type { Site } from '../site/site'
import { picture, words } from './card'
import { pictureFinder } from './social-image'

/** Bump when the same icon is drawn in another way. */
const FORMAT = 1
/** How much of the square an emoji takes. */
const FILLED = 0.72
const MARK = path.join(process.cwd(), 'public', MARK_PATH)

const icons = new MadePictures('icons', 20_000_000)

/** The file of the site's icon as a square of so many pixels: the root page's icon, else the mark. */
export async function siteIcon(site: Site, size: number): Promise<string | undefined> {
  const root = site.index.root === null ? undefined : site.page(site.index.root, PUBLIC)
  const file = root?.icon && (await (await pictureFinder(site))(root.icon, root))
  const text = root?.icon && !/[/:]/.test(root.icon) ? root.icon : undefined
  const digest = createHash('sha256')
    .update(JSON.stringify([FORMAT, size, file, text]))
    .digest('hex')
  return icons.file(`${digest.slice(0, 32)}.png`, async () => {
    const inner = Math.round(size * FILLED)
    const drawn = text === undefined ? undefined : await words(text, inner, COLOURS.ink.day, size * 2)
    const shown = drawn?.input ?? (file ? await picture(file, size, size) : undefined) ?? (await markOf(inner))
    const input = drawn ? await sharp(shown).resize(inner, inner, { fit: 'inside' }).toBuffer() : shown
    return sharp({ create: { width: size, height: size, channels: 3, background: COLOURS.paper.day } })
      .composite([{ input }])
      .png()
      .toBuffer()
  })
}

const markOf = (size: number): Promise<Buffer> => sharp(MARK, { density: 600 }).resize(size, size).png().toBuffer()
