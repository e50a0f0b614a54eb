import 'server-only'
import path from 'node:path'
import sharp from 'sharp'
import { COLOURS } from '../branding/colours'
import { MARK_PATH } from '../branding/logo'
import { picture, words } from './card'

/** How much of the square an emoji takes. */
const FILLED = 0.72
const MARK = path.join(process.cwd(), 'public', MARK_PATH)

interface IconFacts {
  /** Of the square, in pixels. */
  size: number
  /** An emoji or a few letters. */
  text?: string
  /** A picture. */
  file?: string
}

/** Draws the site's icon as PNG: the text, else the picture, else the mark. What cannot be drawn is left out. */
export async function drawIcon({ size, text, file }: IconFacts): Promise<Buffer> {
  const inner = Math.round(size * FILLED)
  const drawn = text === undefined ? undefined : await words(text, inner, COLOURS.ink.day, size * 2)
  const shown = drawn?.input ?? (file ? await picture(file, size, size) : undefined) ?? (await markOf(inner))
  const input = drawn ? await sharp(shown).resize(inner, inner, { fit: 'inside' }).toBuffer() : shown
  return sharp({ create: { width: size, height: size, channels: 3, background: COLOURS.paper.day } })
    .composite([{ input }])
    .png()
    .toBuffer()
}

const markOf = (size: number): Promise<Buffer> => sharp(MARK, { density: 600 }).resize(size, size).png().toBuffer()
