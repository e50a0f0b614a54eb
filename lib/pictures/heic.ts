import 'server-only'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { HEIC_LIMITS } from './limits'

/** The length of the signature and the first chunk of a PNG. */
const PNG_HEAD = 33

/** Whether a picture is compressed with HEVC, of which sharp reads the metadata, but not the pixels. */
export const isHevc = ({ format, compression }: Metadata): boolean => format === 'heif' && compression === 'hevc'

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
