import { execFileSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCurrentReasons } from '@/lib/problems'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { listContents } from '@/lib/snapshot/contents'
import { copySnapshot } from '@/lib/snapshot/copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { hashPage } from '@/lib/snapshot/source'
import { STATE_NAMES } from '@/lib/snapshot/store'
import { expectConsole } from '../../support/console'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

// Test files share a process and its problems.
beforeEach(() => void delete getRuntime().problems)

const DAMAGES: Record<string, (file: string) => void> = {
  emptied: (file) => writeFileSync(file, ''),
  truncated: (file) => writeFileSync(file, readFileSync(file).subarray(0, -9)),
  replaced: (file) => writeFileSync(file, gzipSync('{"another":"page"}')),
  deleted: (file) => rmSync(file),
  'replaced by a link to another file': (file) => {
    rmSync(file)
    symlinkSync('/dev/zero', file)
  },
  'replaced by a pipe': (file) => {
    rmSync(file)
    execFileSync('mkfifo', [file])
  },
}

/** Replaces a file with another one of the same format. */
function swapped(file: string) {
  const other = path.basename(file) === 'lint.json.gz' ? 'history.json.gz' : 'lint.json.gz'
  const isText = file.endsWith('.json')
  const bytes = readFileSync(path.join(path.dirname(file), other))
  writeFileSync(file, isText ? gunzipSync(bytes) : bytes)
}

