import 'server-only'
import { getPictureProcess } from '../pictures/picture-process'
import type { CopyType } from '../pictures/shrink'
import type { FileEntry } from '../snapshot/store'
import { isShrinkable } from './media-address'
import { PictureCache } from './picture-cache'
import { PICTURE_WIDTHS } from './wire/picture'

/** The formats of smaller copies, in order of preference. */
const TYPES: readonly CopyType[] = ['image/avif', 'image/webp']

/** The most copies that may wait. It bounds the time that a new request waits for those of other clients. */
const MOST_WAITING = 100

const copies = new PictureCache('pictures', 500_000_000, MOST_WAITING)

export interface Copy {
  path: string
  type: string
}

/** Whether the site serves pictures of this width. */
export function isPictureWidth(width: number): boolean {
  return PICTURE_WIDTHS.some((each) => each === width)
}

/**
 * A copy of a picture, at most as many pixels wide, in the best format that the `Accept` header names. Where there is none, the file is
 * to be sent `as it is`: it is no such picture, or the browser names none of the formats. Or so it is only for `now`: it moves or is
 * damaged, there was no room on the disk, or too many copies wait to be made. `verify` rejects if the file is damaged at the moment.
 */
export async function getSmallerCopy(
  entry: FileEntry,
  width: number,
  accept: string | null,
  verify: () => Promise<void>,
): Promise<Copy | 'as it is' | 'now'> {
  const type = TYPES.find((each) => accept?.includes(each))
  if (type === undefined || !isShrinkable(entry)) return 'as it is'
  const name = `${entry.hash}-${width}.${type.slice('image/'.length)}`
  // The name of a file of a page for members is content, which the log must not hold.
  const label = `a copy of the file ${entry.hash}, ${width} pixels wide`
  const make = async () => {
    await verify()
    return await getPictureProcess().run('shrink', { file: entry.path, width, type }, label)
  }
  const copy = await copies.file(name, make, entry.hash)
  return copy === undefined ? 'now' : { path: copy, type }
}
