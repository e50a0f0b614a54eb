import { cpSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { Publisher, sweepFormerSnapshots } from '@/lib/instances/publisher'
import { Reader } from '@/lib/instances/reader'
import { openSharedSnapshot } from '@/lib/instances/shared-snapshot'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import type { SiteIndex } from '@/lib/site/site-index'
import { getRedisPrefix, openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { listContents } from '@/lib/snapshot/contents'
import { FilesStore } from '@/lib/snapshot/files-store'
import type { SnapshotStore } from '@/lib/snapshot/store'
import { startFileRedis } from '@/tests/support/file-redis'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { killAll } from '@/tests/support/processes'
import { createId } from '@/tests/support/records'
import { startWriter } from '@/tests/support/writer'
import { createRawMap, workspace } from '@/tests/unit/snapshot/support'

const TIMEOUT = { timeout: 30_000 }
/** The part of snapshot keys after the site prefix in the former key layout: settings and formats. */
const FORMER = '0123456789ab.7.10:'
const RENAMED = 'aaaaaaaa-0000-4000-8000-000000000001'

const server = await startFileRedis()
const redis = await server.client()

/** Stores a snapshot in Redis as former versions did, with requests, instances, the sync's folder and a set of snapshots. */
async function putFormerSnapshot(site: string, store: SnapshotStore, history: object) {
  const prefix = site + FORMER
  const state = await store.state()
  if (state === undefined) throw new Error('there is no state')
  const names = listContents(state.manifest)
  for (const [at, content] of (await store.contents(names)).entries()) {
    if (content) await redis.set(prefix + names[at], content)
  }
  const fields = { ...state.derived, history: gzipSync(JSON.stringify(history)) }
  await redis.hSet(`${prefix}state`, { manifest: gzipSync(JSON.stringify(state.manifest)), ...fields })
  await redis.set(`${prefix}generation`, String(Date.now() + 3_600_000))
  await redis.set(`${prefix}report`, '{"state":"done"}')
  await redis.set(`${prefix}source`, gzipSync('{"manifest.json":"0"}'))
  await redis.sAdd(`${prefix}instances`, 'gone')
  await redis.rPush(`${prefix}requests`, JSON.stringify({ prepare: 'x' }))
  await redis.zAdd(`${site}snapshots`, [
    { score: 1, value: `${site}older.6.9:` },
    { score: 2, value: prefix },
    { score: 3, value: 'colophon:of-another-site:x:' },
  ])
}

test('a writer keeps the former paths of the former key layout, and sweeps its other keys after two generations', async () => {
  const { env, folder, prepare: prepareNow } = workspace({ 'home.json': createRawMap({ Home: 'Welcome' }) })
  await prepareNow()
  const site = getRedisPrefix(env)
  const published = { [createId('Home')]: '', [createId('Tides')]: 'ebb-and-flow' }
  const history = {
    root: createId('Home'),
    published,
    former: { 'old-tides': createId('Tides') },
    gone: { lost: RENAMED },
  }
  await putFormerSnapshot(site, openWorkingCopy(env), history)
  const page = { Home: 'Welcome', Tides: 'High at noon' }
  writeFiles(folder, { 'home.json': createRawMap(page, { Tides: 'Home' }) })

  const shared = openSharedSnapshot(env, redis)
  const writer = startWriter(server, env)
  onTestFinished(() => killAll(writer.pid))
  const readIndex = async () => (await shared.derived('index')) as SiteIndex | undefined
  await expect.poll(async () => (await readIndex())?.pages.length, TIMEOUT).toBe(2)
  expect(await readIndex()).toMatchObject({
    formerPaths: { 'old-tides': createId('Tides'), 'ebb-and-flow': createId('Tides') },
    gone: { lost: RENAMED },
  })
  killAll(writer.pid)
  await redis.del(`${site}writer`)

  const countFormerKeys = async () => (await redis.keys(`${site}${FORMER}*`)).length
  expect(await countFormerKeys()).toBeGreaterThan(0)
  await redis.set(`${site}search:600:digest`, 'of a caller')
  await sweepFormerSnapshots(shared)
  expect(await countFormerKeys()).toBeGreaterThan(0)
  writeFiles(folder, { 'home.json': createRawMap({ ...page, Tides: 'Low at six' }, { Tides: 'Home' }) })
  await prepareSite(env, 0)
  await new Publisher(openWorkingCopy(env), shared).publish()
  await sweepFormerSnapshots(shared)
  expect(await countFormerKeys()).toBe(0)
  expect(await redis.exists(`${site}search:600:digest`)).toBe(1)
  expect((await readIndex())?.pages).toHaveLength(2)
})

test('a reader ignores the former key layout in Redis and in its own folder', async () => {
  const { env, prepare: prepareNow } = workspace({ 'home.json': createRawMap({ Home: 'Welcome' }) })
  await prepareNow()
  await putFormerSnapshot(getRedisPrefix(env), openWorkingCopy(env), {})
  const dir = path.join(createTemporaryFolder(), 'instances', '3000')
  cpSync(openWorkingCopy(env).dir, dir, { recursive: true })
  const local = new FilesStore(dir)
  expect(await readSavedIndex(local)).toBeDefined()
  await redis.set(`${getRedisPrefix(env)}writer`, 'writer')
  let generation = -1
  const reader = new Reader(openSharedSnapshot(env, await server.client()), local, (state) => {
    generation = state.generation
  })
  await reader.start()
  expect(await readSavedIndex(local)).toBeUndefined()
  expect(generation).toBe(-1)
  const writer = openSharedSnapshot(env, redis, 'writer')
  await new Publisher(openWorkingCopy(env), writer).publish()
  await expect.poll(() => generation).toBe(await writer.generation())
  expect((await readSavedIndex(local))?.pages).toHaveLength(1)
  await reader.stop()
})

test('Redis contains only the last two generations after any number of changes by successive writers', async () => {
  const { env, folder } = workspace({ 'home.json': createRawMap({ Home: 'Welcome 0' }) })
  const counts: number[] = []
  const shared = openSharedSnapshot(env, redis)
  for (let at = 1; at <= 6; at++) {
    await prepareSite(env, 0)
    // A new publisher knows only what is in Redis, like the writer in a new process.
    const publisher = new Publisher(openWorkingCopy(env), openSharedSnapshot(env, redis))
    await publisher.publish()
    await publisher.sweep()
    counts.push((await redis.keys(`${shared.prefix}pages/*`)).length)
    writeFiles(folder, { 'home.json': createRawMap({ Home: `Welcome ${at}` }) })
  }
  expect(counts).toEqual([1, 2, 2, 2, 2, 2])
  for (const manifest of await shared.lastManifests()) expect(await shared.missing(listContents(manifest))).toEqual([])
})
