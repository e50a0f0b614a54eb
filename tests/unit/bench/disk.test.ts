import { mkdirSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Ending, RecordedDisk } from '@/tests/bench/faults/disk'
import { createRandom } from '@/tests/bench/workspace'
import { createTemporaryFolder } from '@/tests/support/folders'

/** Returns the possible contents of a file if `work` is interrupted at any time. undefined means that the file does not exist. */
async function findOutcomes(ending: Ending, name: string, work: (dir: string) => Promise<void>) {
  const dir = path.join(createTemporaryFolder(), 'disk')
  mkdirSync(dir)
  await writeFile(path.join(dir, 'old'), 'old')
  const disk = new RecordedDisk(dir)
  await work(dir)
  const events = disk.stop()
  const readAfter = (count: number, seed: number) =>
    disk.imageAt(count, ending, createRandom(seed)).get(path.join(dir, name))?.toString()
  const seeds = Array.from({ length: 40 }, (_, seed) => seed)
  const during = Array.from({ length: events + 1 }, (_, count) => seeds.map((seed) => readAfter(count, seed)))
  return { during: new Set(during.flat()), atLast: new Set(during.at(-1)) }
}

/** Replaces a file as the product does. */
const replaceFile = (flush: boolean) => async (dir: string) => {
  await writeFile(path.join(dir, 'new'), 'new', { flush })
  await rename(path.join(dir, 'new'), path.join(dir, 'old'))
  if (!flush) return
  const handle = await open(dir)
  await handle.sync()
  await handle.close()
}

test('all written data is kept after a kill', async () => {
  const { during, atLast } = await findOutcomes('kill', 'old', replaceFile(false))
  expect([[...during], [...atLast]]).toEqual([['old', 'new'], ['new']])
})

test('a file that was renamed without a flush can be empty, truncated or zeros after a power cut', async () => {
  const { atLast } = await findOutcomes('power', 'old', replaceFile(false))
  expect([...atLast]).toEqual(expect.arrayContaining(['old', '', 'new', '\0\0\0']))
})

test('a file that was flushed, renamed and flushed with its folder is complete after a power cut', async () => {
  const { during, atLast } = await findOutcomes('power', 'old', replaceFile(true))
  expect([...during].sort()).toEqual(['new', 'old'])
  expect([...atLast]).toEqual(['new'])
})

test('a removed file can reappear after a power cut', async () => {
  const { atLast } = await findOutcomes('power', 'old', (dir) => rm(path.join(dir, 'old')))
  expect(atLast).toEqual(new Set(['old', undefined]))
})
