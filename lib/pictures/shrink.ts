import 'server-only'
import { open, readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { MAX_PIXELS } from './limits'

/** A visitor waits for the result, so the effort is low. */
const ENCODERS = {
  'image/avif': (image: Sharp) => image.avif({ quality: 55, effort: 2 }),
  'image/webp': (image: Sharp) => image.webp({ quality: 80 }),
}

export type CopyType = keyof typeof ENCODERS

interface ShrinkOptions {
  file: string
  /** In pixels, at most. */
  width: number
  type: CopyType
  /** Whether the file is an SVG, which is drawn in exactly this width. */
  isDrawing?: boolean
}

/** Returns a smaller copy of a picture; undefined if it is animated. Throws if the picture is damaged. */
export async function shrinkPicture({
  file,
  width,
  type,
  isDrawing = false,
}: ShrinkOptions): Promise<Uint8Array | undefined> {
  if (await isAnimatedPng(file)) return undefined
  // Reads an SVG from memory, so that it cannot include files of its folder.
  const image = sharp(isDrawing ? await readFile(file) : file, { limitInputPixels: MAX_PIXELS })
  if (((await image.metadata()).pages ?? 1) > 1) return undefined
  return ENCODERS[type](image.autoOrient().resize({ width, withoutEnlargement: !isDrawing })).toBuffer()
}

/** Detects animated PNGs, which sharp reads as still pictures. They contain an `acTL` chunk before the first pixels. */
async function isAnimatedPng(source: string): Promise<boolean> {
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    return head.startsWith('\x89PNG') && head.includes('acTL')
  } finally {
    await file.close()
  }
}
