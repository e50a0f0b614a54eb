import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepFormer } from '@/lib/instances/former'
import { Publisher } from '@/lib/instances/publisher'
import { SharedSource } from '@/lib/instances/source'
import type { Redis } from '@/lib/redis/connection'
import { prepare } from '@/lib/site/prepare'
import { workingCopy } from '@/lib/site/working-copy'
import { namesIn } from '@/lib/snapshot/contents'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { SnapshotFolder } from '@/lib/sync/snapshot-folder'
import { temporaryFolder, writeFiles } from '@/tests/support/folders'
import { idOf } from '@/tests/support/records'
import { RedisServer } from '@/tests/support/redis'
import { ownLayout, pageFile, rawMap, workspace } from '@/tests/unit/snapshot/support'

const DAY = 24 * 60 * 60_000

let server: RedisServer
let redis: Redis
beforeAll(async () => {
  server = await RedisServer.start()
  redis = await server.client()
})
afterAll(() => server.stop())

const keysOf = async (prefix: string) => (await redis.keys(`${prefix}*`)).map(String).sort()

test('however often pages change, Redis holds the contents of the last two snapshots', async () => {
  const { env, folder } = workspace({ 'home.json': rawMap({ Home: 'Welcome 0' }) })
  const shared = new RedisStore(redis, 'test:bounded:')
  const publisher = new Publisher(workingCopy(env), shared)
  const held: number[] = []
  for (let at = 1; at <= 6; at++) {
    await prepare(env, 0)
    await publisher.publish()
    await publisher.sweep()
    held.push((await keysOf(`${shared.prefix}pages/`)).length)
    writeFiles(folder, { 'home.json': rawMap({ Home: `Welcome ${at}` }) })
  }
  expect(held).toEqual([1, 2, 2, 2, 2, 2])
  const manifest = await shared.manifest()
  expect(manifest && (await shared.missing(namesIn(manifest)))).toEqual([])
})

test('what a save that was cut short left behind goes, and what it is to go on from stays', async () => {
  const dir = path.join(temporaryFolder(), 'snapshot')
  writeFiles(dir, { 'manifest.json': ownLayout('Home', ['Home']), [`pages/${pageFile('Home')}`]: rawMap({ Home: '' }) })
  const shared = new RedisStore(redis, 'test:source:', 'one')
  await redis.set(`${shared.prefix}lock`, 'one')
  const source = new SharedSource(new SnapshotFolder(dir), shared)
  await source.save()
  const saved = await keysOf(shared.prefix)
  await redis.set(`${shared.prefix}source/${'0'.repeat(32)}`, 'of a save that never ended')
  await source.sweep()
  expect(await keysOf(shared.prefix)).toEqual(saved)

  const again = path.join(temporaryFolder(), 'snapshot')
  mkdirSync(again)
  await new SharedSource(new SnapshotFolder(again), shared).restore()
  expect(await new SnapshotFolder(again).readPage(idOf('Home'))).toEqual(JSON.stringify(rawMap({ Home: '' })))
})

test('nothing is swept for one who no longer holds the right to write', async () => {
  const shared = new RedisStore(redis, 'test:lost:', 'one')
  await redis.set(`${shared.prefix}pages/of-the-other`, 'just put')
  await redis.set(`${shared.prefix}lock`, 'other')
  await shared.sweep([])
  expect(await redis.exists(`${shared.prefix}pages/of-the-other`)).toBe(1)
  await redis.set(`${shared.prefix}lock`, 'one')
  await shared.sweep([])
  expect(await redis.exists(`${shared.prefix}pages/of-the-other`)).toBe(0)
})

test('a former version of the site goes a day after it was last in use, and no other site goes', async () => {
  const site = 'test:site:'
  const versions = ['1.1:', '1.2:', '1.3:'].map((version) => new RedisStore(redis, site + version))
  const [former, running, present] = versions
  if (!former || !running || !present) throw new Error('there are three')
  for (const { prefix } of [...versions, { prefix: 'test:sites:' }]) await redis.set(`${prefix}generation`, '1')
  await redis.set(`${running.prefix}lock`, 'somebody')
  await sweepFormer(former, site, 0)
  await sweepFormer(running, site, 0)
  await sweepFormer(present, site, DAY - 1)
  expect(await keysOf(former.prefix)).toHaveLength(1)
  await sweepFormer(present, site, DAY)
  expect(await keysOf(former.prefix)).toEqual([])
  await redis.unlink(`${running.prefix}lock`)
  await sweepFormer(present, site, 2 * DAY - 1)
  expect(await keysOf(running.prefix)).toHaveLength(1)
  await sweepFormer(present, site, 2 * DAY)
  expect(await keysOf(running.prefix)).toEqual([])
  expect(await keysOf(present.prefix)).toHaveLength(1)
  expect(await keysOf('test:sites:')).toHaveLength(1)
})
