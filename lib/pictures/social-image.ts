import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { DEFAULT_ICON_PATH } from '../branding/logo'
import { COLORS } from '../branding/palette'
import { createRuns, loadFamilies, type OwnFont, splitGraphemes } from './fonts'
import { MAX_PIXELS } from './limits'
import { SOCIAL_IMAGE_SIZE } from './social-image-format'

/** The content of a social image. Pictures are paths of files. */
export interface SocialImageFacts {
  title: string
  siteName: string
  /** An emoji or a few letters, or a picture. */
  icon?: { text: string } | { file: string }
  cover?: { file: string }
  direction: 'ltr' | 'rtl'
  /** The font of titles, if the site folder has one. */
  font?: OwnFont
  /** Colors, `#rrggbb`. */
  accent: string
  paper: string
  ink: string
  muted: string
}

const MARGIN = 80
const COVER_WIDTH = 400
const BAR = 14
const ICON = 96
const NAME_SIZE = 34
/** The height of the site's name at the bottom of the image. */
const NAME_SPACE = NAME_SIZE + 36
const TITLE_SIZES = [88, 76, 64, 54]
/** The longest text in characters. A longer one does not fit in the smallest size. */
const MAX_TEXT_LENGTH = 200
const RIGHT_TO_LEFT_MARK = '\u200F'

interface Layer {
  input: Buffer
  width: number
  height: number
}

/** Draws a social image with the icon, title and cover of a page and the name of the site. Returns a JPEG; leaves out damaged parts. */
export async function drawSocialImage(facts: SocialImageFacts): Promise<Buffer> {
  const { direction, accent, paper, ink, muted } = facts
  const font = facts.font && { font: facts.font }
  const cover = facts.cover && (await cropPicture(facts.cover.file, COVER_WIDTH, SOCIAL_IMAGE_SIZE.height - BAR))
  const width = SOCIAL_IMAGE_SIZE.width - 2 * MARGIN - (cover ? COVER_WIDTH : 0)
  const icon = await drawPageIcon(facts, width)
  const top = icon ? MARGIN + ICON + 24 : MARGIN
  const bottom = SOCIAL_IMAGE_SIZE.height - BAR - MARGIN
  const box = { width, height: bottom - NAME_SPACE - top }
  const style: TextStyle = { color: ink, ...font, ...(direction === 'rtl' && { direction }) }
  const own = await drawFitted(facts.title, TITLE_SIZES, style, box)
  const title = own ?? (await drawFitted(facts.siteName, TITLE_SIZES, style, box))
  // The name is not repeated if it is the title or replaces it.
  const isNamed = own === undefined || facts.title === facts.siteName
  const name = isNamed
    ? undefined
    : await drawFitted(facts.siteName, [NAME_SIZE], { color: muted, ...font }, { width, height: NAME_SPACE })

  const layers: OverlayOptions[] = []
  const place = (layer: Layer | undefined, top: number) => {
    if (layer === undefined) return
    const start = MARGIN + (cover ? COVER_WIDTH : 0)
    const left = direction === 'rtl' ? start + width - layer.width : MARGIN
    layers.push({ input: layer.input, left: Math.max(0, left), top: Math.round(top) })
  }
  place(icon, MARGIN)
  place(title, top + Math.max(0, (box.height - (title?.height ?? 0)) / 2))
  place(name, bottom - (name?.height ?? 0))
  if (cover)
    layers.push({ input: cover, top: 0, left: direction === 'rtl' ? 0 : SOCIAL_IMAGE_SIZE.width - COVER_WIDTH })
  layers.push({ input: createBar(accent, SOCIAL_IMAGE_SIZE.width, BAR), top: SOCIAL_IMAGE_SIZE.height - BAR, left: 0 })

  return sharp({ create: { ...SOCIAL_IMAGE_SIZE, channels: 3, background: paper } })
    .composite(layers)
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Draws a text in the first size that fits, or else shortened in the last size. Returns undefined if no character can be drawn. */
async function drawFitted(
  text: string,
  sizes: readonly number[],
  style: TextStyle,
  box: { width: number; height: number },
): Promise<Layer | undefined> {
  const fits = async (part: string, size: number) => {
    const layer = await drawText(part, { ...style, size, width: box.width })
    return layer !== undefined && layer.height <= box.height ? layer : undefined
  }
  for (const size of text.length > MAX_TEXT_LENGTH ? [] : sizes) {
    const layer = await fits(text, size)
    if (layer !== undefined) return layer
  }
  const graphemes = splitGraphemes(text, MAX_TEXT_LENGTH)
  for (let length = graphemes.length; length > 0; length = Math.floor(length * 0.8)) {
    const layer = await fits(`${graphemes.slice(0, length).join('').trimEnd()}…`, sizes.at(-1) ?? NAME_SIZE)
    if (layer !== undefined) return layer
  }
  return undefined
}

interface TextStyle {
  color: string
  /** The direction of the paragraph. By default, that of the first letter. */
  direction?: 'rtl'
  /** The font that is used for the characters that it has. */
  font?: OwnFont
}

/** Draws a text in lines of at most `width` pixels. Lines in right-to-left scripts are aligned right. */
export async function drawText(
  text: string,
  { size, width, color, direction, font }: TextStyle & { size: number; width: number },
): Promise<Layer | undefined> {
  const runs = await createRuns(splitGraphemes(text, MAX_TEXT_LENGTH + 1), font)
  if (!runs.some((run) => /[\p{L}\p{N}\p{S}\p{Emoji}]/u.test(run.text))) return undefined
  const spans = runs.map((run, at) => {
    const mark = direction === 'rtl' && at === 0 ? RIGHT_TO_LEFT_MARK : ''
    return `<span font_family="${run.family}">${mark}${run.text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</span>`
  })
  const { data, info } = await sharp({
    text: {
      // Without a language, the result would depend on the locale of the machine. Without fallback, each run has its own font.
      text: `<span foreground="${color}" lang="und" fallback="false">${spans.join('')}</span>`,
      font: `Semi-Bold ${size}`,
      dpi: 72,
      width,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

async function drawPageIcon({ icon, ink }: SocialImageFacts, width: number): Promise<Layer | undefined> {
  if (icon === undefined) return undefined
  if ('text' in icon) {
    const layer = await drawText(icon.text, { size: ICON * 0.75, color: ink, width })
    // A text that takes several lines is not an icon.
    return layer && layer.height <= 1.5 * ICON ? layer : undefined
  }
  const input = await cropPicture(icon.file, ICON, ICON)
  return input && { input, width: ICON, height: ICON }
}

/** Crops a picture to a size; returns undefined if it is damaged. */
export async function cropPicture(file: string, width: number, height: number): Promise<Buffer | undefined> {
  // An SVG may contain text, and the first drawing of the process fixes the list of fonts.
  await loadFamilies()
  try {
    // Reads from memory, so that an SVG cannot include files of its folder.
    return await sharp(await readFile(file), { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width, height, fit: 'cover' })
      .png()
      .toBuffer()
  } catch {
    return undefined
  }
}

const createBar = (background: string, width: number, height: number): OverlayOptions['input'] => ({
  create: { width, height, channels: 3, background },
})

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
