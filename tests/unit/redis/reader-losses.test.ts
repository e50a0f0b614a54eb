import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { INCOMPLETE } from '@/lib/instances/reader'
import { getContentName, listContents } from '@/lib/snapshot/contents'
import { FilesStore } from '@/lib/snapshot/files-store'
import { expectConsole } from '../../support/console'
import { createId } from '../../support/records'
import { replaceIndex } from '../../support/snapshot-states'
import { startReaders } from './readers'

const { openReader, createPublishedSite, redis } = await startReaders()

const neverKnown = async () => false

test('a reader keeps its generation while a writer that lost its state publishes fewer pages', async () => {
  const { shared, publish } = await createPublishedSite()
  const first = await publish('Home', 'Tides')
  const { reader, readTitles, getState } = await openReader(shared)
  await reader.start()
  const state = await shared.state()
  if (state?.derived.index === undefined) throw new Error('there is no state')
  const index = JSON.parse(String(gunzipSync(state.derived.index)))
  const publishFilling = (some: object[], removed: string[] = []) =>
    shared.putState(replaceIndex(state, { ...index, isFilling: true, pages: some, removed }))
  await redis.del(['generation', 'withdrawals', 'visibility'].map((name) => shared.site + name))
  await redis.del(`${shared.prefix}state`)
  expectConsole(/^error: The newest snapshot cannot be loaded: the first sync has not finished/)
  expectConsole(/^error: The newest snapshot is not served yet/)
  await publishFilling(index.pages.slice(0, 1))
  await reader.beforeResponse(neverKnown)
  expect(getState()).toMatchObject({ generation: first, withdrawn: new Set() })
  expect(await readTitles()).toEqual(['Home', 'Tides'])
  // The reader does not load the generation again, but hides the pages that the next one withdraws.
  const [loaded, compared] = [vi.spyOn(reader.shared, 'published'), vi.spyOn(reader.shared, 'compareWith')]
  for (let times = 1; times <= 3; times++) {
    await shared.send('snapshot')
    await expect.poll(() => compared.mock.settledResults.length).toBeGreaterThanOrEqual(times)
  }
  expect(loaded).not.toHaveBeenCalled()
  await publishFilling(index.pages.slice(0, 1), [createId('Tides')])
  await expect.poll(getState).toMatchObject({ generation: first, withdrawn: new Set([createId('Tides')]) })
  await reader.beforeResponse(neverKnown)
  expect(loaded).toHaveBeenCalledTimes(1)
  await publishFilling(index.pages)
  await reader.beforeResponse(neverKnown)
  expect(getState()?.generation).toBeGreaterThan(first)
  // A reader that does not serve a generation yet loads the incomplete one.
  const late = await openReader(shared)
  await late.reader.start()
  expect(late.getState()?.generation).toBe(getState()?.generation)
})

test('reports contents that are missing or damaged in Redis, and loads them after the next publication', async () => {
  const { shared, publish, publisher } = await createPublishedSite()
  await publish('Home', 'Tides', 'Boats')
  const manifest = await shared.manifest()
  const [lost = '', broken = ''] = manifest ? listContents(manifest) : []
  await redis.unlink(shared.prefix + lost)
  await redis.set(shared.prefix + broken, 'broken')
  const messages: string[] = []
  const stopListening = shared.listen((news) => messages.push(news))
  // The subscription does not report when it is ready.
  await expect
    .poll(async () => {
      await shared.send('ready')
      return messages
    })
    .toContain('ready')
  const { reader, readTitles, getState } = await openReader(shared)
  expectConsole(/^error: The newest snapshot cannot be loaded: The snapshot is incomplete\..* and 1 more$/)
  expectConsole(/^error: The newest snapshot is not served yet/)
  await reader.start()
  await expect.poll(() => messages).toContain(INCOMPLETE)
  expect(getState()).toMatchObject({ generation: 0, problems: [expect.stringContaining('not served yet')] })
  // The problems are public, and a content can belong to a page that is not public.
  expect(getState()?.problems.join()).not.toMatch(/pages\/|[0-9a-f]{8}-/)
  await publisher.publish()
  expect(await shared.missing([lost])).toEqual([lost])
  await publisher.publish({ again: true })
  await expect.poll(readTitles).toEqual(['Boats', 'Home', 'Tides'])
  await expect.poll(() => getState()?.problems).toEqual([])
  stopListening()
})

test('a reader loads a damaged content of its copy again', async () => {
  const { shared, publish } = await createPublishedSite()
  await publish('Home', 'Tides')
  const { reader, local } = await openReader(shared, { intervalMs: 50 })
  await reader.start()
  const [id = '', hash = ''] = Object.entries((await local.manifest())?.pages ?? {})[0] ?? []
  const before = await local.derivedFingerprint('index')
  writeFileSync(path.join(local.dir, getContentName('pages', id, hash)), '')
  expectConsole(/^error: .* is missing or damaged: it is rebuilt/)
  // A new store reads the page, as another thread of the process does.
  await expect(new FilesStore(local.dir).page(id, hash)).rejects.toThrow('The snapshot is incomplete')
  // The index is written last, which reloads the site.
  await expect.poll(() => local.derivedFingerprint('index')).not.toBe(before)
  expect((await local.page(id, hash)).id).toBe(id)
})

test('a reader with a damaged copy does not load an earlier generation from a lagging replica', async () => {
  const { shared, publish } = await createPublishedSite()
  await publish('Home', 'Withdrawn')
  const former = await shared.redis.hGetAll(`${shared.prefix}state`)
  const generation = await publish('Home')
  const newest = await shared.redis.hGetAll(`${shared.prefix}state`)
  const { reader, local, states, readTitles } = await openReader(shared, { intervalMs: 50 })
  await reader.start()
  const loaded = vi.spyOn(reader.shared, 'published')
  const before = await local.derivedFingerprint('index')
  await shared.redis.hSet(`${shared.prefix}state`, former)
  await local.damage.createMarker()
  await shared.send('snapshot')
  await expect.poll(() => loaded.mock.settledResults.length).toBeGreaterThan(0)
  expect(await loaded.mock.results[0]?.value).toMatchObject({ generation: Number(former.generation) })
  await shared.redis.hSet(`${shared.prefix}state`, newest)
  // The reader loads its current generation again.
  await expect.poll(() => local.derivedFingerprint('index')).not.toBe(before)
  expect(await readTitles()).toEqual(['Home'])
  expect(new Set(states.map((state) => state.generation))).toEqual(new Set([generation]))
})
