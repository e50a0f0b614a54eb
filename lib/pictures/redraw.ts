import 'server-only'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { MAX_PIXELS } from './limits'

const PREVIEW_SIDE = 16
/** The width and height within which a drawing is rendered, in pixels. */
const DRAWING_SIDE = 1024

/** Renders a file that browsers must not or cannot show, such as an SVG, as WebP into `to`. Throws if it cannot be read. */
export async function redrawPicture({ from, to }: { from: string; to: string }): Promise<void> {
  const size = { width: DRAWING_SIDE, height: DRAWING_SIDE, fit: 'inside', withoutEnlargement: false } as const
  // Reads from memory, so that an SVG cannot include files of its folder.
  await sharp(await readFile(from), { limitInputPixels: MAX_PIXELS, density: 144 })
    .resize(size)
    .webp({ quality: 90 })
    .toFile(to)
}

export interface Measured {
  width: number
  height: number
  /** A tiny copy as a data URL. */
  preview: string
}

/** Returns the size and a tiny copy of a picture, upright. Throws if the picture is damaged. */
export async function measurePicture(file: string): Promise<Measured> {
  const picture = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { autoOrient } = await picture.metadata()
  const tiny = await picture
    .autoOrient()
    .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside' })
    .webp({ quality: 40, alphaQuality: 60 })
    .toBuffer()
  const { width, height } = autoOrient
  return { width, height, preview: `data:image/webp;base64,${tiny.toString('base64')}` }
}