/** Flips one bit. In a manifest it is part of a digit, so that the JSON can still be parsed. */
function flipped(file: string) {
  const bytes = readFileSync(file)
  const at = file.endsWith('.json') ? bytes.indexOf('"syncedAt":') + 12 : Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

/** Returns the values of the prepared state by name. */
async function readState(store: FilesStore) {
  const state = await store.state()
  const derived = Object.entries(state?.derived ?? {}).map(([name, bytes]) => [
    name,
    JSON.parse(String(gunzipSync(bytes))),
  ])
  // A history that is restored from the index has additional redirects, so only its published paths are compared.
  const { history, prepared, ...all } = Object.fromEntries(derived)
  return { ...all, manifest: state?.manifest, history: history.published, prepared: prepared.key }
}

/** Prepares a site with two pages and returns the files of both in the working copy. */
async function prepareTwoPages() {
  const source = workspace({
    [pageFile('A')]: createRawMap({ A: 'one' }),
    [pageFile('B')]: createRawMap({ B: 'two' }, { B: 'A' }),
  })
  await source.prepare()
  const store = openWorkingCopy(source.env)
  const hash = (await store.manifest())?.pages[createId('B')] ?? ''
  const folder = path.join(store.dir, 'pages')
  const [damaged = ''] = readdirSync(folder).filter((name) => name.startsWith(createId('B')))
  const [other = ''] = readdirSync(folder).filter((name) => name.startsWith(createId('A')))
  return { ...source, store, hash, damaged: path.join(folder, damaged), other: path.join(folder, other) }
}

it('treats content that is not in the manifest as missing, not as damaged', async () => {
  const { store, damaged } = await prepareTwoPages()
  const former = 'a'.repeat(path.basename(damaged, '.json.gz').length - createId('B').length - 1)
  await expect(store.page(createId('B'), former)).rejects.toThrow('The snapshot is incomplete')
  expect(existsSync(path.join(store.dir, 'requests', 'damaged'))).toBe(false)
})

describe.each(Object.entries(DAMAGES))('a page of the working copy that was %s', (_, damage) => {
  it('is not read, is reported once and is rebuilt by the next preparation without other pages', async () => {
    const { prepare, store, hash, damaged, other } = await prepareTwoPages()
    const before = readFileSync(damaged)
    const untouched = statSync(other).ino
    damage(damaged)
    expectConsole(/^error: .*pages\/.*\.json\.gz is missing or damaged: it is rebuilt$/)
    await expect(store.page(createId('B'), hash)).rejects.toThrow('The snapshot is incomplete')
    await expect(store.page(createId('B'), hash)).rejects.toThrow('The snapshot is incomplete')
    expect(await store.damage.takeMarker()).toBe(true)
    expect(getCurrentReasons()).toEqual(['Some contents failed verification and are being restored'])
    store.damage.noteRestored()
    expect(getCurrentReasons()).toEqual([])
    expect((await prepare()).changed).toBe(true)
    expect(readFileSync(damaged)).toEqual(before)
    expect((await store.page(createId('B'), hash)).id).toBe(createId('B'))
    expect(statSync(other).ino).toBe(untouched)
    expect((await prepare()).changed).toBe(false)
  })

  it('is rebuilt by a preparation that verifies all contents', async () => {
    const { env, store, hash, damaged } = await prepareTwoPages()
    damage(damaged)
    expectConsole(/^error: .*pages\/.*\.json\.gz is missing or damaged: it is rebuilt$/)
    expect((await prepareSite(env, 0, { verify: true })).changed).toBe(true)
    expect((await store.page(createId('B'), hash)).id).toBe(createId('B'))
  })
})

it('rebuilds a damaged collection in the next preparation', async () => {
  const map = createRawMap({ A: 'one' })
  const id = createId('Rows')
  const value = { id, name: [['Rows']], parent_id: createId('A'), parent_table: 'block', schema: {} }
  Object.assign(map.collection, { [id]: { value } })
  const source = workspace({ [pageFile('A')]: map })
  await source.prepare()
  const store = openWorkingCopy(source.env)
  const [name = ''] = readdirSync(path.join(store.dir, 'collections'))
  writeFileSync(path.join(store.dir, 'collections', name), '')
  writeFiles(source.folder, { [pageFile('B')]: createRawMap({ B: 'two' }, { B: 'A' }) })
  await source.prepare()
  const hash = (await store.manifest())?.collections[id] ?? ''
  expect((await store.collection(id, hash)).collection.id).toBe(id)
})

it('a page is unavailable if its copy and its file are damaged, and other pages are served', async () => {
  const { prepare, folder, damaged } = await prepareTwoPages()
  rmSync(damaged)
  writeFileSync(path.join(folder, pageFile('B')), '{"block":')
  const { index, problems } = await prepare()
  const site = new Site(index)
  expect(problems.map(({ file }) => file)).toEqual([pageFile('B')])
  expect([site.resolve('b', PUBLIC).kind, site.resolve('', PUBLIC).kind]).toEqual(['unavailable', 'page'])
  writeFiles(folder, { [pageFile('B')]: createRawMap({ B: 'three' }, { B: 'A' }) })
  expect(new Site((await prepare()).index).resolve('b', PUBLIC).kind).toBe('page')
})

describe('a file of the workspace that cannot be read yet', () => {
  async function prepareDamaged() {
    const map = JSON.stringify(createRawMap({ B: 'good' }, { B: 'A' }))
    const [name, moment] = [`pages/${pageFile('B')}`, new Date(1_700_000_000_000)]
    const layout = createSourceManifest('A', ['A', 'B'])
    Object.assign(layout.pages[createId('B')] ?? {}, { hash: hashPage(map) })
    const source = workspace({ 'manifest.json': layout, [`pages/${pageFile('A')}`]: createRawMap({ A: 'a' }) })
    // Simulates a disk that returns wrong bytes once: the size and time of the file do not change.
    const write = (text: string) => {
      writeFiles(source.folder, { [name]: text })
      utimesSync(path.join(source.folder, name), moment, moment)
    }
    write(map.replace('good', 'gone'))
    return { ...source, mend: () => write(map) }
  }

  it('is read again by each preparation, without preparing anything else', async () => {
    const { prepare, mend } = await prepareDamaged()
    const first = await prepare()
    expect([first.problems.length, first.unread.length]).toEqual([1, 1])
    expect((await prepare()).changed).toBe(false)
    mend()
    const { index, problems, unread } = await prepare()
    expect([problems, unread]).toEqual([[], []])
    expect(index.pages.map(({ title, hasStoredContent }) => [title, hasStoredContent])).toContainEqual(['B', true])
  })

  it('is read again by a preparation that is caused by another file', async () => {
    const { prepare, folder, mend } = await prepareDamaged()
    await prepare()
    mend()
    writeFiles(folder, { [`pages/${pageFile('A')}`]: createRawMap({ A: 'another' }) })
    expect((await prepare()).problems).toEqual([])
  })

  it('is not opened if it is a pipe', async () => {
    const { prepare, folder } = await prepareDamaged()
    const file = path.join(folder, 'pages', pageFile('B'))
    rmSync(file)
    execFileSync('mkfifo', [file])
    expect((await prepare()).problems.map(({ reason }) => reason)).toEqual(['it cannot be read'])
    rmSync(path.join(folder, 'manifest.json'))
    execFileSync('mkfifo', [path.join(folder, 'manifest.json')])
    await expect(prepare()).rejects.toThrow('manifest.json cannot be read (it is not a regular file)')
  })
})

describe.each([...STATE_NAMES.map((name) => `${name}.json.gz`), 'manifest.json'])('%s of the working copy', (name) => {
  it.each(Object.entries({ ...DAMAGES, swapped, flipped }))('is rebuilt if it was %s', async (_, damage) => {
    const { env, prepare, store } = await prepareTwoPages()
    const before = await readState(store)
    damage(path.join(store.dir, name))
    // Without `prepared`, missing files are not reported as damaged, so the number of logged lines varies.
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await prepare()
    for (const [line] of log.mock.calls) expect(line).toMatch(/ missing or damaged: it is (?:rebuilt|restored)/)
    log.mockRestore()
    const again = openWorkingCopy(env)
    expect(await readState(again)).toEqual(before)
    expect(await again.hasWholeState()).toBe(true)
    expect((await prepare()).changed).toBe(false)
  })
})

it('copySnapshot throws if a derived value is damaged', async () => {
  const { store } = await prepareTwoPages()
  writeFileSync(path.join(store.dir, 'lint.json.gz'), gzipSync('[]{}'))
  const target = new FilesStore(path.join(store.dir, '..', 'copy'))
  await expect(copySnapshot(store, target)).rejects.toThrow('damaged: lint')
  expect(await target.manifest()).toBeUndefined()
})

it('all contents in the manifest of a prepared site exist', async () => {
  const { store } = await prepareTwoPages()
  const manifest = await store.manifest()
  expect(await store.missing(manifest ? listContents(manifest) : [])).toEqual([])
})
