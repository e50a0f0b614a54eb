import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Env } from '@/lib/env'
import { sharedPrefix, workingCopy } from '@/lib/site/working-copy'
import { namesIn } from '@/lib/snapshot/contents'
import { RedisStore } from '@/lib/snapshot/redis-store'
import type { SnapshotStore } from '@/lib/snapshot/store'
import { expectConsole } from '@/tests/support/console'
import { idOf } from '@/tests/support/records'
import { RedisServer } from '@/tests/support/redis'
import { rawMap, workspace } from '@/tests/unit/snapshot/support'
import { Instance, instanceDir } from '@/tools/lib/instance'

afterEach(() => vi.unstubAllEnvs())

const PATIENCE = { timeout: 30_000 }

const harbour = () =>
  workspace({
    'home.json': rawMap({ Home: 'Welcome', Tides: 'High at noon', Boats: 'Two' }, { Tides: 'Home', Boats: 'Home' }),
  })

/** One that writes: it prepares in a process of its own. */
async function startWriter(env: Env, redisUrl: string) {
  vi.stubEnv('WORKSPACE_DIR', env.workspaceDir)
  vi.stubEnv('STATE_DIR', env.stateDir)
  const instance = new Instance(env, redisUrl, false, async () => {})
  await instance.start()
  return instance
}

const copyOf = (env: Env) => workingCopy({ ...env, stateDir: instanceDir(env) })
const versionIn = async (store: SnapshotStore) => (await store.manifest())?.version

test('what Redis lost or broke is put again for an instance that needs it', async () => {
  const redis = await RedisServer.start()
  const { env } = harbour()
  const writer = await startWriter(env, redis.url)
  const shared = new RedisStore(await redis.client(), sharedPrefix(env))
  await expect.poll(() => versionIn(shared), PATIENCE).toBeDefined()
  const manifest = await shared.manifest()
  if (manifest === undefined) throw new Error('there is no manifest')
  const [lost = '', broken = '', ...rest] = namesIn(manifest)
  await shared.redis.unlink(shared.prefix + lost)
  await shared.redis.set(shared.prefix + broken, 'broken')
  await shared.redis.set(`${shared.prefix}report`, 'broken')
  await shared.redis.set(`${shared.prefix}instance:other`, 'broken')
  await shared.redis.sAdd(`${shared.prefix}instances`, 'other')

  const late = { ...env, port: env.port + 1 }
  let shown = 0
  const reader = new Instance(late, redis.url, false, async (generation) => {
    shown = generation
  })
  expectConsole(/^error: The newest snapshot is not served yet: The snapshot lacks [12] pieces/)
  await reader.start()
  await expect.poll(async () => shown === (await shared.generation()), PATIENCE).toBe(true)
  const copy = copyOf(late)
  expect(await copy.missing([lost, broken, ...rest])).toEqual([])
  expect((await copy.contents([lost, broken])).every((content) => content !== undefined)).toBe(true)
  await Promise.all([reader.stop(), writer.stop()])
  await redis.stop()
}, 60_000)

test('a Redis that is full keeps what is served, says so, and takes what is new once it has room', async () => {
  const redis = await RedisServer.start('--maxmemory-policy', 'noeviction')
  const client = await redis.client()
  const { env, folder } = harbour()
  const writer = await startWriter(env, redis.url)
  const copy = copyOf(env)
  // Its copy is whole before it says that it shows it, and that it says in Redis.
  const shared = new RedisStore(client, sharedPrefix(env))
  const shown = async () => {
    const [key] = await client.keys(`${shared.prefix}instance:*`)
    const said: unknown = key === undefined ? {} : JSON.parse(String(await client.get(String(key))))
    return (said as { serving?: number }).serving
  }
  await expect.poll(async () => (await shown()) || undefined, PATIENCE).toBeDefined()
  const before = await versionIn(copy)

  expectConsole(/^error: Not published: Redis takes no more \(OOM .*\): give it more memory \(maxmemory\)/)
  await client.configSet('maxmemory', '1')
  writeFileSync(path.join(folder, 'home.json'), JSON.stringify(rawMap({ Home: 'Welcome back' })))
  await expect.poll(() => vi.mocked(console.error).mock.calls.flat().join(), PATIENCE).toContain('Not published')
  expect(await versionIn(copy)).toBe(before)
  expect(await copy.page(idOf('Tides'), (await copy.manifest())?.pages[idOf('Tides')] ?? '')).toBeDefined()

  await client.configSet('maxmemory', '0')
  await expect.poll(() => versionIn(copy), PATIENCE).not.toBe(before)
  await writer.stop()
  await redis.stop()
}, 60_000)

test('after a loss whoever shows something writes, before one that starts with nothing', async () => {
  const redis = await RedisServer.start()
  const client = await redis.client()
  const { env } = harbour()
  const running = await startWriter(env, redis.url)
  await expect.poll(() => versionIn(copyOf(env)), PATIENCE).toBeDefined()
  const holder = await client.get(`${sharedPrefix(env)}lock`)
  await client.flushAll()
  const late = new Instance({ ...env, port: env.port + 1 }, redis.url, false, async () => {})
  await late.start()
  await expect.poll(() => client.get(`${sharedPrefix(env)}lock`), PATIENCE).toEqual(holder)
  await expect.poll(() => versionIn(copyOf({ ...env, port: env.port + 1 })), PATIENCE).toBeDefined()
  await Promise.all([late.stop(), running.stop()])
  await redis.stop()
}, 60_000)
