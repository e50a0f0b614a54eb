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
vi.mock('@/lib/settings/env', () => ({ getEnv: () => ({ stateDir }) }))

const { PictureCache, openCachedPicture, readCachedPicture } = await import('@/lib/page/picture-cache')
const { WorkerNotReadyError } = await import('@/lib/workers/job-queue')

const createPicture = async () => Uint8Array.of(1)

it('limits the pictures that wait to be created, and returns existing ones', async () => {
  const pictures = new PictureCache('few', 1000, 2)
  await pictures.file('made', createPicture)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const createFile = vi.fn(() => released.then(createPicture))
  const results: unknown[] = []
  const requests = ['a', 'b', 'c', 'd', 'made'].map(async (name) => {
    results.push(await pictures.file(name, createFile))
  })
  // Which two of the four wait is not defined.
  await expect.poll(() => results).toHaveLength(3)
  expect(results).toEqual(expect.arrayContaining([undefined, path.join(stateDir, 'few', 'made')]))
  expect(createFile).toHaveBeenCalledTimes(2)
  release()
  await Promise.all(requests)
  expect(results.filter((file) => file !== undefined)).toHaveLength(3)
  expect(await pictures.file('d', createFile)).toBeDefined()
})

it('tries again after an hour if a picture could not be created', async () => {
  const pictures = new PictureCache('again', 1000)
  const createFile = vi.fn(createPicture).mockRejectedValueOnce(new Error('the disk is full'))
  expect(await pictures.file('a', createFile)).toBeUndefined()
  expect(await pictures.file('a', createFile)).toBeUndefined()
  expect(createFile).toHaveBeenCalledTimes(1)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * 3_600_000)
  expect(await pictures.file('a', createFile)).toBeDefined()
  clock.mockRestore()
})

it.each([
  ['the picture process was not ready', new WorkerNotReadyError('picture process')],
  ['the process had no file descriptor left', Object.assign(new Error('too many open files'), { code: 'EMFILE' })],
])('tries again immediately if a picture could not be created because %s', async (reason, error) => {
  const pictures = new PictureCache(`soon ${reason}`, 1000)
  const createFile = vi.fn(createPicture).mockRejectedValueOnce(error)
  expect(await pictures.file('a', createFile)).toBeUndefined()
  expect(await pictures.file('a', createFile)).toBeDefined()
})

it('removes the oldest pictures above the size limit, and ignores missing files', async () => {
  const pictures = new PictureCache('many', 1500)
  const { folder } = pictures
  mkdirSync(folder, { recursive: true })
  symlinkSync(path.join(folder, 'nothing'), path.join(folder, 'gone meanwhile'))
  for (const [age, name] of ['young', 'older', 'oldest'].entries()) {
    writeFileSync(path.join(folder, name), Buffer.alloc(700))
    utimesSync(path.join(folder, name), 1_000_000 - age, 1_000_000 - age)
  }
  await pictures.file('new', createPicture)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['new', 'young', 'older']))
  expect(readdirSync(folder)).not.toContain('oldest')
})

it.each([
  ['emptied', () => Buffer.of()],
  ['truncated', (original: Buffer) => original.subarray(0, -1)],
  ['altered', (original: Buffer) => Buffer.from(original.map((byte, index) => (index === 0 ? byte ^ 1 : byte)))],
])('creates a picture again that was %s, and reads it without its hash', async (damageKind, damage) => {
  const createFile = async () => Buffer.from('the bytes of a picture')
  const file = (await new PictureCache(damageKind, 1000).file('a', createFile)) ?? ''
  expect(String(await readCachedPicture(file))).toBe('the bytes of a picture')
  const original = readFileSync(file)
  rmSync(file)
  // Replace the file, because the cache has already verified the old one.
  writeFileSync(`${file}.new`, damage(original))
  renameSync(`${file}.new`, file)
  expectConsole(/^error: .*a is damaged; it will be created again/)
  expect(await new PictureCache(damageKind, 1000).file('a', createFile)).toBe(file)
  expect(readFileSync(file)).toEqual(original)
  const { handle, size } = await openCachedPicture(file)
  await handle.close()
  expect(size).toBe(original.length - 32)
})
