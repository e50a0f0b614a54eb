import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { Reader } from '@/lib/instances/reader'
import { openSharedSnapshot } from '@/lib/instances/shared-snapshot'
import { connectToRedis } from '@/lib/redis/connection'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { getRedisPrefix, openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { listContents } from '@/lib/snapshot/contents'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { expectConsole } from '../../support/console'
import { createId } from '../../support/records'
import { RedisServer } from '../../support/redis'
import { workspace } from '../snapshot/support'
import { pages, startReaders } from './readers'

const { openReader, createPublishedSite, readers, redis, server } = await startReaders()

const alwaysKnown = async () => true
const neverKnown = async () => false

test('a reader loads each generation once, with all contents on its disk', async () => {
  const { shared, publish } = await createPublishedSite()
  const first = await publish('Home', 'Tides')
  const { reader, local, states, readTitles, getState } = await openReader(shared)
  await reader.start()
  expect(states).toEqual([{ generation: first, withdrawn: new Set(), problems: [] }])
  expect(await readTitles()).toEqual(['Home', 'Tides'])
  const manifest = await local.manifest()
  expect(manifest && (await local.missing(listContents(manifest)))).toEqual([])
  const second = await publish('Home', 'Boats')
  await expect.poll(() => getState()?.generation).toBe(second)
  expect(await readTitles()).toEqual(['Boats', 'Home'])
  expect(new Set(states.map(({ generation }) => generation))).toEqual(new Set([first, second]))
})

test('a reader loads a newer generation before it responds to a request for an unknown page', async () => {
  const { shared, publish } = await createPublishedSite()
  await publish('Home')
  const { reader, readTitles, getState } = await openReader(shared)
  await reader.start()
  for (let at = 0; at < 5; at++) {
    const generation = await publish('Home', `Tides ${at}`)
    await reader.beforeResponse(neverKnown)
    expect(getState()?.generation).toBe(generation)
    expect(await readTitles()).toContain(`Tides ${at}`)
  }
})

test('a reader hides withdrawn pages if it cannot load the newest generation, and never loads an earlier one', async () => {
  const { shared, publish } = await createPublishedSite()
  const first = await publish('Home', 'Tides')
  const { reader, getState } = await openReader(shared)
  await reader.start()
  // A writer of another version publishes under other keys but uses the same log of withdrawals.
  const other = new RedisStore(redis, shared.site, 'b', 'writer')
  const state = await shared.state()
  if (state === undefined) throw new Error('there is no state')
  expectConsole(/^error: The newest snapshot is of another version or of other settings/)
  const { env } = workspace({ 'home.json': pages('Home') })
  await prepareSite(env, 0)
  await new Publisher(openWorkingCopy(env), other).publish()
  await expect.poll(() => [...(getState()?.withdrawn ?? [])]).toEqual([createId('Tides')])
  expect(getState()).toMatchObject({ generation: first, problems: [expect.stringContaining('another version')] })
  // A reader that starts now loads the generation of its own version and hides the same pages.
  const late = await openReader(shared)
  expectConsole(/^error: The newest snapshot is of another version or of other settings/)
  await late.reader.start()
  expect(late.getState()).toMatchObject({ generation: first, withdrawn: new Set([createId('Tides')]) })
  // After all keys were lost, the reader does not load an earlier generation.
  expectConsole(/^error: Redis lost the snapshot that is served: the writer publishes it again/)
  await redis.del([`${shared.site}generation`, `${shared.prefix}state`, `${shared.site}withdrawals`])
  await redis.hSet(`${shared.prefix}state`, 'generation', '1')
  await reader.beforeResponse(neverKnown)
  expect(getState()).toMatchObject({ generation: first, withdrawn: new Set([createId('Tides')]) })
  // This also applies if the generation is replaced while it is read.
  await shared.redis.hSet(`${shared.prefix}state`, {
    manifest: gzipSync(JSON.stringify(state.manifest)),
    ...state.derived,
  })
  const changes = { servedGeneration: first, newest: first + 1, loadable: first + 1, withdrawn: [], hasWriter: true }
  vi.spyOn(reader.shared, 'compareWith').mockResolvedValueOnce(changes)
  const published = vi.spyOn(reader.shared, 'published')
  await reader.beforeResponse(neverKnown)
  expect((await published.mock.results[0]?.value)?.generation).toBe(1)
  expect(getState()?.generation).toBe(first)
})

test('a reader checks again if a generation was loaded during the check', async () => {
  const { shared, publish } = await createPublishedSite()
  const first = await publish('Home', 'Tides')
  const { reader, getState } = await openReader(shared)
  await reader.start()
  await publish('Home')
  const early = await shared.compareWith(first)
  expect(early).toMatchObject({ servedGeneration: first, withdrawn: [createId('Tides')] })
  const last = await publish('Home', 'Tides')
  await expect.poll(() => getState()?.generation).toBe(last)
  await redis.zAdd(`${shared.site}withdrawals`, { score: last + 1, value: createId('Boats') })
  vi.spyOn(reader.shared, 'compareWith').mockResolvedValueOnce(early)
  await reader.beforeResponse(neverKnown)
  expect(getState()).toMatchObject({ generation: last, withdrawn: new Set([createId('Boats')]) })
})

test('a reader does not load its current generation again', async () => {
  const { shared, publish } = await createPublishedSite()
  const generation = await publish('Home')
  const { reader, local } = await openReader(shared)
  await reader.start()
  const [read, written] = [vi.spyOn(reader.shared, 'published'), vi.spyOn(local, 'putState')]
  // Simulates a newer generation that is replaced before it is read.
  const next = {
    servedGeneration: generation,
    newest: generation + 1,
    loadable: generation + 1,
    withdrawn: [],
    hasWriter: true,
  }
  vi.spyOn(reader.shared, 'compareWith').mockResolvedValueOnce(next)
  await reader.beforeResponse(neverKnown)
  expect((await read.mock.results[0]?.value)?.generation).toBe(generation)
  expect(written).not.toHaveBeenCalled()
})

test('a reader that was paused checks Redis once before it responds, even for a known page', async () => {
  const { shared, publish } = await createPublishedSite()
  await publish('Home', 'Tides')
  const { reader, getState } = await openReader(shared)
  await reader.start()
  const compared = vi.spyOn(reader.shared, 'compareWith')
  await reader.beforeResponse(alwaysKnown)
  const before = compared.mock.calls.length
  // Simulates a pause: only the clock advances.
  const { now: clock } = Date
  const later = clock() + 60_000
  const stopped = vi.spyOn(Date, 'now').mockImplementation(() => later)
  await Promise.all([reader.beforeResponse(alwaysKnown), reader.beforeResponse(alwaysKnown)])
  expect(compared.mock.calls.length).toBeGreaterThan(before)
  stopped.mockRestore()
  expect(getState()?.problems).toEqual([])
})

test('a reader that was paused waits for a busy Redis, and hides what was withdrawn', async () => {
  const { shared, publish } = await createPublishedSite()
  const generation = await publish('Home', 'Tides')
  const { reader, getState } = await openReader(shared, { checkMs: 20 })
  await reader.start()
  const later = Date.now() + 60_000
  const compare = reader.shared.compareWith.bind(reader.shared)
  // Redis responds to nothing until several checks have reached their deadline.
  const compared = vi.spyOn(reader.shared, 'compareWith').mockImplementation(async (since) => {
    await expect.poll(() => compared.mock.calls.length, { interval: 5 }).toBeGreaterThan(3)
    return await compare(since)
  })
  await publish('Home')
  const stopped = vi.spyOn(Date, 'now').mockImplementation(() => later)
  await reader.beforeResponse(alwaysKnown)
  const state = getState()
  expect(state?.withdrawn.has(createId('Tides')) || (state?.generation ?? 0) > generation).toBe(true)
  stopped.mockRestore()
})

test('a reader that was paused is not satisfied by a check that began before the pause', async () => {
  const { shared, publish } = await createPublishedSite()
  const generation = await publish('Home', 'Tides')
  const { reader, getState } = await openReader(shared, { checkMs: 20, intervalMs: 50 })
  await reader.start()
  const compare = reader.shared.compareWith.bind(reader.shared)
  let endEarly = () => {}
  const early = new Promise<void>((resolve) => {
    endEarly = resolve
  })
  let hasRead = false
  // Redis responded before the pause, but the process reads the response after it. Then Redis is busy for longer than a check waits.
  const compared = vi
    .spyOn(reader.shared, 'compareWith')
    .mockImplementationOnce(async (since) => {
      const read = await compare(since)
      hasRead = true
      await early
      return read
    })
    .mockImplementationOnce(async (since) => {
      await expect.poll(() => compared.mock.calls.length, { interval: 5 }).toBeGreaterThan(2)
      return await compare(since)
    })
  await expect.poll(() => hasRead, { interval: 5 }).toBe(true)
  await publish('Home')
  const later = Date.now() + 60_000
  const stopped = vi.spyOn(Date, 'now').mockImplementation(() => later)
  const response = reader.beforeResponse(alwaysKnown)
  endEarly()
  await response
  const state = getState()
  expect(state?.withdrawn.has(createId('Tides')) || (state?.generation ?? 0) > generation).toBe(true)
  stopped.mockRestore()
})

test('a reader does not wait for a Redis that hangs, and keeps its generation', async () => {
  const own = await RedisServer.start()
  const client = await own.client()
  const { env } = workspace({ 'home.json': pages('Home') })
  await prepareSite(env, 0)
  await client.set('test:writer', 'writer')
  await new Publisher(openWorkingCopy(env), new RedisStore(client, 'test:', '', 'writer')).publish()
  const { reader, getState } = await openReader(new RedisStore(client, 'test:'), { checkMs: 50 }, await own.client())
  await reader.start()
  const generation = getState()?.generation
  process.kill(own.pid, 'SIGSTOP')
  // Returns although Redis never responds.
  await reader.beforeResponse(neverKnown)
  process.kill(own.pid, 'SIGCONT')
  expect(getState()).toMatchObject({ generation })
  await own.stop()
})

test('a reader with a wrong password loads nothing until the password is accepted', async () => {
  const own = await RedisServer.start('--requirepass', 'right')
  const client = await own.client(`redis://:right@127.0.0.1:${own.port}`)
  const { env } = workspace({ 'home.json': pages('Home') })
  await prepareSite(env, 0)
  await client.set('test:writer', 'writer')
  const shared = new RedisStore(client, 'test:', '', 'writer')
  await new Publisher(openWorkingCopy(env), shared).publish()
  const lines: string[] = []
  const early = connectToRedis(`redis://:not-yet-right@127.0.0.1:${own.port}`, (line) => lines.push(line))
  await expect.poll(() => lines).toHaveLength(1)
  const { reader, getState } = await openReader(shared, { startMs: 50, checkMs: 50, intervalMs: 50 }, early)
  await reader.start()
  expect([getState(), lines]).toEqual([undefined, [expect.stringMatching(/refuses the name or the password/)]])
  await client.configSet('requirepass', 'not-yet-right')
  await expect.poll(() => getState()?.generation).toBe(await shared.generation())
  readers.pop()
  await reader.stop()
  await own.stop()
})

test('a reader reports a missing writer and how to start one', async () => {
  const { shared, publish } = await createPublishedSite({ hasWriter: false })
  const { reader, getState } = await openReader(shared, { intervalMs: 50 })
  expectConsole(/^error: No writer is running for this site: start one with `npm run sync -- --watch`/)
  await reader.start()
  expect(getState()).toMatchObject({ generation: 0, problems: [expect.stringContaining('No writer')] })
  const generation = await publish('Home')
  await expect.poll(() => getState()?.generation).toBe(generation)
  await redis.set(`${shared.site}writer`, 'x')
  await expect.poll(() => getState()?.problems).toEqual([])
})

test('a reader does not serve its copy from an earlier start, but keeps its contents', async () => {
  const { shared, publish } = await createPublishedSite()
  await publish('Home', 'Tides')
  const { reader, local } = await openReader(shared)
  await reader.start()
  await reader.stop()
  readers.pop()
  await publish('Home')
  const again = new Reader(new RedisStore(await server.client(), shared.site, 'none'), local, () => {})
  readers.push(again)
  expectConsole(/^error: The newest snapshot is of another version or of other settings/)
  await again.start()
  expect(await readSavedIndex(local)).toBeUndefined()
  expect((await local.manifest())?.pages).toBeDefined()
})

test('a reader that waits names another WORKSPACE_DIR as the reason if only the writer of another site runs', async () => {
  const [own, other] = ['/own', '/other'].map((WORKSPACE_DIR) => readEnv({ WORKSPACE_DIR }, '/'))
  if (own === undefined || other === undefined) throw new Error('there are no settings')
  const otherWriter = `${getRedisPrefix(other)}writer`
  await redis.set(otherWriter, 'writer')
  onTestFinished(async () => void (await redis.del(otherWriter)))
  const { reader, getState } = await openReader(openSharedSnapshot(own, redis))
  const message = /No writer is running for this site, but one for another site .* WORKSPACE_DIR, must be the same/
  expectConsole(new RegExp(`^error: ${message.source}`))
  await reader.start()
  expect(getState()).toMatchObject({ generation: 0, problems: [expect.stringMatching(message)] })
})
