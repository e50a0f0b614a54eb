import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { lockFolder } from '@/lib/sync/lock'
import { SnapshotFolder } from '@/lib/sync/snapshot-folder'
import { SyncState } from '@/lib/sync/state'
import { expectConsole } from '@/tests/support/console'
import { temporaryFolder } from '@/tests/support/folders'

const ENDED_PROCESS = 2 ** 30
const ROOT = '10000000-0000-4000-8000-000000000001'

describe('the state of a sync', () => {
  const load = async (dir: string, root: string) => {
    const folder = new SnapshotFolder(dir)
    await folder.open()
    return SyncState.load(folder, root)
  }
  const users = async (dir: string, root: string) => Object.fromEntries((await load(dir, root)).users)
  const ADA = { given: 'Ada', family: 'L' }

  test.each(['journaled', 'compacted'])('is of one root: %s', async (how) => {
    const dir = temporaryFolder()
    const state = await load(dir, 'root')
    state.set('users', 'ada', ADA)
    if (how === 'compacted') await state.compact()
    expect(await users(dir, 'root')).toEqual({ ada: ADA })
    expect(await users(dir, 'another')).toEqual({})
  })

  test('is no whole workspace if only the end of it can be read', async () => {
    const dir = temporaryFolder()
    const state = await load(dir, 'root')
    state.set('users', 'ada', ADA)
    state.set('marks', 'whole', true)
    await state.compact()
    expect((await load(dir, 'root')).marks.has('whole')).toBe(true)
    state.set('marks', 'whole', true)
    writeFileSync(path.join(dir, '.sync/state.json.gz'), '')
    expect((await load(dir, 'root')).marks.has('whole')).toBe(false)
  })

  test('holds nothing that was removed since, also when the last line was cut', async () => {
    const dir = temporaryFolder()
    const state = await load(dir, 'root')
    state.set('users', 'ada', ADA)
    state.set('users', 'bob', ADA)
    await state.compact()
    state.delete('users', 'bob')
    writeFileSync(path.join(dir, '.sync/journal.jsonl'), '\n["root","users","ca', { flag: 'a' })
    expect(await users(dir, 'root')).toEqual({ ada: ADA })
  })
})

describe('the lock of a folder', () => {
  test('is held by one sync until it is released', async () => {
    const dir = temporaryFolder()
    const unlock = await lockFolder(dir)
    await expect(lockFolder(dir)).rejects.toThrow('Another sync is at work')
    await unlock()
    expect(readdirSync(dir)).toEqual([])
    await (await lockFolder(dir))()
  })

  test.each([-3000, 3000])('is taken over if a power cut left it without content %i ms from now', async (ms) => {
    const dir = temporaryFolder()
    const file = path.join(dir, 'lock')
    writeFileSync(file, '{"pid":1')
    await expect(lockFolder(dir)).rejects.toThrow('Another sync is at work')
    const touched = new Date(Date.now() + ms)
    utimesSync(file, touched, touched)
    await (await lockFolder(dir))()
    expect(existsSync(file)).toBe(false)
  })

  test('is not removed by a sync that lost it, and is taken over when its process has ended', async () => {
    const dir = temporaryFolder()
    const file = path.join(dir, 'lock')
    const unlock = await lockFolder(dir)
    const left = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: ENDED_PROCESS })
    writeFileSync(file, left)
    await unlock()
    expect(readFileSync(file, 'utf8')).toBe(left)
    const unlockNext = await lockFolder(dir)
    expect(readFileSync(file, 'utf8')).not.toBe(left)
    await unlockNext()
    expect(existsSync(file)).toBe(false)
  })
})

describe('what is in the place of a lock and is none', () => {
  test.each([
    ['a link that leads nowhere', (file: string) => symlinkSync('nowhere', file)],
    ['a link to a file', (file: string) => symlinkSync('/etc/hostname', file)],
    ['a folder', (file: string) => mkdirSync(file)],
  ])('is removed and named once: %s', async (_, put) => {
    const dir = temporaryFolder()
    const file = path.join(dir, 'lock')
    put(file)
    expectConsole(/^error: .*lock is no lock: it was removed/)
    const unlock = await lockFolder(dir)
    expect(lstatSync(file).isFile()).toBe(true)
    await unlock()
    expect(existsSync('/etc/hostname')).toBe(true)
  })
})

describe('a snapshot folder', () => {
  const manifestOf = (...files: string[]) => ({
    ...{ root: ROOT, isWhole: true, removed: [], missing: [], files: {} },
    pages: Object.fromEntries(files.map((file, at) => [`page ${at}`, { file, edited: 1, hash: 'a' }])),
  })
  const open = async (dir: string) => {
    const folder = new SnapshotFolder(dir)
    await folder.open()
    return folder
  }

  test('is published again if a file was written, although the manifest is the same', async () => {
    const folder = await open(temporaryFolder())
    expect(await folder.commit(manifestOf())).toBe(true)
    expect(await folder.commit(manifestOf())).toBe(false)
    await folder.put('pages/a.json', '{}')
    expect(await folder.commit(manifestOf())).toBe(true)
  })

  test('keeps the published pages when a sync has lost its state', async () => {
    const dir = temporaryFolder()
    const before = await open(dir)
    await before.put('pages/a.json', '{}')
    await before.commit(manifestOf('pages/a.json'))
    await before.close()
    for (const page of ['pages/b.json', 'pages/c.json']) {
      const folder = await open(dir)
      await folder.sweep(manifestOf())
      await folder.put(page, '{}')
      await folder.commit(manifestOf('pages/a.json', page))
      await folder.sweep(manifestOf())
      await folder.close()
    }
    expect(readdirSync(path.join(dir, 'pages'))).toContain('a.json')
  })
})
