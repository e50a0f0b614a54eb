import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { INCOMPLETE, Reader } from '@/lib/instances/reader'
import { connectToRedis, type Redis } from '@/lib/redis/connection'
import type { ReaderState } from '@/lib/runtime'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { nameOf, namesIn } from '@/lib/snapshot/contents'
import { FilesStore } from '@/lib/snapshot/files-store'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { expectConsole } from '../../support/console'
import { startFileRedis } from '../../support/file-redis'
import { temporaryFolder, writeFiles } from '../../support/folders'
import { idOf } from '../../support/records'
import { RedisServer } from '../../support/redis'
import { withIndex } from '../../support/snapshot-states'
import { rawMap, workspace } from '../snapshot/support'

const known = async () => true
const unknown = async () => false

const server = await startFileRedis()
const redis = await server.client()
let sites = 0
const readers: Reader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.stop()
})

const pages = (...titles: string[]) => rawMap(Object.fromEntries(titles.map((title) => [title, `Text of ${title}`])))

/** A site whose folder has these pages, and a function that publishes others. */
async function publishedSite({ hasWriter = true } = {}) {
  const { env, folder } = workspace({ 'home.json': pages('Home') })
  const site = `test:reader:${sites++}:`
  if (hasWriter) await redis.set(`${site}writer`, 'writer')
  const shared = new RedisStore(redis, site, 'a', hasWriter ? 'writer' : '')
  const publisher = new Publisher(openWorkingCopy(env), shared)
  const publish = async (...titles: string[]) => {
    writeFiles(folder, { 'home.json': pages(...titles) })
    await prepareSite(env, 0)
    await publisher.publish()
    return shared.generation()
  }
  return { shared, publish, publisher }
}

/** A reader with a connection of its own, and what it serves. */
async function openReader({ site, variant }: RedisStore, client?: Redis) {
  const local = new FilesStore(path.join(temporaryFolder(), 'copy'))
  const shown: ReaderState[] = []
  const own = new RedisStore(client ?? (await server.client()), site, variant)
  const reader = new Reader(own, local, (state) => shown.push(state))
  readers.push(reader)
  const titles = async () => (await readSavedIndex(local))?.pages.map(({ title }) => title).sort()
  return { reader, local, shown, titles, now: () => shown.at(-1) }
}

test('a reader serves each generation once, with all contents on its disk', async () => {
  const { shared, publish } = await publishedSite()
  const first = await publish('Home', 'Tides')
  const { reader, local, shown, titles, now } = await openReader(shared)
  await reader.start()
  expect(shown).toEqual([{ generation: first, withdrawn: new Set(), problems: [] }])
  expect(await titles()).toEqual(['Home', 'Tides'])
  const manifest = await local.manifest()
  expect(manifest && (await local.missing(namesIn(manifest)))).toEqual([])
  const second = await publish('Home', 'Boats')
  await expect.poll(() => now()?.generation).toBe(second)
  expect(await titles()).toEqual(['Boats', 'Home'])
  expect(new Set(shown.map(({ generation }) => generation))).toEqual(new Set([first, second]))
})

test('a reader that has no page for a request loads what is newer before it responds', async () => {
  const { shared, publish } = await publishedSite()
  await publish('Home')
  const { reader, titles, now } = await openReader(shared)
  await reader.start()
  for (let at = 0; at < 5; at++) {
    const generation = await publish('Home', `Tides ${at}`)
    await reader.beforeResponse(unknown)
    expect(now()?.generation).toBe(generation)
    expect(await titles()).toContain(`Tides ${at}`)
  }
})

test('a reader hides what was withdrawn while it cannot load the newest generation, and never goes back', async () => {
  const { shared, publish } = await publishedSite()
  const first = await publish('Home', 'Tides')
  const { reader, now } = await openReader(shared)
  await reader.start()
  // A writer of another version publishes elsewhere, and keeps the same log of withdrawals.
  const other = new RedisStore(redis, shared.site, 'b', 'writer')
  const state = await shared.state()
  if (state === undefined) throw new Error('there is no state')
  expectConsole(/^error: The newest snapshot is of another version or of other settings/)
  const { env } = workspace({ 'home.json': pages('Home') })
  await prepareSite(env, 0)
  await new Publisher(openWorkingCopy(env), other).publish()
  await expect.poll(() => [...(now()?.withdrawn ?? [])]).toEqual([idOf('Tides')])
  expect(now()).toMatchObject({ generation: first, problems: [expect.stringContaining('another version')] })
  // One that starts now reads the generation of its own version, and hides the same.
  const late = await openReader(shared)
  expectConsole(/^error: The newest snapshot is of another version or of other settings/)
  await late.reader.start()
  expect(late.now()).toMatchObject({ generation: first, withdrawn: new Set([idOf('Tides')]) })
  // After a loss of all keys, an earlier generation is not taken.
  await redis.del([`${shared.site}generation`, `${shared.prefix}state`, `${shared.site}withdrawals`])
  await redis.hSet(`${shared.prefix}state`, 'generation', '1')
  await reader.beforeResponse(unknown)
  expect(now()).toMatchObject({ generation: first, withdrawn: new Set([idOf('Tides')]) })
  // Not even if it was replaced while it is read.
  await shared.redis.hSet(`${shared.prefix}state`, {
    manifest: gzipSync(JSON.stringify(state.manifest)),
    ...state.derived,
  })
  const sight = { since: first, newest: first + 1, loadable: first + 1, withdrawn: [], hasWriter: true }
  vi.spyOn(reader.shared, 'look').mockResolvedValueOnce(sight)
  const asked = vi.spyOn(reader.shared, 'published')
  await reader.beforeResponse(unknown)
  expect((await asked.mock.results[0]?.value)?.generation).toBe(1)
  expect(now()?.generation).toBe(first)
})

