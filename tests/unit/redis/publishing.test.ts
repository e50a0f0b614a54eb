import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { WriterRole } from '@/lib/instances/writer-role'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { listContents } from '@/lib/snapshot/contents'
import { copySnapshot } from '@/lib/snapshot/copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { expectConsole } from '../../support/console'
import { startFileRedis } from '../../support/file-redis'
import { createTemporaryFolder, writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from '../snapshot/support'

const server = await startFileRedis()
let sites = 0

/** Prepares a small folder. Returns its state and a function that opens the store of one site in Redis, as a process does. */
async function prepareState() {
  const { env } = workspace({ 'home.json': createRawMap({ Home: 'Welcome' }) })
  await prepareSite(env, 0)
  const state = await openWorkingCopy(env).state()
  if (state === undefined) throw new Error('there is no state')
  const site = `test:publishing:${sites++}:`
  return { state, open: async (writer?: string) => new RedisStore(await server.client(), site, '', writer) }
}

test('ignores a manifest with invalid page ids', async () => {
  const { state, open } = await prepareState()
  const shared = await open()
  await shared.putState({ ...state, manifest: { ...state.manifest, pages: { '../../../etc': '0'.repeat(32) } } })
  expect(await shared.manifest()).toBeUndefined()
})

test('generations only increase, and only the process with the role of the writer publishes one', async () => {
  const { state, open } = await prepareState()
  const first = await open('first')
  await expect(first.putState(state)).rejects.toThrow('Another writer')
  await first.redis.set(`${first.site}writer`, 'first')
  expect(await first.generation()).toBe(0)
  await first.putState(state)
  const generation = await first.generation()
  expect(generation).toBeGreaterThan(0)
  await first.putState(state)
  expect(await first.generation()).toBeGreaterThan(generation)
  // The clock of a former Redis was ahead.
  const later = Date.now() + 3_600_000
  await first.redis.set(`${first.site}generation`, later)
  await first.putState(state)
  expect(await first.generation()).toBe(later + 1)
  await first.redis.set(`${first.site}writer`, 'second')
  await expect(first.putState(state)).rejects.toThrow('Another writer')
})

test('lastManifests returns the manifests of the last two generations', async () => {
  const { state, open } = await prepareState()
  const shared = await open()
  const put = (version: string) => shared.putState({ ...state, manifest: { ...state.manifest, version } })
  const readVersions = async () => (await (await open()).lastManifests()).map(({ version }) => version)
  expect(await readVersions()).toEqual([])
  for (const version of ['one', 'two', 'three']) await put(version)
  expect(await readVersions()).toEqual(['three', 'two'])
})

test('isNewest returns true for the digest of the last publication of the same version', async () => {
  const { state, open } = await prepareState()
  const shared = await open()
  expect(await shared.isNewest('digest')).toBe(false)
  await shared.putState(state, 'digest')
  expect([await shared.isNewest('digest'), await shared.isNewest('other')]).toEqual([true, false])
  const other = new RedisStore(shared.redis, shared.site, 'other')
  await other.putState(state, 'digest')
  expect(await shared.isNewest('digest')).toBe(false)
  expect(await other.isNewest('digest')).toBe(true)
})

test('a file that the writer lost is taken from Redis, or published as missing until the writer has it again', async () => {
  const hash = createHash('sha256').update('a picture').digest('hex')
  const address = 'attachment:1:a.png'
  const { env, folder } = workspace({
    'manifest.json': createSourceManifest('Home', ['Home'], { [address]: { file: 'a.png', hash, type: 'image/png' } }),
    [`pages/${pageFile('Home')}`]: createRawMap({ Home: 'Welcome' }),
    'a.png': 'a picture',
  })
  const shared = new RedisStore(await server.client(), `test:publishing:${sites++}:`)
  const publish = async () => {
    await prepareSite(env, 0)
    const before = await shared.generation()
    await new Publisher(openWorkingCopy(env), shared).publish()
    expect(await shared.generation()).toBeGreaterThan(before)
    const local = new FilesStore(path.join(createTemporaryFolder(), 'copy'))
    await copySnapshot(shared, local)
    const entry = await local.file(hash)
    const opened = entry && (await local.openFile(entry))
    await opened?.handle.close()
    return {
      isKnown: entry !== undefined,
      isServed: opened !== undefined,
      problems: (await local.manifest())?.problems,
    }
  }
  expect(await publish()).toEqual({ isKnown: true, isServed: true, problems: [] })
  rmSync(path.join(folder, 'a.png'))
  expect(await publish()).toMatchObject({ isKnown: true, isServed: true, problems: [{ file: address }] })
  await shared.redis.del(`${shared.prefix}files/${hash}`)
  await shared.redis.del(`${shared.prefix}state`)
  expect(await publish()).toMatchObject({ isKnown: true, isServed: false, problems: [{ file: address }, {}] })
  writeFiles(folder, { 'a.png': 'a picture' })
  expect(await publish()).toEqual({ isKnown: true, isServed: true, problems: [] })
})

describe('keys of an unexpected type', () => {
  const SITE_KEYS = ['writer', 'generation', 'withdrawals', 'visibility', 'history', 'requests', 'readers', 'report']

  test('are removed and logged once, and the site can be published with its history and withdrawals', async () => {
    const { state, open } = await prepareState()
    const shared = await open()
    await shared.putState(state)
    const before = await shared.generation()
    const history = await shared.history()
    expect(history).toBeDefined()
    for (const name of SITE_KEYS) {
      await shared.redis.del(shared.site + name)
      await shared.redis.hSet(shared.site + name, 'another', 'type')
    }
    await expect(shared.putState(state)).rejects.toThrow('WRONGTYPE')
    for (const name of SITE_KEYS)
      expectConsole(new RegExp(`^error: The key ${shared.site}${name} in Redis was of another type`))
    expect(await shared.removeForeignKeys()).toBe(true)
    expect(await shared.removeForeignKeys()).toBe(false)
    expect(await shared.history()).toEqual(history)
    const closed = { format: 0, pages: [] }
    await shared.putState({ ...state, derived: { ...state.derived, index: gzipSync(JSON.stringify(closed)) } })
    expect((await shared.compareWith(before - 1)).withdrawn).toEqual([createId('Home')])
  })

  test('that replace the state or a content are replaced by the next publication', async () => {
    const { env } = workspace({ 'home.json': createRawMap({ Home: 'Welcome' }) })
    await prepareSite(env, 0)
    const working = openWorkingCopy(env)
    const shared = new RedisStore(await server.client(), `test:publishing:${sites++}:`)
    const publisher = new Publisher(working, shared)
    await publisher.publish()
    const manifest = await shared.manifest()
    const [name = ''] = manifest ? listContents(manifest) : []
    for (const key of [`${shared.prefix}state`, shared.prefix + name]) {
      await shared.redis.del(key)
      await shared.redis.rPush(key, 'another type')
    }
    expectConsole(/^error: The key .*state in Redis was of another type/)
    expect(await shared.removeForeignKeys()).toBe(true)
    await publisher.publish()
    expect(await shared.manifest()).toEqual(manifest)
    expect((await shared.contents([name]))[0]).toBeDefined()
  })

  test('do not prevent a writer from taking the role', async () => {
    const { open } = await prepareState()
    const store = await open()
    const { redis, site } = store
    await redis.rPush(`${site}writer`, 'another type')
    expectConsole(/^error: The key .*writer in Redis was of another type/)
    const stopped = new AbortController()
    const role = new WriterRole(redis, site, () => store.removeForeignKeys())
    expect((await role.take(stopped.signal)).aborted).toBe(false)
    expect(String(await redis.get(`${site}writer`))).toBe(role.value)
    stopped.abort()
  })
})
