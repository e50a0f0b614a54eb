import { EventEmitter, once } from 'node:events'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SnapshotManifest } from '@/lib/sync/snapshot-folder'
import { createTemporaryFolder } from '../../support/folders'
import { createId } from '../../support/records'

/** The state of the disk after a power cut: the paths of files whose contents and whose names were flushed. */
const disk = vi.hoisted(() => ({
  contents: new Set<string>(),
  names: new Set<string>(),
  /** Called when a file is renamed to its final name. */
  renamed: (_file: string): void => {},
  /** Called before a file or folder is flushed. */
  flushing: async (_file: string): Promise<void> => {},
}))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const recordFlush = (file: string) => {
    if (!statSync(file).isDirectory()) disk.contents.add(file)
    else for (const name of readdirSync(file)) disk.names.add(path.join(file, name))
  }
  return {
    ...real,
    async open(file: string, ...rest: [string?]) {
      const handle = await real.open(file, ...rest)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        await disk.flushing(file)
        await sync()
        recordFlush(file)
      }
      return handle
    },
    async writeFile(file: string, content: string, options?: { flush?: boolean }) {
      await real.writeFile(file, content, options)
      disk.contents.delete(file)
      if (options?.flush) recordFlush(file)
    },
    async rename(from: string, to: string) {
      disk.renamed(to)
      await real.rename(from, to)
      disk.names.delete(to)
      const isFlushed = disk.contents.delete(from)
      if (isFlushed) disk.contents.add(to)
      else disk.contents.delete(to)
    },
  }
})

const { prepareSite } = await import('@/lib/site/prepare/prepare-site')
const { openWorkingCopy } = await import('@/lib/site/working-copy')
const { OwnedFolder } = await import('@/lib/snapshot/owned-folder')
const { SnapshotPublisher } = await import('@/lib/sync/publisher')
const { SnapshotFolder } = await import('@/lib/sync/snapshot-folder')
const { SyncState } = await import('@/lib/sync/state')
const { pageFile, createRawMap, workspace } = await import('./support')
type Tools = ConstructorParameters<typeof SnapshotPublisher>[0]

const isOnDisk = (file: string) => disk.contents.has(file) && disk.names.has(file)

/** Records files in `folders` that a power cut would lose at the moment when one of the files in `names` is written. */
function recordLosses(names: readonly string[], dir: string, folders: readonly string[]): string[] {
  const lost: string[] = []
  disk.renamed = (file) => {
    if (!names.includes(path.relative(dir, file))) return
    for (const folder of folders.map((name) => path.join(dir, name)).filter(existsSync)) {
      const contents = readdirSync(folder).filter((name) => !name.endsWith('.tmp'))
      expect(contents.length).toBeGreaterThan(0)
      lost.push(...contents.map((name) => path.join(folder, name)).filter((each) => !isOnDisk(each)))
    }
  }
  return lost
}

const manifest: SnapshotManifest = {
  ...{ root: createId('A'), isWhole: true, removed: [], missing: [] },
  ...{ pages: { [createId('A')]: { file: 'pages/a.json', edited: 1, hash: 'a' } }, files: {} },
}

/** Creates a snapshot folder that a sync owns, with a page that is not published yet. */
async function createSnapshotWithPage() {
  const dir = path.join(createTemporaryFolder(), 'snapshot')
  const folder = new SnapshotFolder(dir)
  await folder.open()
  await folder.put('pages/a.json', '{"block":{}}')
  return { dir, folder }
}

beforeEach(() => {
  disk.renamed = () => {}
  disk.flushing = async () => {}
})

it('flushes the contents of a working copy before its manifest and index', async () => {
  const map = createRawMap({ A: 'one', B: 'two' }, { B: 'A' })
  const value = { id: createId('Rows'), name: [['Rows']], parent_id: createId('A'), parent_table: 'block', schema: {} }
  Object.assign(map.collection, { [value.id]: { value } })
  const { env } = workspace({ [pageFile('A')]: map })
  const { dir } = openWorkingCopy(env)
  const states = ['manifest.json', 'index.json.gz']
  const lost = recordLosses(['parts.json.gz', ...states], dir, ['pages', 'collections'])
  await prepareSite(env, 0)
  expect(lost).toEqual([])
  expect(states.map((name) => isOnDisk(path.join(dir, name)))).toEqual([true, true])
  // The folder and its parents are new, so their names must be flushed as well.
  for (let at = dir; at !== path.dirname(env.stateDir); at = path.dirname(at)) expect(disk.names).toContain(at)
})