test('a reader keeps what it serves while a writer that lost everything has fewer pages', async () => {
  const { shared, publish } = await publishedSite()
  const first = await publish('Home', 'Tides')
  const { reader, titles, now } = await openReader(shared)
  await reader.start()
  const state = await shared.state()
  if (state?.derived.index === undefined) throw new Error('there is no state')
  const index = JSON.parse(String(gunzipSync(state.derived.index)))
  const publishFilling = (some: object[], removed: string[] = []) =>
    shared.putState(withIndex(state, { ...index, isFilling: true, pages: some, removed }))
  await redis.del(['generation', 'withdrawals', 'visibility'].map((name) => shared.site + name))
  await redis.del(`${shared.prefix}state`)
  expectConsole(/^error: The newest snapshot cannot be loaded: It is of a first sync/)
  expectConsole(/^error: The newest snapshot is not served yet/)
  await publishFilling(index.pages.slice(0, 1))
  await reader.beforeResponse(unknown)
  expect(now()).toMatchObject({ generation: first, withdrawn: new Set() })
  expect(await titles()).toEqual(['Home', 'Tides'])
  // It is not loaded again, and what the next one withdraws is hidden.
  const [loaded, looked] = [vi.spyOn(reader.shared, 'published'), vi.spyOn(reader.shared, 'look')]
  for (let looks = 1; looks <= 3; looks++) {
    await shared.tell('snapshot')
    await expect.poll(() => looked.mock.settledResults.length).toBeGreaterThanOrEqual(looks)
  }
  expect(loaded).not.toHaveBeenCalled()
  await publishFilling(index.pages.slice(0, 1), [idOf('Tides')])
  await expect.poll(now).toMatchObject({ generation: first, withdrawn: new Set([idOf('Tides')]) })
  await reader.beforeResponse(unknown)
  expect(loaded).toHaveBeenCalledTimes(1)
  await publishFilling(index.pages)
  await reader.beforeResponse(unknown)
  expect(now()?.generation).toBeGreaterThan(first)
  // One that serves nothing yet takes what there is.
  const late = await openReader(shared)
  await late.reader.start()
  expect(late.now()?.generation).toBe(now()?.generation)
})

test('a reader that was paused looks at Redis once before it responds, for a page that it knows, too', async () => {
  const { shared, publish } = await publishedSite()
  await publish('Home', 'Tides')
  const { reader, now } = await openReader(shared)
  await reader.start()
  const look = vi.spyOn(reader.shared, 'look')
  await reader.beforeResponse(known)
  const before = look.mock.calls.length
  // As after a pause: the clock went on, and nothing else did.
  const { now: clock } = Date
  const later = clock() + 60_000
  const stopped = vi.spyOn(Date, 'now').mockImplementation(() => later)
  await Promise.all([reader.beforeResponse(known), reader.beforeResponse(known)])
  expect(look.mock.calls.length).toBeGreaterThan(before)
  stopped.mockRestore()
  expect(now()?.problems).toEqual([])
})

test('a reader does not wait long for a Redis that hangs, and serves what it has', async () => {
  const own = await RedisServer.start()
  const client = await own.client()
  const { env } = workspace({ 'home.json': pages('Home') })
  await prepareSite(env, 0)
  await client.set('test:writer', 'writer')
  await new Publisher(openWorkingCopy(env), new RedisStore(client, 'test:', '', 'writer')).publish()
  const { reader, now } = await openReader(new RedisStore(client, 'test:'), await own.client())
  await reader.start()
  const generation = now()?.generation
  process.kill(own.pid, 'SIGSTOP')
  const started = performance.now()
  // It may wait for a look that has begun, then for one of its own.
  await reader.beforeResponse(unknown)
  expect(performance.now() - started).toBeLessThan(1000)
  process.kill(own.pid, 'SIGCONT')
  expect(now()).toMatchObject({ generation })
  await own.stop()
})

