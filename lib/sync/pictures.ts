import 'server-only'
import { open, readFile, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'

/** Larger pictures are not opened: their pixels would fill the memory. */
const MOST_PIXELS = 100_000_000
const PREVIEW_SIDE = 16
/** Pixels of a drawing that is turned into a picture. */
const DRAWING_SIDE = 1024

/** Pictures that browsers show as they are. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export interface Kind {
  /** Media type by content, never by what anybody says. */
  type: string
  extension: string
}

/** What kind of file it is; of those without a mark of their own, only whether it is a drawing. */
export async function kindOf(file: string): Promise<Kind> {
  const found = await fileTypeFromFile(file)
  if (found !== undefined && found.mime !== 'application/xml') return { type: found.mime, extension: found.ext }
  const start = await beginningOf(file)
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(start)) {
    return { type: 'image/svg+xml', extension: 'svg' }
  }
  return { type: 'application/octet-stream', extension: '' }
}

export const isPicture = ({ type }: Kind): boolean => type.startsWith('image/')
export const isShownPicture = ({ type }: Kind): boolean => SHOWN.has(type)

/** Draws what browsers must not or cannot show, drawings above all, as a WebP picture into `to`. Throws when it cannot be read. */
export async function redraw(from: string, to: string): Promise<Kind> {
  const size = { width: DRAWING_SIDE, height: DRAWING_SIDE, fit: 'inside', withoutEnlargement: false } as const
  // From memory, so that a drawing has no folder from which it could draw in other files.
  await sharp(await readFile(from), { limitInputPixels: MOST_PIXELS, density: 144 })
    .resize(size)
    .webp({ quality: 90 })
    .toFile(to)
  return { type: 'image/webp', extension: 'webp' }
}

export interface Measured {
  width: number
  height: number
  /** A tiny picture, as an address. */
  preview: string
}

/** Size and tiny copy of a picture, upright; undefined when it cannot be read. */
export async function measure(file: string): Promise<Measured | undefined> {
  try {
    const picture = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    const { autoOrient } = await picture.metadata()
    const tiny = await picture
      .autoOrient()
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside' })
      .webp({ quality: 40, alphaQuality: 60 })
      .toBuffer()
    const { width, height } = autoOrient
    return { width, height, preview: `data:image/webp;base64,${tiny.toString('base64')}` }
  } catch {
    return undefined
  }
}

async function beginningOf(file: string): Promise<string> {
  const { size } = await stat(file)
  const handle = await open(file)
  try {
    const bytes = Buffer.alloc(Math.min(size, 1024))
    await handle.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8')
  } finally {
    await handle.close()
  }
}
