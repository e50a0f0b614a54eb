import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestFormer, sweepFormer } from '@/lib/instances/former'
import { Lease } from '@/lib/instances/lease'
import { Mirror } from '@/lib/instances/mirror'
import { Publisher } from '@/lib/instances/publisher'
import { Relay } from '@/lib/instances/relay'
import { Roster } from '@/lib/instances/roster'
import { SharedSource } from '@/lib/instances/source'
import { connectToRedis, type Redis } from '@/lib/redis/connection'
import { sharedRedis } from '@/lib/redis/shared'
import { prepare } from '@/lib/site/prepare'
import { workingCopy } from '@/lib/site/working-copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { writeSyncReport } from '@/lib/snapshot/sync-report'
import { SnapshotFolder } from '@/lib/sync/snapshot-folder'
import { temporaryFolder, writeFiles } from '../../support/folders'
import { idOf } from '../../support/records'
import { RedisServer } from '../../support/redis'
import { ownLayout, pageFile, rawMap, workspace } from '../snapshot/support'

const DAY = 24 * 60 * 60_000

let server: RedisServer
let redis: Redis
let tests = 0
beforeAll(async () => {
  server = await RedisServer.start()
  redis = await server.client()
})
afterAll(() => server.stop())

const newPrefix = () => `test:${tests++}:`

test('only one of two leases is held, and only its holder renews or releases it', async () => {
  const key = `${newPrefix()}lock`
  const [first, second] = [new Lease(redis, key), new Lease(redis, key)]
  await first.keep()
  await second.keep()
  expect([first.isHeld, second.isHeld]).toEqual([true, false])
  await second.release()
  expect(String(await redis.get(key))).toBe(first.token)
  await first.release()
  expect(await redis.get(key)).toBeNull()
  await second.keep()
  expect([first.isHeld, second.isHeld]).toEqual([false, true])
})

test('a lease ends on its instance before its lock expires in Redis', async () => {
  const key = `${newPrefix()}lock`
  const lease = new Lease(redis, key)
  await lease.keep()
  const left = await redis.pTTL(key)
  const now = performance.now()
  const later = (milliseconds: number) => {
    const { now: real } = performance
    performance.now = () => now + milliseconds
    try {
      return lease.isHeld
    } finally {
      performance.now = real
    }
  }
  expect([later(left - 3000), later(left - 500)]).toEqual([true, false])
})

test('instances move on once all of them hold a generation, and wait for none that is gone', async () => {
  const prefix = newPrefix()
  const [one, other] = [new Roster(redis, prefix), new Roster(redis, prefix)]
  await one.say({ staged: 2 })
  await other.say({ staged: 1 })
  expect(await one.untilAll('staged', 2, 50)).toBe(false)
  expect(await redis.pTTL(`${prefix}instance:${other.id}`)).toBeLessThanOrEqual(5000)
  await other.say({ staged: 2 })
  expect(await one.untilAll('staged', 2, 50)).toBe(true)
  expect(await one.untilAll('serving', 1, 50)).toBe(false)
  await other.leave()
  await one.say({ serving: 1 })
  expect(await one.untilAll('serving', 1, 50)).toBe(true)
})

test('a former snapshot is removed a day after its last use, unless its writer lives or another site has it', async () => {
  const site = newPrefix()
  const shared = new RedisStore(redis, `${site}now:`)
  const old = ['unused', 'recent', 'written', '']
  const now = 10 * DAY
  for (const name of old) await redis.set(`${site}${name}:state`, 'x')
  await redis.set('stranger:state', 'x')
  await redis.set(`${site}written:lock`, 'someone')
  const used = { unused: now - 2 * DAY, recent: now - DAY / 2, written: now - 2 * DAY }
  for (const [name, score] of Object.entries(used))
    await redis.zAdd(`${site}snapshots`, { score, value: `${site}${name}:` })
  await redis.zAdd(`${site}snapshots`, { score: 1, value: 'stranger:' })
  await sweepFormer(shared, site, now)
  const left = await Promise.all(
    [`${site}unused:`, `${site}recent:`, `${site}written:`, 'stranger:'].map((prefix) =>
      redis.exists(`${prefix}state`),
    ),
  )
  expect(left).toEqual([0, 1, 1, 1])
  expect((await latestFormer(shared, site))?.prefix).toBe(`${site}written:`)
})

/** A snapshot folder of one page that `one` may save in Redis. */
async function savedSource() {
  const dir = path.join(temporaryFolder(), 'snapshot')
  writeFiles(dir, { 'manifest.json': ownLayout('Home', ['Home']), [`pages/${pageFile('Home')}`]: rawMap({ Home: '' }) })
  const shared = new RedisStore(redis, newPrefix(), 'one')
  await redis.set(`${shared.prefix}lock`, 'one')
  const folder = new SnapshotFolder(dir)
  await new SharedSource(folder, shared).save()
  return { shared, folder, dir }
}

test('only the instance with the lock saves the source', async () => {
  const { shared, folder, dir } = await savedSource()
  const tree = async () => String(await redis.get(`${shared.prefix}source`))
  const before = await tree()
  writeFiles(dir, { [`pages/${pageFile('Home')}`]: rawMap({ Home: 'again' }) })
  await new SharedSource(folder, new RedisStore(redis, shared.prefix, 'two')).save()
  expect(await tree()).toBe(before)
  await new SharedSource(folder, shared).save()
  expect(await tree()).not.toBe(before)
})

