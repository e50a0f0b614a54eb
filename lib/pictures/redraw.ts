import 'server-only'
import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { HEIC_LIMITS, MAX_PIXELS } from './limits'

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

/** The length of the signature and the first chunk of a PNG. */
const PNG_HEAD = 33

/** Whether a picture is compressed with HEVC, of which sharp reads the metadata, but not the pixels. */
const isHevc = ({ format, compression }: Metadata): boolean => format === 'heif' && compression === 'hevc'

/**
 * Decodes the primary picture of a HEIC file, upright. Throws if it is damaged or too large, or if the decoder is not installed.
 */
export async function decodeHeic(file: Buffer, metadata: Metadata, load = loadDecoder): Promise<Sharp> {
  const { icc, hasAlpha, pagePrimary = 0 } = metadata
  assertSize(metadata)
  const { all } = await load()
  const images = await all({ buffer: file })
  try {
    const image = images[pagePrimary]
    if (image === undefined) throw new Error('The file contains no picture')
    // The two libraries may read different sizes of a damaged file.
    assertSize(image)
    const { width, height, data } = await image.decode()
    const pixels = sharp(data, { raw: { width, height, channels: 4 } })
    const opaque = hasAlpha ? pixels : pixels.removeAlpha()
    return icc === undefined ? opaque : await assignProfile(opaque, icc)
  } finally {
    images.dispose()
  }
}

/** Imports the decoder on first use, because it is optional and most sites never need it. */
const loadDecoder = async () => (await import('heic-decode')).default

function assertSize({ width, height }: { width: number; height: number }): void {
  if (!(width * height <= HEIC_LIMITS.pixels)) throw new Error('The picture is too large')
}

/** Returns a picture with the color profile of its file. sharp cannot assign one to pixels, so it reads them again from a PNG. */
async function assignProfile(image: Sharp, profile: Buffer): Promise<Sharp> {
  const png = await image.png({ compressionLevel: 0 }).toBuffer()
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length - 'iCCP'.length)
  checksum.writeUInt32BE(crc32(content))
  return sharp(Buffer.concat([png.subarray(0, PNG_HEAD), length, content, checksum, png.subarray(PNG_HEAD)]))
}
