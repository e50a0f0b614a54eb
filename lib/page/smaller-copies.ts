import 'server-only'
import { getPictureProcess } from '../pictures/picture-process'
import type { CopyType } from '../pictures/shrink'
import { getEnv } from '../settings/env'
import type { FileEntry } from '../snapshot/store'
import { isDrawing, isShrinkable } from './media-address'
import { PictureCache } from './picture-cache'
import { PICTURE_WIDTHS } from './picture-sources'

/** The formats of smaller copies, in order of preference. */
const TYPES: readonly CopyType[] = ['image/avif', 'image/webp']

/** The maximum number of copies that may wait. It bounds the time that a new request waits for those of other clients. */
const MAX_WAITING = 100

const copies = new PictureCache('pictures', 500_000_000, MAX_WAITING)

export interface Copy {
  path: string
  type: string
}

/** Whether the site serves pictures of this width. */
export function isPictureWidth(width: number): boolean {
  return PICTURE_WIDTHS.some((each) => each === width)
}

/**
 * Returns a copy of a picture of at most this width in pixels, in the best format of the `Accept` header. Returns `original` if the
 * original is to be sent, because the file is not a picture of a supported type, or the client accepts none of the formats. Returns
 * `original-for-now` if a later request may get a copy: the picture is animated or damaged, the disk was full, or too many copies are
 * waiting. `verify` rejects if the file is damaged.
 */
export async function getSmallerCopy(
  entry: FileEntry,
  width: number,
  accept: string | null,
  verify: () => Promise<void>,
): Promise<Copy | 'original' | 'original-for-now'> {
  const type = TYPES.find((each) => accept?.includes(each))
  const isExportedDrawing = getEnv().isExport && isDrawing(entry)
  if (type === undefined || !(isShrinkable(entry) || isExportedDrawing)) return 'original'
  const name = `${entry.hash}-${width}.${type.slice('image/'.length)}`
  // The name of a file of a page for members is content, which the log must not hold.
  const label = `a copy of the file ${entry.hash}, ${width} pixels wide`
  const make = async () => {
    await verify()
    return await getPictureProcess().run(
      'shrink',
      { file: entry.path, width, type, isDrawing: isDrawing(entry) },
      label,
    )
  }
  const copy = await copies.file(name, make, entry.hash)
  return copy === undefined ? 'original-for-now' : { path: copy, type }
}