it('flushes contents that a process wrote which ended before it published them', async () => {
  const { env } = workspace({ [pageFile('A')]: createRawMap({ A: 'one', B: 'two' }, { B: 'A' }) })
  await prepareSite(env, 0)
  const { dir } = openWorkingCopy(env)
  for (const name of readdirSync(dir).filter((each) => each !== 'pages'))
    rmSync(path.join(dir, name), { recursive: true })
  for (const name of readdirSync(path.join(dir, 'pages'))) disk.contents.delete(path.join(dir, 'pages', name))
  const lost = recordLosses(['manifest.json'], dir, ['pages'])
  await prepareSite(env, 0)
  expect(lost).toEqual([])
  expect(isOnDisk(path.join(dir, 'manifest.json'))).toBe(true)
})

it('flushes the contents of a working copy before its manifest after an earlier flush failed', async () => {
  const dir = path.join(createTemporaryFolder(), 'copy')
  const folder = new OwnedFolder(dir)
  await folder.takeOwnership()
  const lost = recordLosses(['manifest.json'], dir, ['pages'])
  await folder.putVerified('pages/a.json.gz', 'a')
  disk.flushing = async (file) => {
    if (file === path.join(dir, 'pages/a.json.gz')) throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  await expect(folder.publish('manifest.json', '{}')).rejects.toThrow('EIO')
  disk.flushing = async () => {}
  // Content that was found to be damaged is removed.
  await folder.putVerified('pages/b.json.gz', 'b')
  rmSync(path.join(dir, 'pages/b.json.gz'))
  await folder.publish('manifest.json', '{}')
  expect(lost).toEqual([])
  expect(isOnDisk(path.join(dir, 'manifest.json'))).toBe(true)
})

it('flushes the pages and files of a snapshot and the sync state before its manifest', async () => {
  const { dir, folder } = await createSnapshotWithPage()
  const { writeFile } = await import('node:fs/promises')
  const temporary = folder.temporary('load')
  await writeFile(temporary, 'the bytes of a picture')
  await folder.move(temporary, 'files/picture.png')
  const state = await SyncState.load(folder, createId('A'))
  state.set('marks', 'whole', true)
  const lost = recordLosses(['manifest.json'], dir, ['pages', 'files'])
  const journal = path.join(dir, '.sync', 'journal.jsonl')
  await new SnapshotPublisher({ state, folder, store: { manifest: () => manifest } } as unknown as Tools).publish()
  expect(lost).toEqual([])
  expect([journal, path.join(dir, 'manifest.json')].map(isOnDisk)).toEqual([true, true])
})

it('flushes the pages of a snapshot before its manifest while the sync writes its own state', async () => {
  const { dir, folder } = await createSnapshotWithPage()
  const lost = recordLosses(['manifest.json'], dir, ['pages'])
  const steps = new EventEmitter()
  const [contents, released] = [once(steps, 'held'), once(steps, 'released')]
  disk.flushing = async (file) => {
    if (file !== path.join(dir, 'pages')) return
    steps.emit('held')
    await released
  }
  const writing = folder.replaceOwn('state', 'any')
  await Promise.race([writing, contents])
  disk.flushing = async () => {}
  await folder.commit(manifest)
  steps.emit('released')
  await writing
  expect(lost).toEqual([])
})

it('flushes the pages of a snapshot before its manifest after an earlier flush failed', async () => {
  const { dir, folder } = await createSnapshotWithPage()
  const lost = recordLosses(['manifest.json'], dir, ['pages'])
  disk.flushing = async (file) => {
    if (file === path.join(dir, 'pages')) throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  await expect(folder.commit(manifest)).rejects.toThrow('EIO')
  disk.flushing = async () => {}
  await folder.commit(manifest)
  expect(lost).toEqual([])
})
