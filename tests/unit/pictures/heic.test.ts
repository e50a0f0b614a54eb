import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { JOBS } from '@/lib/pictures/jobs'
import { HEIC_LIMITS } from '@/lib/pictures/limits'
import { getHeicDecoderVersion } from '@/lib/pictures/picture-process'
import { decodeHeic } from '@/lib/pictures/redraw'
import { createTemporaryFolder } from '@/tests/support/folders'
import { HEIC_PICTURE, ROTATED_HEIC_PICTURE } from '@/tests/support/heic'
import { lowerLimits } from '@/tests/support/lower-limits'

function writeFile(content: Uint8Array): string {
  const file = path.join(createTemporaryFolder(), 'photo')
  writeFileSync(file, content)
  return file
}

/** Returns the color of a pixel. */
async function readPixel(picture: Uint8Array, left: number, top: number): Promise<number[]> {
  return [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())]
}

const closeTo = (color: readonly number[]) => color.map((channel) => expect.closeTo(channel, -1.2))

describe('a HEIC picture', () => {
  it('is converted to WebP in its own size, with its colors in sRGB', async () => {
    const { picture, width, height } = await JOBS.convert(writeFile(HEIC_PICTURE))
    const { format, hasProfile, hasAlpha } = await sharp(picture).metadata()
    expect({ width, height, format, hasProfile, hasAlpha }).toEqual({
      ...{ width: 64, height: 48, format: 'webp' },
      ...{ hasProfile: false, hasAlpha: false },
    })
    // Without their profile, the pixels of the red half are 184, 50, 41.
    expect(await readPixel(picture, 10, 24)).toEqual(closeTo([200, 30, 30]))
    expect(await readPixel(picture, 54, 8)).toEqual(closeTo([30, 140, 60]))
    expect(await readPixel(picture, 54, 40)).toEqual(closeTo([30, 60, 200]))
  })

  it('of several tiles is upright, and is turned once', async () => {
    const { picture, width, height } = await JOBS.convert(writeFile(ROTATED_HEIC_PICTURE))
    expect([width, height]).toEqual([64, 128])
    expect(await readPixel(picture, 32, 10)).toEqual(closeTo([20, 20, 230]))
    expect(await readPixel(picture, 32, 118)).toEqual(closeTo([230, 20, 20]))
  })

  it('is written to a file by the same job as drawings', async () => {
    const from = writeFile(HEIC_PICTURE)
    await JOBS.redraw({ from, to: `${from}.webp` })
    expect(await JOBS.measure(`${from}.webp`)).toMatchObject({ width: 64, height: 48 })
  })

  it('is not decoded if it has too many pixels', async () => {
    lowerLimits(HEIC_LIMITS, { pixels: 64 * 48 - 1 })
    await expect(JOBS.convert(writeFile(HEIC_PICTURE))).rejects.toThrow('The picture is too large')
  })

  it('is not decoded if the decoder finds more pixels than its metadata say', async () => {
    lowerLimits(HEIC_LIMITS, { pixels: 64 * 48 })
    const decode = vi.fn()
    const all = async () => Object.assign([{ width: 65, height: 48, decode }], { dispose: () => {} })
    const decoding = decodeHeic(HEIC_PICTURE, await sharp(HEIC_PICTURE).metadata(), async () => ({ all }))
    await expect(decoding).rejects.toThrow('The picture is too large')
    expect(decode).not.toHaveBeenCalled()
  })

  it.each([
    ['cut', HEIC_PICTURE.subarray(0, 900)],
    ['overwritten', Buffer.concat([HEIC_PICTURE.subarray(0, 800), Buffer.alloc(HEIC_PICTURE.length - 800, 0x5a)])],
    ['only a beginning', HEIC_PICTURE.subarray(0, 40)],
    ['another file', Buffer.from('no picture')],
  ])('that is %s is refused', async (_, content) => {
    await expect(JOBS.convert(writeFile(content))).rejects.toThrow(/./)
  })
})

it('the version of the decoder is that of its package', () => {
  expect(getHeicDecoderVersion()).toMatch(/^\d+\.\d+\.\d+$/)
})