test('a reader whose password is not right yet shows nothing until it is', async () => {
  const own = await RedisServer.start('--requirepass', 'right')
  const client = await own.client(`redis://:right@127.0.0.1:${own.port}`)
  const { env } = workspace({ 'home.json': pages('Home') })
  await prepareSite(env, 0)
  await client.set('test:writer', 'writer')
  const shared = new RedisStore(client, 'test:', '', 'writer')
  await new Publisher(openWorkingCopy(env), shared).publish()
  const said: string[] = []
  const early = connectToRedis(`redis://:not-yet-right@127.0.0.1:${own.port}`, (sentence) => said.push(sentence))
  const { reader, now } = await openReader(shared, early)
  await reader.start()
  expect([now(), said]).toEqual([undefined, [expect.stringMatching(/refuses the name or the password/)]])
  await client.configSet('requirepass', 'not-yet-right')
  await expect.poll(() => now()?.generation).toBe(await shared.generation())
  readers.pop()
  await reader.stop()
  await own.stop()
})

test('a reader says when no writer runs, and how to start one', async () => {
  const { shared, publish } = await publishedSite({ hasWriter: false })
  const { reader, now } = await openReader(shared)
  expectConsole(/^error: No writer is running for this site: start one with `npm run sync -- --watch`/)
  await reader.start()
  expect(now()).toMatchObject({ generation: 0, problems: [expect.stringContaining('No writer')] })
  const generation = await publish('Home')
  await expect.poll(() => now()?.generation).toBe(generation)
  await redis.set(`${shared.site}writer`, 'x')
  await expect.poll(() => now()?.problems).toEqual([])
})

test('what Redis lost or broke is reported, and loaded once the writer has published it again', async () => {
  const { shared, publish, publisher } = await publishedSite()
  await publish('Home', 'Tides', 'Boats')
  const manifest = await shared.manifest()
  const [lost = '', broken = ''] = manifest ? namesIn(manifest) : []
  await redis.unlink(shared.prefix + lost)
  await redis.set(shared.prefix + broken, 'broken')
  const heard: string[] = []
  const stopListening = shared.listen((news) => heard.push(news))
  await pause(200)
  const { reader, titles, now } = await openReader(shared)
  expectConsole(/^error: The newest snapshot cannot be loaded: The snapshot lacks 2 pieces/)
  expectConsole(/^error: The newest snapshot is not served yet/)
  await reader.start()
  await expect.poll(() => heard).toContain(INCOMPLETE)
  expect(now()).toMatchObject({ generation: 0, problems: [expect.stringContaining('not served yet')] })
  // Everybody can read the problems, and a piece may be of a page that is not public.
  expect(now()?.problems.join()).not.toMatch(/pages\/|[0-9a-f]{8}-/)
  await publisher.publish()
  expect(await shared.missing([lost])).toEqual([lost])
  await publisher.publish({ again: true })
  await expect.poll(titles).toEqual(['Boats', 'Home', 'Tides'])
  await expect.poll(() => now()?.problems).toEqual([])
  stopListening()
})

test('a reader starts without showing what an earlier start left, and loads only what it lacks', async () => {
  const { shared, publish } = await publishedSite()
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

test('a piece of the copy of a reader that was damaged is loaded again', async () => {
  const { shared, publish } = await publishedSite()
  await publish('Home', 'Tides')
  const { reader, local } = await openReader(shared)
  await reader.start()
  const [id = '', hash = ''] = Object.entries((await local.manifest())?.pages ?? {})[0] ?? []
  const before = await local.derivedMark('index')
  writeFileSync(path.join(local.dir, nameOf('pages', id, hash)), '')
  expectConsole(/^error: .* is missing or damaged: it is made again/)
  // Another thread of the process reads pages.
  await expect(new FilesStore(local.dir).page(id, hash)).rejects.toThrow('lacks 1 pieces')
  // The index is written last, so that the site is loaded again.
  await expect.poll(() => local.derivedMark('index')).not.toBe(before)
  expect((await local.page(id, hash)).id).toBe(id)
})

test('a reader whose copy is damaged does not take an earlier generation from a replica that lags behind', async () => {
  const { shared, publish } = await publishedSite()
  await publish('Home', 'Withdrawn')
  const former = await shared.redis.hGetAll(`${shared.prefix}state`)
  const generation = await publish('Home')
  const newest = await shared.redis.hGetAll(`${shared.prefix}state`)
  const { reader, local, shown, titles } = await openReader(shared)
  await reader.start()
  const loaded = vi.spyOn(reader.shared, 'published')
  const before = await local.derivedMark('index')
  await shared.redis.hSet(`${shared.prefix}state`, former)
  await local.damage.mark()
  await shared.tell('snapshot')
  await expect.poll(() => loaded.mock.settledResults.length).toBeGreaterThan(0)
  expect(await loaded.mock.results[0]?.value).toMatchObject({ generation: Number(former.generation) })
  await shared.redis.hSet(`${shared.prefix}state`, newest)
  // It is loaded again from the generation that was served.
  await expect.poll(() => local.derivedMark('index')).not.toBe(before)
  expect(await titles()).toEqual(['Home'])
  expect(new Set(shown.map((state) => state.generation))).toEqual(new Set([generation]))
})
