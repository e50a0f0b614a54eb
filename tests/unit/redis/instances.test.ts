import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { LiveReaders } from '@/lib/instances/live-readers'
import { Publisher } from '@/lib/instances/publisher'
import { reportPublications, requestPublication, requestSyncOfWriter, takeRequests } from '@/lib/instances/requests'
import { WriterRole } from '@/lib/instances/writer-role'
import { connectToRedis } from '@/lib/redis/connection'
import { getSharedRedis } from '@/lib/redis/shared'
import { getRuntime } from '@/lib/runtime'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { expectConsole } from '../../support/console'
import { startFileRedis } from '../../support/file-redis'
import { createTemporaryFolder } from '../../support/folders'
import { UNUSED_PORT } from '../../support/ports'
import { createId } from '../../support/records'
import { createRawMap, workspace } from '../snapshot/support'

const server = await startFileRedis()
const redis = await server.client()
let tests = 0

const createSitePrefix = () => `test:${tests++}:`

/** A role that is renewed and tried again quickly. */
const createRole = (site: string) => new WriterRole(redis, site, undefined, { renewMs: 50, tryMs: 20 })

describe('WriterRole', () => {
  test('can be taken within seconds after the clock of Redis was set back', async () => {
    const site = createSitePrefix()
    // The key of a writer that ended, with the expiry from before the clock was set back by two hours.
    await redis.set(`${site}writer`, 'ended host', { PX: 7_200_000 })
    const stopped = new AbortController()
    const role = createRole(site)
    expectConsole(/^log: The writer of this site runs on host/)
    expectConsole(/^log: This process is the writer of this site now/)
    const taken = role.take(stopped.signal)
    await expect.poll(() => redis.pTTL(`${site}writer`)).toBeLessThanOrEqual(6000)
    await redis.del(`${site}writer`)
    await taken
    expect(String(await redis.get(`${site}writer`))).toBe(role.value)
    stopped.abort()
    await role.release()
  })

  const createController = () => new AbortController()
  const getHolder = async (site: string) => String(await redis.get(`${site}writer`))

  test('is held by one process, while another process waits, logs the host, takes the role when it is released, and logs that', async () => {
    const site = createSitePrefix()
    const [first, second] = [createRole(site), createRole(site)]
    const [firstStopped, secondStopped] = [createController(), createController()]
    const roleSignal = await first.take(firstStopped.signal)
    expect([roleSignal.aborted, await getHolder(site)]).toEqual([false, first.value])
    expectConsole(/^log: The writer of this site runs on \S+: this one waits/)
    expectConsole(/^log: This process is the writer of this site now/)
    const lines = vi.mocked(console.log).mock.calls
    const before = lines.length
    const taken = second.take(secondStopped.signal)
    await expect.poll(() => lines).toHaveLength(before + 1)
    expect(await getHolder(site)).toBe(first.value)
    await second.release()
    expect(await getHolder(site)).toBe(first.value)
    firstStopped.abort()
    expect(roleSignal.aborted).toBe(true)
    await first.release()
    expect((await taken).aborted).toBe(false)
    expect(vi.mocked(console.log)).toHaveBeenLastCalledWith('This process is the writer of this site now')
    expect(await getHolder(site)).toBe(second.value)
    secondStopped.abort()
  })

  test('expires unless it is renewed, and a process that lost it is aborted', async () => {
    const site = createSitePrefix()
    const role = createRole(site)
    const stopped = createController()
    const roleSignal = await role.take(stopped.signal)
    const before = await redis.pTTL(`${site}writer`)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThanOrEqual(6000)
    await redis.pExpire(`${site}writer`, 2500)
    await expect.poll(() => redis.pTTL(`${site}writer`)).toBeGreaterThan(2500)
    expectConsole(/^error: This process lost the role of the writer/)
    await redis.set(`${site}writer`, 'another')
    await expect.poll(() => roleSignal.aborted).toBe(true)
    await role.release()
    expect(await getHolder(site)).toBe('another')
    stopped.abort()
  })
})

