import { mkdirSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Ending, RecordedDisk } from '@/tests/bench/faults/disk'
import { randomFrom } from '@/tests/bench/workspace'
import { temporaryFolder } from '@/tests/support/folders'

/** What may be in a file after an end at any moment of some work; undefined: the file is not there. */
async function outcomes(ending: Ending, name: string, work: (dir: string) => Promise<void>) {
  const dir = path.join(temporaryFolder(), 'disk')
  mkdirSync(dir)
  await writeFile(path.join(dir, 'old'), 'old')
  const disk = new RecordedDisk(dir)
  await work(dir)
  const events = disk.stop()
  const after = (count: number, seed: number) =>
    disk.imageAt(count, ending, randomFrom(seed)).get(path.join(dir, name))?.toString()
  const seeds = Array.from({ length: 40 }, (_, seed) => seed)
  const during = Array.from({ length: events + 1 }, (_, count) => seeds.map((seed) => after(count, seed)))
  return { during: new Set(during.flat()), atLast: new Set(during.at(-1)) }
}

/** As the product should write. */
const replaceWhole = (flush: boolean) => async (dir: string) => {
  await writeFile(path.join(dir, 'new'), 'new', { flush })
  await rename(path.join(dir, 'new'), path.join(dir, 'old'))
  if (!flush) return
  const handle = await open(dir)
  await handle.sync()
  await handle.close()
}

test('after a kill everything that was written is there', async () => {
  const { during, atLast } = await outcomes('kill', 'old', replaceWhole(false))
  expect([[...during], [...atLast]]).toEqual([['old', 'new'], ['new']])
})

test('after a power cut a file that was renamed without a flush may be empty, cut or zeros', async () => {
  const { atLast } = await outcomes('power', 'old', replaceWhole(false))
  expect([...atLast]).toEqual(expect.arrayContaining(['old', '', 'new', '\0\0\0']))
})

test('after a power cut a file that was flushed, renamed and flushed with its folder is whole', async () => {
  const { during, atLast } = await outcomes('power', 'old', replaceWhole(true))
  expect([...during].sort()).toEqual(['new', 'old'])
  expect([...atLast]).toEqual(['new'])
})

test('a file that was removed may come back after a power cut', async () => {
  const { atLast } = await outcomes('power', 'old', (dir) => rm(path.join(dir, 'old')))
  expect(atLast).toEqual(new Set(['old', undefined]))
})
