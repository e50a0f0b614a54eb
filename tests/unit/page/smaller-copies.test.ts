import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FileEntry, IncompleteError } from '@/lib/snapshot/store'
import { runPictureJobsInProcess } from '@/tests/support/pictures'

const dir = mkdtempSync(path.join(tmpdir(), 'colophon-pictures-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const stateDir = path.join(dir, 'state')
vi.mock('@/lib/settings/env', () => ({ getEnv: () => ({ stateDir }) }))

runPictureJobsInProcess()
const { getSmallerCopy } = await import('@/lib/page/smaller-copies')
const requestCopy = (entry: FileEntry, width: number, accept: string | null, verify = async () => {}) =>
  getSmallerCopy(entry, width, accept, verify)
const getCopy = async (...request: Parameters<typeof requestCopy>) => {
  const copy = await requestCopy(...request)
  return typeof copy === 'object' ? copy : undefined
}

const EVERYTHING = 'image/avif,image/webp,image/*,*/*;q=0.8'
const createBlank = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#c8402c' } })

async function createEntry(name: string, type: string, content: Sharp | Buffer | string): Promise<FileEntry> {
  const file = path.join(dir, name)
  writeFileSync(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : await content.toBuffer())
  return { hash: name.padEnd(64, '0'), name, type, path: file }
}

const listCopies = () => readdirSync(path.join(stateDir, 'pictures'))
const getSize = async (file: string | undefined) => {
  const { width, height, format } = await sharp(file).metadata()
  return { width, height, format }
}

describe('getSmallerCopy', () => {
  let wide: FileEntry
  beforeAll(async () => {
    wide = await createEntry('wide', 'image/png', createBlank(1000, 500).png())
  })

  it('returns the best format that the browser accepts', async () => {
    const avif = await getCopy(wide, 384, EVERYTHING)
    expect(avif?.type).toBe('image/avif')
    expect(await getSize(avif?.path)).toEqual({ width: 384, height: 192, format: 'heif' })
    const webp = await getCopy(wide, 384, 'image/webp,*/*')
    expect(webp?.type).toBe('image/webp')
    expect(await getSize(webp?.path)).toEqual({ width: 384, height: 192, format: 'webp' })
    expect(await requestCopy(wide, 384, '*/*')).toBe('original')
    expect(await requestCopy(wide, 384, null)).toBe('original')
  })

  it('verifies the original only to create a copy, and creates the copy once a damaged original is restored', async () => {
    const damaged = vi.fn(() => Promise.reject(new IncompleteError([wide.hash])))
    expect(await requestCopy(wide, 828, 'image/webp', damaged)).toBe('original-for-now')
    const whole = vi.fn(async () => {})
    expect(await getCopy(wide, 828, 'image/webp', whole)).toBeDefined()
    expect(await getCopy(wide, 828, 'image/webp', damaged)).toBeDefined()
    expect([damaged.mock.calls.length, whole.mock.calls.length]).toEqual([1, 1])
  })

  it('never enlarges the picture', async () => {
    const copy = await getCopy(wide, 1920, 'image/webp')
    expect(await getSize(copy?.path)).toMatchObject({ width: 1000, height: 500 })
  })

  it('creates and stores one copy for concurrent requests', async () => {
    const results = await Promise.all([1, 2, 3].map(() => getCopy(wide, 640, 'image/webp')))
    expect(new Set(results.map((copy) => copy?.path)).size).toBe(1)
    expect(listCopies().filter((name) => name.startsWith('wide') && name.includes('-640'))).toEqual([
      `${wide.hash}-640.webp`,
    ])
  })

  it('rotates the picture by its EXIF data, and removes these data', async () => {
    const rotated = await createEntry(
      'turned',
      'image/jpeg',
      createBlank(400, 200).withMetadata({ orientation: 6 }).jpeg(),
    )
    const copy = await getCopy(rotated, 384, 'image/webp')
    expect(await getSize(copy?.path)).toMatchObject({ width: 200, height: 400 })
    expect((await sharp(copy?.path).metadata()).exif).toBeUndefined()
  })

  it('creates no copy of animated, vector and damaged pictures', async () => {
    const gif = await createBlank(10, 20).gif().toBuffer()
    const createImage = (background: string) =>
      sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer()
    const animatedWebp = await sharp([await createImage('#fff'), await createImage('#000')], {
      join: { animated: true },
    })
      .webp()
      .toBuffer()
    const still = await createBlank(9, 9).png().toBuffer()
    const animationChunk = Buffer.from('acTL\0\0\0\x02\0\0\0\0', 'latin1')
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(8)
    checksum.writeUInt32BE(crc32(animationChunk))
    // The chunk that marks an animation follows the header of 33 bytes.
    const animatedPng = Buffer.concat([still.subarray(0, 33), length, animationChunk, checksum, still.subarray(33)])
    for (const unsupported of [
      await createEntry('gif', 'image/gif', gif),
      await createEntry('svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]) {
      expect(await requestCopy(unsupported, 384, EVERYTHING), unsupported.name).toBe('original')
    }
    const unusable = [
      await createEntry('movingwebp', 'image/webp', animatedWebp),
      await createEntry('movingpng', 'image/png', animatedPng),
      await createEntry('damaged', 'image/jpeg', 'not a picture'),
      { ...(await createEntry('gone', 'image/png', '')), path: path.join(dir, 'nothing') },
    ]
    for (const entry of unusable) expect(await requestCopy(entry, 384, EVERYTHING), entry.name).toBe('original-for-now')
    expect(listCopies().filter((name) => !name.startsWith('wide') && !name.startsWith('turned'))).toEqual([])
  })

  it('postpones a copy if too many are waiting, and creates it for a later request', async () => {
    const many = Array.from({ length: 105 }, (_, index) => ({ ...wide, hash: `wide${index}` }))
    const results = await Promise.all(many.map((each) => requestCopy(each, 384, 'image/webp')))
    expect(results.filter((copy) => copy === 'original-for-now')).toHaveLength(5)
    const later = many.find((_, index) => results[index] === 'original-for-now') ?? wide
    expect(await getCopy(later, 384, 'image/webp')).toBeDefined()
  })
})
