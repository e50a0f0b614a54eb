import { createHash } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { Relay } from '@/lib/instances/relay'
import { Roster } from '@/lib/instances/roster'
import type { Redis } from '@/lib/redis/connection'
import { requestPreparation } from '@/lib/site/preparation-requests'
import { prepare } from '@/lib/site/prepare'
import { sharedPrefix, workingCopy } from '@/lib/site/working-copy'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { readSyncReport, type SyncReport, writeSyncReport } from '@/lib/snapshot/sync-report'
import { temporaryFolder } from '@/tests/support/folders'
import { RedisServer } from '@/tests/support/redis'
import { ownLayout, pageFile, rawMap, workspace } from '@/tests/unit/snapshot/support'
import { Instance, instanceDir } from '@/tools/lib/instance'

let server: RedisServer
let redis: Redis
beforeAll(async () => {
  server = await RedisServer.start()
  redis = await server.client()
})
afterAll(() => server.stop())
afterEach(() => vi.unstubAllEnvs())

const harbour = () => workspace({ 'home.json': rawMap({ Home: 'Welcome' }) })

test('an instance that waits for a slow one keeps the right to write, and lets it go when it stops', async () => {
  const { env } = harbour()
  // It prepares in a process of its own.
  vi.stubEnv('WORKSPACE_DIR', env.workspaceDir)
  vi.stubEnv('STATE_DIR', env.stateDir)
  const prefix = sharedPrefix(env)
  const instance = new Instance(env, server.url, false, async () => {})
  await instance.start()
  await expect.poll(() => redis.exists(`${prefix}generation`), { timeout: 30_000 }).toBe(1)
  // One that is there and gets nowhere.
  const slow = new Roster(redis, prefix)
  await slow.say()
  const staying = setInterval(() => void slow.say(), 500)
  const asked = requestPreparation(workingCopy({ ...env, stateDir: instanceDir(env) }).dir)
  for (const until = Date.now() + 8000; Date.now() < until; await pause(100)) {
    expect(await redis.pTTL(`${prefix}lock`)).toBeGreaterThan(3500)
  }
  clearInterval(staying)
  await slow.leave()
  expect(await asked).toBe('done')
  await instance.stop()
  expect(await redis.exists(`${prefix}lock`)).toBe(0)
  expect(await redis.exists(`${prefix}instances`)).toBe(0)
}, 60_000)

test('how the sync fares is known to the serving process of the instance that writes, as to all others', async () => {
  const { env } = harbour()
  const report: SyncReport = {
    state: 'done',
    startedAt: 1,
    finishedAt: 2,
    mode: 'refresh',
    progress: { pages: 1, pagesKnown: 1, files: 0, filesKnown: 0, calls: 1, rate: 1 },
    changed: [],
    failed: [],
    failedFiles: [],
  }
  await writeSyncReport(env.stateDir, report)
  const shared = new RedisStore(redis, 'test:report:')
  const [writer, other] = ['writer', 'other'].map(
    (name) =>
      new Relay(shared, { ...env, stateDir: path.join(temporaryFolder(), name) }, new Roster(redis, shared.prefix)),
  )
  await writer?.tellReport(env.stateDir)
  await other?.bringReport()
  for (const relay of [writer, other]) expect(await readSyncReport(relay?.env.stateDir ?? '')).toEqual(report)
})

test('what a preparation has not finished is not published', async () => {
  const { env } = harbour()
  await prepare(env, 0)
  const store = workingCopy(env)
  const shared = new RedisStore(redis, 'test:whole:')
  const publisher = new Publisher(store, shared)
  await publisher.publish()
  const generation = await shared.generation()
  expect(generation).toBeGreaterThan(0)
  const manifest = await store.manifest()
  if (manifest === undefined) throw new Error('there is no manifest')
  await store.putManifest({ ...manifest, version: 'later', pages: {} })
  await publisher.publish({ anew: true })
  expect(await shared.generation()).toBe(generation)
  expect(await shared.manifest()).toEqual(manifest)
})

test('a file that is not what its manifest says keeps back nothing but itself, and is reported', async () => {
  const entry = (file: string, hash: string) => ({ file: `files/${file}`, name: file, type: 'image/png', hash })
  const whole = createHash('sha256').update('whole').digest('hex')
  const { env } = workspace({
    'manifest.json': ownLayout('Home', ['Home'], {
      'attachment:1:whole.png': entry('whole.png', whole),
      'attachment:2:broken.png': entry('broken.png', '0'.repeat(64)),
    }),
    [`pages/${pageFile('Home')}`]: rawMap({ Home: 'Welcome' }),
    'files/whole.png': 'whole',
    'files/broken.png': 'broken',
  })
  await prepare(env, 0)
  const shared = new RedisStore(redis, 'test:broken:')
  await new Publisher(workingCopy(env), shared).publish()
  const manifest = await shared.manifest()
  expect(Object.keys(manifest?.files ?? {})).toEqual(['attachment:1:whole.png'])
  expect(manifest?.problems.map(({ file }) => file)).toEqual(['attachment:2:broken.png'])
  expect((await shared.contents([`files/${whole}`])).map(String)).toEqual(['whole'])
})
