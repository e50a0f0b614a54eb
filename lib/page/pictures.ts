import 'server-only'
import { open, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { getEnv } from '../env'
import type { FileEntry } from '../snapshot/store'
import { writeWhole } from '../snapshot/write-whole'
import { isShrinkable } from './media'
import { PICTURE_WIDTHS } from './wire-picture'

/** The formats of smaller copies, the best first. The efforts are those that a visitor can wait for. */
const FORMATS = [
  { type: 'image/avif', encode: (image: Sharp) => image.avif({ quality: 55, effort: 2 }) },
  { type: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 80 }) },
] as const

const MOST_PIXELS = 100_000_000
const LONGEST_SECONDS = 20
/** Copies on disk; the ones not asked for longest go first. */
const MOST_BYTES = 500_000_000
const COPIES_BETWEEN_LOOKS = 500

export interface Copy {
  path: string
  type: string
}

/** Whether a query asks for one of the widths that there are. */
export function isPictureWidth(width: number): boolean {
  return PICTURE_WIDTHS.some((each) => each === width)
}

/**
 * A copy of a picture, at most as many pixels wide, in the best format that the `Accept` header names. Undefined: the file is to be
 * sent as it is, because it is no such picture, moves, is damaged, or the browser names none of the formats.
 */
export async function smallerCopy(entry: FileEntry, width: number, accept: string | null): Promise<Copy | undefined> {
  const format = FORMATS.find(({ type }) => accept?.includes(type))
  if (format === undefined || !isShrinkable(entry)) return undefined
  const copy = path.join(folder(), `${entry.hash}-${width}.${format.type.slice('image/'.length)}`)
  if (!(await isThere(copy))) {
    if (unfit.has(entry.hash)) return undefined
    if (!(await makeOnce(copy, () => make(entry.path, copy, width, format.encode)))) {
      unfit.add(entry.hash)
      return undefined
    }
    await dropOldest().catch(() => undefined)
  }
  return { path: copy, type: format.type }
}

const folder = () => path.join(getEnv().stateDir, 'pictures')

/** A copy that is used is young again. */
async function isThere(copy: string): Promise<boolean> {
  const now = new Date()
  return utimes(copy, now, now).then(
    () => true,
    () => false,
  )
}

/** Files of which no copy could be made, which would take as long to find out again. */
const unfit = new Set<string>()
const making = new Map<string, Promise<boolean>>()
let last: Promise<unknown> = Promise.resolve()

/** One picture at a time, so that pages are answered meanwhile; whoever asks for the same one waits for the same one. */
function makeOnce(copy: string, work: () => Promise<boolean>): Promise<boolean> {
  const known = making.get(copy)
  if (known !== undefined) return known
  const made = last.then(work).finally(() => making.delete(copy))
  last = made
  making.set(copy, made)
  return made
}

async function make(source: string, copy: string, width: number, encode: (image: Sharp) => Sharp): Promise<boolean> {
  try {
    if (await isMovingPng(source)) return false
    const image = sharp(source, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: LONGEST_SECONDS })
    if (((await image.metadata()).pages ?? 1) > 1) return false
    const smaller = await encode(image.autoOrient().resize({ width, withoutEnlargement: true })).toBuffer()
    await writeWhole(copy, smaller, { flush: false })
    return true
  } catch {
    // A damaged picture is for the browser to make something of.
    return false
  }
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

let sinceLooked = Number.POSITIVE_INFINITY

/** Looks at the folder once in a while, and the first time. */
async function dropOldest(): Promise<void> {
  sinceLooked += 1
  if (sinceLooked < COPIES_BETWEEN_LOOKS) return
  sinceLooked = 0
  const names = await readdir(folder())
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder(), name)
      const { size, mtimeMs } = await stat(file)
      return { file, size, mtimeMs }
    }),
  )
  let left = files.reduce((sum, { size }) => sum + size, 0)
  for (const { file, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (left <= MOST_BYTES) return
    await rm(file, { force: true })
    left -= size
  }
}
