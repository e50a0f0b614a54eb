import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { expectConsole } from '../../support/console'

const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-made-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))
vi.mock('@/lib/env', () => ({ getEnv: () => ({ stateDir }) }))

const { PictureCache, openCachedPicture, readCachedPicture } = await import('@/lib/page/picture-cache')
const { WorkerNotReadyError } = await import('@/lib/workers/errors')

const picture = async () => Uint8Array.of(1)

it('lets only so many wait to be made, however many ask at once, and gives those that are made', async () => {
  const pictures = new PictureCache('few', 1000, 2)
  await pictures.file('made', picture)
  const make = vi.fn(picture)
  const asked = await Promise.all(['a', 'b', 'c', 'd', 'made'].map((name) => pictures.file(name, make)))
  expect(asked.filter((file) => file !== undefined)).toHaveLength(3)
  expect(asked[4]).toBe(path.join(stateDir, 'few', 'made'))
  expect(make).toHaveBeenCalledTimes(2)
  expect(await pictures.file('d', make)).toBeDefined()
})

it('tries again after a while what could not be made', async () => {
  const pictures = new PictureCache('again', 1000)
  const make = vi.fn(picture).mockRejectedValueOnce(new Error('the disk is full'))
  expect(await pictures.file('a', make)).toBeUndefined()
  expect(await pictures.file('a', make)).toBeUndefined()
  expect(make).toHaveBeenCalledTimes(1)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * 3_600_000)
  expect(await pictures.file('a', make)).toBeDefined()
  clock.mockRestore()
})

it('tries again at once what could not be made because the picture process was not ready', async () => {
  const pictures = new PictureCache('soon', 1000)
  const make = vi.fn(picture).mockRejectedValueOnce(new WorkerNotReadyError('picture process'))
  expect(await pictures.file('a', make)).toBeUndefined()
  expect(await pictures.file('a', make)).toBeDefined()
})

it('keeps no more than so many bytes of them, whatever else lies there', async () => {
  const pictures = new PictureCache('many', 1500)
  const { folder } = pictures
  mkdirSync(folder, { recursive: true })
  symlinkSync(path.join(folder, 'nothing'), path.join(folder, 'gone meanwhile'))
  for (const [age, name] of ['young', 'older', 'oldest'].entries()) {
    writeFileSync(path.join(folder, name), Buffer.alloc(700))
    utimesSync(path.join(folder, name), 1_000_000 - age, 1_000_000 - age)
  }
  await pictures.file('new', picture)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['new', 'young', 'older']))
  expect(readdirSync(folder)).not.toContain('oldest')
})

it.each([
  ['emptied', () => Buffer.of()],
  ['truncated', (whole: Buffer) => whole.subarray(0, -1)],
  ['altered', (whole: Buffer) => Buffer.from(whole.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))],
])('makes a picture again that was %s, and reads it without its hash', async (how, damage) => {
  const make = async () => Buffer.from('the bytes of a picture')
  const file = (await new PictureCache(how, 1000).file('a', make)) ?? ''
  expect(String(await readCachedPicture(file))).toBe('the bytes of a picture')
  const whole = readFileSync(file)
  rmSync(file)
  // Another file in its place, as after a start.
  writeFileSync(`${file}.new`, damage(whole))
  renameSync(`${file}.new`, file)
  expectConsole(/^error: .*a is damaged; it will be created again/)
  expect(await new PictureCache(how, 1000).file('a', make)).toBe(file)
  expect(readFileSync(file)).toEqual(whole)
  const { handle, size } = await openCachedPicture(file)
  await handle.close()
  expect(size).toBe(whole.length - 32)
})