test('a generation is reached when all live readers serve it, without waiting for readers that left', async () => {
  const site = createSitePrefix()
  const readers = new LiveReaders(redis, site)
  expect(await readers.haveReached(2)).toBe(true)
  await readers.announce('one', 2)
  await readers.announce('other', 1)
  expect(await readers.haveReached(2)).toBe(false)
  expect(await redis.pTTL(`${site}reader:other`)).toBeLessThanOrEqual(5000)
  await redis.del(`${site}reader:other`)
  expect(await readers.haveReached(2)).toBe(true)
  await readers.announce('other', 1)
  await readers.leave('other')
  expect(await readers.haveReached(2)).toBe(true)
})

describe('requests to the writer', () => {
  test('are taken once, without invalid ids', async () => {
    const site = createSitePrefix()
    await requestSyncOfWriter(redis, site, { pages: [createId('Home'), 'none', createId('Home')] })
    await requestSyncOfWriter(redis, site, { all: true })
    await redis.rPush(`${site}requests`, ['broken', '{"publish":"x"}'])
    expect(await takeRequests(redis, site)).toEqual({
      sync: { pages: [createId('Home')], deleted: [], all: true },
      publications: ['x'],
    })
    expect(await takeRequests(redis, site)).toEqual({ sync: { pages: [], deleted: [], all: false }, publications: [] })
    await requestSyncOfWriter(redis, site, { all: true })
    expect(await redis.pTTL(`${site}requests`)).toBeGreaterThan(0)
  })

  test('to publish end when all live readers serve the generation, or fail with the publication', async () => {
    const site = createSitePrefix()
    const readers = new LiveReaders(redis, site)
    const reportAll = async (generation: number) => {
      const { publications } = await takeRequests(redis, site)
      await reportPublications(redis, site, publications, generation)
      return publications.length
    }
    await readers.announce('slow', 1)
    const reached = vi.spyOn(LiveReaders.prototype, 'haveReached')
    onTestFinished(() => void reached.mockRestore())
    let outcome: string | undefined
    const requested = requestPublication(redis, site).then((each) => {
      outcome = each
    })
    await expect.poll(() => reportAll(2)).toBe(1)
    // The request has found a reader that does not serve the generation yet.
    await expect.poll(() => reached.mock.settledResults.length).toBeGreaterThan(1)
    expect(outcome).toBeUndefined()
    await readers.announce('slow', 2)
    await requested
    expect(outcome).toBe('done')
    const failed = requestPublication(redis, site)
    await expect.poll(() => reportAll(0)).toBe(1)
    expect(await failed).toBe('failed')
  })
})

const createWorkspace = () => workspace({ 'home.json': createRawMap({ Home: 'Welcome' }) })

test('publishes a complete preparation, without files that are too large for Redis', async () => {
  const { env } = createWorkspace()
  await prepareSite(env, 0)
  const working = openWorkingCopy(env)
  const large = path.join(createTemporaryFolder(), 'large.bin')
  writeFileSync(large, Buffer.alloc(16 * 1024 * 1024 + 1))
  const manifest = await working.manifest()
  if (manifest === undefined) throw new Error('there is no manifest')
  await working.putManifest({ ...manifest, version: 'another' })
  const shared = new RedisStore(redis, createSitePrefix())
  const publisher = new Publisher(working, shared)
  await publisher.publish()
  expect(await shared.manifest()).toBeUndefined()
  const file = { hash: '0'.repeat(64), name: 'large.bin', type: 'application/octet-stream', path: large }
  await working.putManifest({ ...manifest, files: { 'attachment:large': file } })
  await publisher.publish()
  expect(await shared.manifest()).toMatchObject({ version: manifest.version, files: {}, problems: [] })
})

test('getSharedRedis returns one connection per process', async () => {
  const shared = await getSharedRedis(server.url)
  expect(await getSharedRedis(server.url)).toBe(shared)
  shared.destroy()
  // Test files of a worker share the runtime.
  getRuntime().redis = undefined
})

test('connectToRedis logs once that Redis is unreachable, without its password', async () => {
  const lines: string[] = []
  const address = `redis://:secret@127.0.0.1:${UNUSED_PORT}`
  const client = connectToRedis(address, (line) => lines.push(line))
  let failures = 0
  client.on('error', () => failures++)
  await expect.poll(() => failures).toBeGreaterThan(2)
  client.destroy()
  expect(lines.join()).not.toContain('secret')
  expect(lines).toHaveLength(1)
})
