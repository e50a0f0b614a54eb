import 'server-only'
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { decodeHeic, isHevc } from './heic'
import { MAX_PIXELS } from './limits'

const PREVIEW_SIDE = 16
/** The width and height within which a drawing is rendered, in pixels. */
const DRAWING_SIDE = 1024

/** The same for a photo in a format that browsers do not show: the largest width in which the site serves pictures. */
const PHOTO_SIDE = 2560

/** Renders a file that browsers must not or cannot show, such as an SVG, as WebP into `to`. Throws if it cannot be read. */
export async function redrawPicture({ from, to }: { from: string; to: string }): Promise<void> {
  await (await renderPicture(from)).toFile(to)
}

/** Returns a picture like {@link redrawPicture}, with its size in pixels. */
export async function convertPicture(file: string): Promise<{ picture: Uint8Array; width: number; height: number }> {
  const { data, info } = await (await renderPicture(file)).toBuffer({ resolveWithObject: true })
  return { picture: data, width: info.width, height: info.height }
}

async function renderPicture(from: string): Promise<Sharp> {
  // Reads from memory, so that an SVG cannot include files of its folder.
  const file = await readFile(from)
  const picture = sharp(file, { limitInputPixels: MAX_PIXELS, density: 144 })
  const metadata = await picture.metadata()
  const photo = { width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'inside', withoutEnlargement: true } as const
  const drawn = isHevc(metadata)
    ? (await decodeHeic(file, metadata)).resize(photo)
    : picture.resize(metadata.format === 'heif' ? photo : { width: DRAWING_SIDE, height: DRAWING_SIDE, fit: 'inside' })
  return drawn.webp({ quality: 90 })
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
