import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { INCOMPLETE } from '@/lib/instances/reader'
import { getContentName, listContents } from '@/lib/snapshot/contents'
import { FilesStore } from '@/lib/snapshot/files-store'
import { expectConsole } from '../../support/console'
import { idOf } from '../../support/records'
import { withIndex } from '../../support/snapshot-states'
import { startReaders } from './readers'

const { openReader, publishedSite, redis } = await startReaders()

const unknown = async () => false

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
  const [loaded, looked] = [vi.spyOn(reader.shared, 'published'), vi.spyOn(reader.shared, 'compareWith')]
  for (let looks = 1; looks <= 3; looks++) {
    await shared.send('snapshot')
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

test('what Redis lost or broke is reported, and loaded once the writer has published it again', async () => {
  const { shared, publish, publisher } = await publishedSite()
  await publish('Home', 'Tides', 'Boats')
  const manifest = await shared.manifest()
  const [lost = '', broken = ''] = manifest ? listContents(manifest) : []
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

test('a piece of the copy of a reader that was damaged is loaded again', async () => {
  const { shared, publish } = await publishedSite()
  await publish('Home', 'Tides')
  const { reader, local } = await openReader(shared)
  await reader.start()
  const [id = '', hash = ''] = Object.entries((await local.manifest())?.pages ?? {})[0] ?? []
  const before = await local.derivedMark('index')
  writeFileSync(path.join(local.dir, getContentName('pages', id, hash)), '')
  expectConsole(/^error: .* is missing or damaged: it is rebuilt/)
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
  await shared.send('snapshot')
  await expect.poll(() => loaded.mock.settledResults.length).toBeGreaterThan(0)
  expect(await loaded.mock.results[0]?.value).toMatchObject({ generation: Number(former.generation) })
  await shared.redis.hSet(`${shared.prefix}state`, newest)
  // It is loaded again from the generation that was served.
  await expect.poll(() => local.derivedMark('index')).not.toBe(before)
  expect(await titles()).toEqual(['Home'])
  expect(new Set(shown.map((state) => state.generation))).toEqual(new Set([generation]))
})
