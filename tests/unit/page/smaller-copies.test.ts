import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FileEntry, IncompleteError } from '@/lib/snapshot/store'
import { makePicturesHere } from '@/tests/support/pictures'

const dir = mkdtempSync(path.join(tmpdir(), 'colophon-pictures-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const stateDir = path.join(dir, 'state')
vi.mock('@/lib/env', () => ({ getEnv: () => ({ stateDir }) }))

makePicturesHere()
const { getSmallerCopy } = await import('@/lib/page/smaller-copies')
const ask = (entry: FileEntry, width: number, accept: string | null, verify = async () => {}) =>
  getSmallerCopy(entry, width, accept, verify)
const copyOf = async (...asked: Parameters<typeof ask>) => {
  const copy = await ask(...asked)
  return typeof copy === 'object' ? copy : undefined
}

const EVERYTHING = 'image/avif,image/webp,image/*,*/*;q=0.8'
const blank = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#c8402c' } })

async function entry(name: string, type: string, content: Sharp | Buffer | string): Promise<FileEntry> {
  const file = path.join(dir, name)
  writeFileSync(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : await content.toBuffer())
  return { hash: name.padEnd(64, '0'), name, type, path: file }
}

const copies = () => readdirSync(path.join(stateDir, 'pictures'))
const sizeOf = async (file: string | undefined) => {
  const { width, height, format } = await sharp(file).metadata()
  return { width, height, format }
}

describe('a smaller copy of a picture', () => {
  let wide: FileEntry
  beforeAll(async () => {
    wide = await entry('wide', 'image/png', blank(1000, 500).png())
  })

  it('is in the best format that the browser takes', async () => {
    const avif = await copyOf(wide, 384, EVERYTHING)
    expect(avif?.type).toBe('image/avif')
    expect(await sizeOf(avif?.path)).toEqual({ width: 384, height: 192, format: 'heif' })
    const webp = await copyOf(wide, 384, 'image/webp,*/*')
    expect(webp?.type).toBe('image/webp')
    expect(await sizeOf(webp?.path)).toEqual({ width: 384, height: 192, format: 'webp' })
    expect(await ask(wide, 384, '*/*')).toBe('as it is')
    expect(await ask(wide, 384, null)).toBe('as it is')
  })

  it('needs the original only when it is made, and is made once a damaged original is restored', async () => {
    const damaged = vi.fn(() => Promise.reject(new IncompleteError([wide.hash])))
    expect(await ask(wide, 828, 'image/webp', damaged)).toBe('now')
    const whole = vi.fn(async () => {})
    expect(await copyOf(wide, 828, 'image/webp', whole)).toBeDefined()
    expect(await copyOf(wide, 828, 'image/webp', damaged)).toBeDefined()
    expect([damaged.mock.calls.length, whole.mock.calls.length]).toEqual([1, 1])
  })

  it('is never larger than the picture', async () => {
    const copy = await copyOf(wide, 1920, 'image/webp')
    expect(await sizeOf(copy?.path)).toMatchObject({ width: 1000, height: 500 })
  })

  it('is made once for all who ask for it, and kept', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => copyOf(wide, 640, 'image/webp')))
    expect(new Set(asked.map((copy) => copy?.path)).size).toBe(1)
    expect(copies().filter((name) => name.startsWith('wide') && name.includes('-640'))).toEqual([
      `${wide.hash}-640.webp`,
    ])
  })

  it('is rotated by its EXIF data, and contains no location', async () => {
    const turned = await entry('turned', 'image/jpeg', blank(400, 200).withMetadata({ orientation: 6 }).jpeg())
    const copy = await copyOf(turned, 384, 'image/webp')
    expect(await sizeOf(copy?.path)).toMatchObject({ width: 200, height: 400 })
    expect((await sharp(copy?.path).metadata()).exif).toBeUndefined()
  })

  it('is not made of what moves, what has no pixels, and what is damaged', async () => {
    const frames = await blank(10, 20).gif().toBuffer()
    const frame = (background: string) =>
      sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer()
    const moving = await sharp([await frame('#fff'), await frame('#000')], { join: { animated: true } })
      .webp()
      .toBuffer()
    const still = await blank(9, 9).png().toBuffer()
    const control = Buffer.from('acTL\0\0\0\x02\0\0\0\0', 'latin1')
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(8)
    checksum.writeUInt32BE(crc32(control))
    // The chunk that makes a picture move, after the header of 33 bytes.
    const movingPng = Buffer.concat([still.subarray(0, 33), length, control, checksum, still.subarray(33)])
    for (const asItIs of [
      await entry('gif', 'image/gif', frames),
      await entry('svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]) {
      expect(await ask(asItIs, 384, EVERYTHING), asItIs.name).toBe('as it is')
    }
    const others = [
      await entry('movingwebp', 'image/webp', moving),
      await entry('movingpng', 'image/png', movingPng),
      await entry('damaged', 'image/jpeg', 'not a picture'),
      { ...(await entry('gone', 'image/png', '')), path: path.join(dir, 'nothing') },
    ]
    for (const other of others) expect(await ask(other, 384, EVERYTHING), other.name).toBe('now')
    expect(copies().filter((name) => !name.startsWith('wide') && !name.startsWith('turned'))).toEqual([])
  })

  it('is left for later where many wait to be made, and there is one then', async () => {
    const many = Array.from({ length: 105 }, (_, at) => ({ ...wide, hash: `wide${at}` }))
    const asked = await Promise.all(many.map((each) => ask(each, 384, 'image/webp')))
    expect(asked.filter((copy) => copy === 'now')).toHaveLength(5)
    const later = many.find((_, at) => asked[at] === 'now') ?? wide
    expect(await copyOf(later, 384, 'image/webp')).toBeDefined()
  })
})
