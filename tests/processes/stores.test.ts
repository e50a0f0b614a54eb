import { createHash } from 'node:crypto'
import { utimesSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { connectToRedis } from '@/lib/redis/connection'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { getContentName, listContents } from '@/lib/snapshot/contents'
import { copySnapshot } from '@/lib/snapshot/copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { RedisStore } from '@/lib/snapshot/redis-store'
import type { Manifest, SnapshotState, SnapshotStore } from '@/lib/snapshot/store'
import { expectConsole } from '@/tests/support/console'
import { startFileRedis } from '@/tests/support/file-redis'
import { createTemporaryFolder } from '@/tests/support/folders'
import { createId } from '@/tests/support/records'
import { RedisServer } from '@/tests/support/redis'
import { createRawMap, createSourceManifest, pageFile, workspace } from '@/tests/unit/snapshot/support'

const server = await startFileRedis()
let keys = 0

const openRedisStore = async () => new RedisStore(await server.client(), `test:${keys++}:`)

/** Prepares a working copy with two pages and a file. */
async function prepareWorkspace() {
  const picture = Buffer.from('the bytes of a picture')
  const hash = createHash('sha256').update(picture).digest('hex')
  const entry = { file: 'files/picture.png', name: 'picture.png', type: 'image/png', hash }
  const files = { 'attachment:1:picture.png': entry }
  const each = workspace({
    'manifest.json': createSourceManifest('Home', ['Home', 'Tides'], files),
    [`pages/${pageFile('Home')}`]: createRawMap({ Home: 'Welcome' }),
    [`pages/${pageFile('Tides')}`]: createRawMap({ Tides: 'High at noon' }, { Tides: 'Home' }),
    'files/picture.png': picture.toString(),
  })
  await prepareSite(each.env, 0)
  return { ...each, store: openWorkingCopy(each.env), picture, hash }
}

const STORES: Record<string, () => Promise<SnapshotStore>> = {
  'in a folder': async () => new FilesStore(path.join(createTemporaryFolder(), 'copy')),
  'in Redis': () => openRedisStore(),
}

test('a manifest in a folder is read again if it was replaced within the time resolution of the disk', async () => {
  const { store } = await prepareWorkspace()
  const manifest = await readManifest(store)
  const file = path.join(store.dir, 'manifest.json')
  // As on a file system with a resolution of a second.
  const moment = new Date(1_700_000_000_000)
  for (const version of ['one', 'two']) {
    await store.putManifest({ ...manifest, version })
    utimesSync(file, moment, moment)
    expect((await store.manifest())?.version).toBe(version)
  }
})

describe.each(Object.entries(STORES))('a snapshot %s', (where, open) => {
  const expectDamageLog = (name: string) => {
    if (where === 'in a folder') expectConsole(new RegExp(`^error: .*${name} is missing or damaged: it is rebuilt`))
  }

  test('equals its source after a copy, and can be copied again', async () => {
    const { store, picture, hash } = await prepareWorkspace()
    const copy = await open()
    expect(await copy.manifest()).toBeUndefined()
    expect(await copy.state()).toBeUndefined()
    const names = listContents(await readManifest(store))
    expect(await copySnapshot(store, copy)).toMatchObject({ contents: names.length })
    expect(await copySnapshot(store, copy)).toEqual({ contents: 0, bytes: 0 })

    const manifest = await copy.manifest()
    const original = await store.manifest()
    expect({ ...manifest, files: null }).toEqual({ ...original, files: null })
    for (const [id, content] of Object.entries(original?.pages ?? {})) {
      expect(await copy.page(id, content)).toEqual(await store.page(id, content))
    }
    expect(await copy.derived('index')).toEqual(await store.derived('index'))
    expect(await copy.derived('nothing')).toBeUndefined()

    const folder = new FilesStore(path.join(createTemporaryFolder(), 'again'))
    await copySnapshot(copy, folder)
    expect(await readSavedIndex(folder)).toEqual(await readSavedIndex(store))
    const file = await folder.file(hash)
    expect(file?.path).toBe(path.join(folder.dir, 'files', hash))
    expect(await folder.contents([`files/${hash}`])).toEqual([picture])
  })

  test('lists missing content, and rejects content whose hash does not match its name', async () => {
    const { store, hash } = await prepareWorkspace()
    const copy = await open()
    const [first = '', ...others] = listContents(await readManifest(store))
    expect(await copy.missing([first, ...others])).toEqual([first, ...others])
    const [content] = await store.contents([first])
    await copy.putContents([[first, content ?? Buffer.of()]])
    expect(await copy.missing([first, ...others])).toEqual(others)
    await copy.putContents([[`files/${hash}`, Buffer.from('something else')]])
    expectDamageLog(`files/${hash}`)
    expect(await copy.contents([first, `files/${hash}`, `files/${'0'.repeat(64)}`])).toEqual([
      content,
      undefined,
      undefined,
    ])
    const id = createId('Home')
    expectDamageLog('0{32}.json.gz')
    await expect(copy.page(id, '0'.repeat(32))).rejects.toThrow()
  })

  test('that is incomplete is not copied', async () => {
    const { store } = await prepareWorkspace()
    const copy = await open()
    await copySnapshot(store, copy)
    const id = createId('Tides')
    const name = getContentName('pages', id, (await readManifest(store)).pages[id] ?? '')
    await copy.putContents([[name, Buffer.from('broken')]])
    const target = new FilesStore(path.join(createTemporaryFolder(), 'target'))
    expectDamageLog(name)
    await expect(copySnapshot(copy, target)).rejects.toThrow(name)
    expect(await target.manifest()).toBeUndefined()
  })
})

test('watching a folder reports a new state', async () => {
  const { store } = await prepareWorkspace()
  const copy = new FilesStore(path.join(createTemporaryFolder(), 'copy'))
  let changes = 0
  const stop = copy.watch(() => changes++)
  await copySnapshot(store, copy)
  await expect.poll(() => changes, { timeout: 10_000 }).toBe(1)
  stop()
})

describe('RedisStore', () => {
  test('removes a damaged entry, so that the next copy stores it again', async () => {
    const { store } = await prepareWorkspace()
    const shared = await openRedisStore()
    await copySnapshot(store, shared)
    const id = createId('Tides')
    const hash = (await readManifest(store)).pages[id] ?? ''
    const name = getContentName('pages', id, hash)
    await shared.putContents([[name, Buffer.from('broken')]])
    expect(await shared.missing([name])).toEqual([])
    await expect(shared.page(id, hash)).rejects.toThrow('The snapshot is incomplete')
    expect(await shared.missing([name])).toEqual([name])
    await copySnapshot(store, shared)
    expect(await shared.page(id, hash)).toEqual(await store.page(id, hash))
  })

  test('returns either the old or the new state if the state is replaced during a read', async () => {
    const { store } = await prepareWorkspace()
    const shared = await openRedisStore()
    const state = await readState(store)
    const put = (version: string) =>
      shared.putState({
        manifest: { ...state.manifest, version },
        derived: { ...state.derived, lint: gzipSync(JSON.stringify(version)) },
      })
    await put('0')
    for (let at = 1; at <= 20; at++) {
      const [seen] = await Promise.all([shared.state(), put(String(at))])
      expect(JSON.parse(String(gunzipSync(seen?.derived.lint ?? '')))).toBe(seen?.manifest.version)
    }
  })

  test('sweeps only contents that are in no manifest', async () => {
    const { store } = await prepareWorkspace()
    const shared = await openRedisStore()
    await copySnapshot(store, shared)
    const manifest = await readManifest(store)
    await shared.sweep([manifest])
    expect(await shared.missing(listContents(manifest))).toEqual([])
    const { [createId('Tides')]: gone = '', ...pages } = manifest.pages
    await shared.sweep([{ ...manifest, pages, files: {} }])
    const names = [
      getContentName('pages', createId('Tides'), gone),
      ...listContents({ ...manifest, pages: {}, collections: {} }),
    ]
    expect(await shared.missing(listContents(manifest))).toEqual(names)
  })

  test('keeps its content over a restart of Redis, and reports that Redis is unreachable', async () => {
    const { store } = await prepareWorkspace()
    const own = await RedisServer.start()
    const messages: string[] = []
    const redis = await own.client(own.url, (message) => messages.push(message))
    const shared = new RedisStore(redis, 'test:')
    await copySnapshot(store, shared)
    const generation = await shared.generation()
    await own.interrupt()
    await expect(shared.generation()).rejects.toThrow()
    await own.resume()
    await expect.poll(() => shared.generation().catch(() => 0), { timeout: 20_000 }).toBe(generation)
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatch(/^Redis at redis:\/\/127\.0\.0\.1:\d+ cannot be reached \(.+\): check REDIS_URL/)
    expect(messages[1]).toMatch(/^Redis at .+ responds$/)
    await own.stop()
  })

  test('keeps the previous state if Redis is full, and reports it', async () => {
    const { store } = await prepareWorkspace()
    const full = await RedisServer.start('--maxmemory', '3mb', '--maxmemory-policy', 'noeviction')
    const shared = new RedisStore(await full.client(), 'test:')
    await copySnapshot(store, shared)
    const generation = await shared.generation()
    const large = Array.from(
      { length: 60 },
      (_, at) => [`files/${String(at).padStart(64, '0')}`, Buffer.alloc(100_000)] as const,
    )
    await expect(shared.putContents(large)).rejects.toThrow('Redis refuses writes')
    expect(await shared.generation()).toBe(generation)
    expect(await shared.derived('index')).toEqual(await store.derived('index'))
    await full.stop()
  })

  test('reports a wrong password in one sentence without it, and tries again', async () => {
    const own = await RedisServer.start('--requirepass', 'right')
    const right = await own.client(`redis://:right@127.0.0.1:${own.port}`)
    const messages: string[] = []
    const wrong = connectToRedis(`redis://:not-yet-right@127.0.0.1:${own.port}`, (message) => messages.push(message))
    await expect.poll(() => messages, { timeout: 10_000 }).toHaveLength(1)
    expect(messages[0]).toMatch(/refuses the name or the password: check REDIS_URL/)
    expect(messages[0]).not.toContain('not-yet-right')
    await right.configSet('requirepass', 'not-yet-right')
    await expect.poll(() => wrong.isReady, { timeout: 10_000 }).toBe(true)
    expect(messages).toHaveLength(2)
    wrong.destroy()
    await own.stop()
  })
})

async function readManifest(store: SnapshotStore): Promise<Manifest> {
  const manifest = await store.manifest()
  if (manifest === undefined) throw new Error('there is no manifest')
  return manifest
}

async function readState(store: SnapshotStore): Promise<SnapshotState> {
  const state = await store.state()
  if (state === undefined) throw new Error('there is no state')
  return state
}
