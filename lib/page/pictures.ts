import 'server-only'
import { open } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { FileEntry } from '../snapshot/store'
import { MadePictures } from './made-pictures'
import { isShrinkable } from './media'
import { PICTURE_WIDTHS } from './wire-picture'

/** The formats of smaller copies, the best first. The efforts are those that a visitor can wait for. */
const FORMATS = [
  { type: 'image/avif', encode: (image: Sharp) => image.avif({ quality: 55, effort: 2 }) },
  { type: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 80 }) },
] as const

const MOST_PIXELS = 100_000_000
const LONGEST_SECONDS = 20

/** Copies that wait to be made, at most: what somebody asks for now is not to wait for all that somebody else has asked for. */
const MOST_WAITING = 100

const copies = new MadePictures('pictures', 500_000_000, MOST_WAITING)

export interface Copy {
  path: string
  type: string
}

/** Whether a query asks for one of the widths that there are. */
export function isPictureWidth(width: number): boolean {
  return PICTURE_WIDTHS.some((each) => each === width)
}

/**
 * A copy of a picture, at most as many pixels wide, in the best format that the `Accept` header names. Where there is none, the file is
 * to be sent `as it is`: it is no such picture, or the browser names none of the formats. Or so it is only for `now`: it moves or is
 * damaged, there was no room on the disk, or too many copies wait to be made.
 */
export async function smallerCopy(
  entry: FileEntry,
  width: number,
  accept: string | null,
): Promise<Copy | 'as it is' | 'now'> {
  const format = FORMATS.find(({ type }) => accept?.includes(type))
  if (format === undefined || !isShrinkable(entry)) return 'as it is'
  const name = `${entry.hash}-${width}.${format.type.slice('image/'.length)}`
  const copy = await copies.file(name, () => make(entry.path, width, format.encode), entry.hash)
  return copy === undefined ? 'now' : { path: copy, type: format.type }
}

/** Undefined: there is none to be made. A damaged picture, of which it throws, is for the browser to make something of. */
async function make(source: string, width: number, encode: (image: Sharp) => Sharp): Promise<Uint8Array | undefined> {
  if (await isMovingPng(source)) return undefined
  const image = sharp(source, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: LONGEST_SECONDS })
  if (((await image.metadata()).pages ?? 1) > 1) return undefined
  return encode(image.autoOrient().resize({ width, withoutEnlargement: true })).toBuffer()
}

/** The one kind of moving picture that the library reads as a still one: it says so before its first pixels. */
async function isMovingPng(source: string): Promise<boolean> {
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    return head.startsWith('\x89PNG') && head.includes('acTL')
  } finally {
    await file.close()
  }
}