test('a restore writes no broken page, and no file outside of the folder', async () => {
  const { shared } = await savedSource()
  const keys = (await redis.keys(`${shared.prefix}source/*`)).map(String)
  for (const key of keys) {
    const content = (await redis.get(key)) as unknown as Buffer
    // The page is replaced by other content under its name; the listing stays.
    if (!isListing(content)) await redis.set(key, gzipSync('{"block":{}}'))
  }
  const again = path.join(temporaryFolder(), 'snapshot')
  writeFiles(again, { 'pages/none.json': '{}' })
  const folder = new SnapshotFolder(again)
  await new SharedSource(folder, shared).restore()
  expect(await folder.readPage(idOf('Home'))).toBeUndefined()
})

const isListing = (content: Buffer) => gunzipSync(content).toString().includes('"pages"')

test('a restore takes no file that the listing names outside of `files`', async () => {
  const { shared } = await savedSource()
  const bytes = Buffer.from('the bytes of a file')
  const hash = createHash('sha256').update(bytes).digest('hex')
  await shared.putContents([[`files/${hash}`, bytes]])
  const dir = path.join(temporaryFolder(), 'snapshot')
  const files = { good: { file: 'files/a.txt', hash }, bad: { file: '../escaped.txt', hash } }
  writeFiles(dir, { 'manifest.json': { format: 1, pages: {}, files } })
  const folder = new SnapshotFolder(dir)
  await new SharedSource(folder, shared).save()
  const again = path.join(temporaryFolder(), 'snapshot')
  writeFiles(again, { 'pages/none.json': '{}' })
  await new SharedSource(new SnapshotFolder(again), shared).restore()
  expect([path.join(again, 'files/a.txt'), path.join(again, '../escaped.txt')].map((file) => existsSync(file))).toEqual(
    [true, false],
  )
})

const harbour = () => workspace({ 'home.json': rawMap({ Home: 'Welcome' }) })

test('a preparation is published once it is whole, without files that are too large for Redis', async () => {
  const { env } = harbour()
  await prepare(env, 0)
  const working = workingCopy(env)
  const large = path.join(temporaryFolder(), 'large.bin')
  writeFileSync(large, Buffer.alloc(16 * 1024 * 1024 + 1))
  const manifest = await working.manifest()
  if (manifest === undefined) throw new Error('there is no manifest')
  await working.putManifest({ ...manifest, version: 'another' })
  const shared = new RedisStore(redis, newPrefix())
  const publisher = new Publisher(working, shared)
  await publisher.publish()
  expect(await shared.manifest()).toBeUndefined()
  const file = { hash: '0'.repeat(64), name: 'large.bin', type: 'application/octet-stream', path: large }
  await working.putManifest({ ...manifest, files: { 'attachment:large': file } })
  await publisher.publish()
  expect(await shared.manifest()).toMatchObject({ version: manifest.version, files: {}, problems: [] })
})

test('an instance serves a generation once, with all contents on its disk', async () => {
  const { env } = harbour()
  await prepare(env, 0)
  const shared = new RedisStore(redis, newPrefix())
  await new Publisher(workingCopy(env), shared).publish()
  const local = new FilesStore(path.join(temporaryFolder(), 'copy'))
  const served: number[] = []
  const mirror = new Mirror(shared, local, undefined, async (generation) => void served.push(generation))
  await mirror.catchUp()
  await mirror.catchUp()
  expect(served).toEqual([await shared.generation()])
  const manifest = await local.manifest()
  expect((await local.page(idOf('Home'), manifest?.pages[idOf('Home')] ?? '')).id).toBe(idOf('Home'))
})

test('what instances ask for is handed out once, and a report is put into Redis once', async () => {
  const { env } = harbour()
  const shared = new RedisStore(redis, newPrefix())
  const relay = new Relay(shared, env, new Roster(redis, shared.prefix))
  const messages = [
    { sync: { pages: [idOf('Home'), 'none'], all: false } },
    { sync: { pages: [], all: true } },
    { prepare: 'x' },
  ]
  await redis.rPush(
    `${shared.prefix}requests`,
    messages.map((each) => JSON.stringify(each)),
  )
  expect(await relay.take()).toEqual({ sync: { pages: [idOf('Home')], all: true }, preparations: ['x'] })
  expect(await relay.take()).toEqual({ sync: { pages: [], all: false }, preparations: [] })

  const progress = { pages: 1, pagesKnown: 1, files: 0, filesKnown: 0, calls: 1, rate: 0 }
  const state = temporaryFolder()
  await writeSyncReport(state, {
    state: 'done',
    startedAt: 1,
    mode: 'full',
    progress,
    changed: [],
    failed: [],
    failedFiles: [],
  })
  await relay.tellReport(state)
  await redis.del(`${shared.prefix}report`)
  await relay.tellReport(state)
  expect(await redis.exists(`${shared.prefix}report`)).toBe(0)
})

test('all requests of a process share one connection', async () => {
  const shared = await sharedRedis(server.url)
  expect(await sharedRedis(server.url)).toBe(shared)
  shared.destroy()
})

test('a connection says once that Redis is away, without its password', async () => {
  const sentences: string[] = []
  // Nobody listens on the port of a server that was stopped.
  const away = await RedisServer.start()
  const address = `redis://:secret@127.0.0.1:${away.port}`
  await away.stop()
  const client = connectToRedis(address, (sentence) => sentences.push(sentence))
  await expect.poll(() => sentences.length, { timeout: 10_000 }).toBeGreaterThan(0)
  // Longer than the first pauses before it is tried again.
  await pause(500)
  client.destroy()
  expect(sentences.join()).not.toContain('secret')
  expect(sentences).toHaveLength(1)
})
