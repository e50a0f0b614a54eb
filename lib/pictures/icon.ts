import 'server-only'
import path from 'node:path'
import sharp from 'sharp'
import { DEFAULT_ICON_PATH } from '../branding/logo'
import { COLORS } from '../branding/palette'
import { cropPicture, drawText } from './social-image'

/** The share of the square that an emoji or the default icon takes. */
const FILLED = 0.72
const DEFAULT_ICON = path.join(process.cwd(), 'public', DEFAULT_ICON_PATH)

interface IconFacts {
  /** The width and height in pixels. */
  size: number
  /** An emoji or a few letters. */
  text?: string
  /** The path of a picture. */
  file?: string
}

/** Draws the site's icon as PNG. Uses the first of these that can be drawn: the text, the picture, the default icon. */
export async function drawIcon({ size, text, file }: IconFacts): Promise<Buffer> {
  const inner = Math.round(size * FILLED)
  const drawn =
    text === undefined ? undefined : await drawText(text, { size: inner, color: COLORS.ink.light, width: size * 2 })
  const shown =
    drawn?.input ?? (file ? await cropPicture(file, size, size) : undefined) ?? (await drawDefaultIcon(inner))
  const input = drawn ? await sharp(shown).resize(inner, inner, { fit: 'inside' }).toBuffer() : shown
  return sharp({ create: { width: size, height: size, channels: 3, background: COLORS.paper.light } })
    .composite([{ input }])
    .png()
    .toBuffer()
}

const drawDefaultIcon = (size: number): Promise<Buffer> =>
  sharp(DEFAULT_ICON, { density: 600 }).resize(size, size).png().toBuffer()
