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
import { createTemporaryFolder } from '@/tests/support/folders'

const ENDED_PROCESS = 2 ** 30
const ROOT = '10000000-0000-4000-8000-000000000001'

describe('SyncState', () => {
  const load = async (dir: string, root: string) => {
    const folder = new SnapshotFolder(dir)
    await folder.open()
    return SyncState.load(folder, root)
  }
  const loadUsers = async (dir: string, root: string) => Object.fromEntries((await load(dir, root)).users)
  const ADA = { given: 'Ada', family: 'L' }

  test.each(['journaled', 'compacted'])('belongs to one root page: %s', async (how) => {
    const dir = createTemporaryFolder()
    const state = await load(dir, 'root')
    state.set('users', 'ada', ADA)
    if (how === 'compacted') await state.compact()
    expect(await loadUsers(dir, 'root')).toEqual({ ada: ADA })
    expect(await loadUsers(dir, 'another')).toEqual({})
  })

  test('is incomplete if only the end of it can be read', async () => {
    const dir = createTemporaryFolder()
    const state = await load(dir, 'root')
    state.set('users', 'ada', ADA)
    state.set('marks', 'whole', true)
    await state.compact()
    expect((await load(dir, 'root')).marks.has('whole')).toBe(true)
    state.set('marks', 'whole', true)
    writeFileSync(path.join(dir, '.sync/state.json.gz'), '')
    expect((await load(dir, 'root')).marks.has('whole')).toBe(false)
  })

  test('does not contain removed entries, even if the last line is truncated', async () => {
    const dir = createTemporaryFolder()
    const state = await load(dir, 'root')
    state.set('users', 'ada', ADA)
    state.set('users', 'bob', ADA)
    await state.compact()
    state.delete('users', 'bob')
    writeFileSync(path.join(dir, '.sync/journal.jsonl'), '\n["root","users","ca', { flag: 'a' })
    expect(await loadUsers(dir, 'root')).toEqual({ ada: ADA })
  })
})

describe('lockFolder', () => {
  test('rejects a second sync until the lock is released', async () => {
    const dir = createTemporaryFolder()
    const unlock = await lockFolder(dir)
    await expect(lockFolder(dir)).rejects.toThrow('Another sync is at work')
    await unlock()
    expect(readdirSync(dir)).toEqual([])
    await (await lockFolder(dir))()
  })

  test.each([-3000, 3000])(
    'replaces a lock without valid content, as after a power cut, that was modified %i ms from now',
    async (ms) => {
      const dir = createTemporaryFolder()
      const file = path.join(dir, 'lock')
      writeFileSync(file, '{"pid":1')
      await expect(lockFolder(dir)).rejects.toThrow('Another sync is at work')
      const touched = new Date(Date.now() + ms)
      utimesSync(file, touched, touched)
      await (await lockFolder(dir))()
      expect(existsSync(file)).toBe(false)
    },
  )

  test('does not remove a lock of another process, and replaces it after that process ended', async () => {
    const dir = createTemporaryFolder()
    const file = path.join(dir, 'lock')
    const unlock = await lockFolder(dir)
    const staleLock = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: ENDED_PROCESS })
    writeFileSync(file, staleLock)
    await unlock()
    expect(readFileSync(file, 'utf8')).toBe(staleLock)
    const unlockNext = await lockFolder(dir)
    expect(readFileSync(file, 'utf8')).not.toBe(staleLock)
    await unlockNext()
    expect(existsSync(file)).toBe(false)
  })
})

describe('lockFolder with another file at the path of the lock', () => {
  test.each([
    ['a link that leads nowhere', (file: string) => symlinkSync('nowhere', file)],
    ['a link to a file', (file: string) => symlinkSync('/etc/hostname', file)],
    ['a folder', (file: string) => mkdirSync(file)],
  ])('removes and reports %s', async (_, create) => {
    const dir = createTemporaryFolder()
    const file = path.join(dir, 'lock')
    create(file)
    expectConsole(/^error: .*lock is not a lock: it was removed/)
    const unlock = await lockFolder(dir)
    expect(lstatSync(file).isFile()).toBe(true)
    await unlock()
    expect(existsSync('/etc/hostname')).toBe(true)
  })
})

describe('SnapshotFolder', () => {
  const createManifest = (...files: string[]) => ({
    ...{ root: ROOT, isWhole: true, removed: [], missing: [], files: {} },
    pages: Object.fromEntries(files.map((file, at) => [`page ${at}`, { file, edited: 1, hash: 'a' }])),
  })
  const open = async (dir: string) => {
    const folder = new SnapshotFolder(dir)
    await folder.open()
    return folder
  }

  test('publishes again if a file was written, even if the manifest is the same', async () => {
    const folder = await open(createTemporaryFolder())
    expect(await folder.commit(createManifest('pages/a.json'))).toBe(true)
    expect(await folder.commit(createManifest('pages/a.json'))).toBe(false)
    await folder.put('pages/a.json', '{}')
    expect(await folder.commit(createManifest('pages/a.json'))).toBe(true)
  })

  test('keeps the published pages if the state of the sync is lost', async () => {
    const dir = createTemporaryFolder()
    const before = await open(dir)
    await before.put('pages/a.json', '{}')
    await before.commit(createManifest('pages/a.json'))
    await before.close()
    for (const page of ['pages/b.json', 'pages/c.json']) {
      const folder = await open(dir)
      await folder.sweep(createManifest())
      await folder.put(page, '{}')
      await folder.commit(createManifest('pages/a.json', page))
      await folder.sweep(createManifest())
      await folder.close()
    }
    expect(readdirSync(path.join(dir, 'pages'))).toContain('a.json')
  })
})
