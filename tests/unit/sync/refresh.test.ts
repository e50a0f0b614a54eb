import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { addCollection, createHostedWorkspace, type Plan } from '@/tests/support/hosted/plan'
import { Bench, idOf } from './support'

const listIds = (...all: string[]) => all.map(idOf).sort()
const planPages = (count: number): Plan =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Page ${n}`, {}]))

/** Starts a workspace and syncs it once. */
async function startSynced(
  data = createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {}, Three: {} }),
): Promise<Bench> {
  const bench = await Bench.start(data)
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  bench.server.takeCounts()
  return bench
}

test('a refresh without changes makes one call per hundred pages and per collection and writes nothing', async () => {
  const data = createHostedWorkspace(planPages(150))
  addCollection(data, 'Page 0', { rows: ['A', 'B'], views: { Table: { type: 'table' }, Board: { type: 'board' } } })
  const bench = await startSynced(data)
  const file = path.join(bench.snapshot, 'manifest.json')
  const before = statSync(file).mtimeMs
  expect(await bench.sync()).toMatchObject({ state: 'done', mode: 'refresh', changed: [] })
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 2, queryCollection: 1 })
  expect(statSync(file).mtimeMs).toBe(before)
})

test('fetches only changed pages', async () => {
  const bench = await startSynced()
  bench.server.editor.write(idOf('Two'), 'something new')
  const report = await bench.sync()
  expect(report.changed).toEqual([{ id: idOf('Two'), title: 'Two', kind: 'changed' }])
  expect(bench.page(idOf('Two'))).toContain('something new')
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1, loadPageChunk: 1 })
})

test('updates pages that are new, moved or in the trash', async () => {
  const bench = await startSynced()
  const { editor } = bench.server
  const added = editor.addPage(idOf('Two'), 'New', 'fresh')
  editor.move(idOf('Deep'), idOf('Two'))
  editor.delete(idOf('Three'))
  const { changed } = await bench.sync()
  expect(changed.map(({ title, kind }) => `${title} ${kind}`).sort()).toEqual([
    ...['Deep moved', 'Home changed', 'New added', 'One changed', 'Three removed', 'Two changed'],
  ])
  expect(bench.pages()).toEqual([...listIds('Home', 'One', 'Two', 'Deep'), added].sort())
})

test('updates rows that are new, changed or in the trash within the budget of calls', async () => {
  const data = createHostedWorkspace({ List: {} })
  const views = Object.fromEntries(Object.keys(VIEW_TYPES).map((type) => [type, { type }]))
  const collection = addCollection(data, 'List', { rows: ['A', 'B', 'C', 'D', 'E', 'F', 'G'], views })
  const bench = await startSynced(data)
  const { editor } = bench.server

  editor.rename(idOf('A'), 'Another')
  expect((await bench.sync()).changed).toEqual([{ id: idOf('A'), title: 'Another', kind: 'changed' }])
  // One call for the pages, one for the collection and three for its views, and three for the edit.
  expect(sum(bench.server.takeCounts())).toBeLessThanOrEqual(8)

  const added = editor.addPage(collection, 'New', 'fresh')
  editor.delete(idOf('B'))
  expect((await bench.sync()).changed.map(({ title, kind }) => `${title} ${kind}`)).toEqual(['New added', 'B removed'])
  expect(bench.pages()).toEqual([...listIds('Home', 'List', 'A', 'C', 'D', 'E', 'F', 'G'), added].sort())
  expect(bench.page(idOf('List'))).toContain(added)

  // The next two refreshes query the other views. Later ones do not.
  await bench.sync()
  await bench.sync()
  bench.server.takeCounts()
  await bench.sync()
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1, queryCollection: 1 })
})

test('removes a page that is no longer shared together with its subpages', async () => {
  const bench = await startSynced()
  bench.server.editor.unshare(idOf('One'))
  expect((await bench.sync()).changed.map(({ title, kind }) => `${title} ${kind}`).sort()).toEqual([
    'Deep removed',
    'One removed',
  ])
  expect(bench.pages()).toEqual(listIds('Home', 'Two', 'Three'))
})

test('keeps a page that responses omit while another page refers to it, and removes it afterwards', async () => {
  const bench = await startSynced()
  const { data, editor } = bench.server
  const respond = bench.server.privateApi.syncRecordValuesMain.bind(bench.server.privateApi)
  bench.server.privateApi.syncRecordValuesMain = (body) => {
    const response = respond(body) as { recordMap: { block: Record<string, unknown> } }
    delete response.recordMap.block[idOf('Three')]
    return response
  }
  expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
  const home = data.block.get(idOf('Home'))
  if (home) home.content = (home.content as string[]).filter((id) => id !== idOf('Three'))
  editor.write(idOf('Home'), 'Three is no more')
  await bench.sync()
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep'))
})

test('keeps a page that is listed as not shared only once', async () => {
  const bench = await startSynced()
  const { data } = bench.server
  data.unshared.add(idOf('Two'))
  const respond = bench.server.privateApi.syncRecordValuesMain.bind(bench.server.privateApi)
  bench.server.privateApi.syncRecordValuesMain = (body) => {
    const response = respond(body)
    data.unshared.clear()
    return response
  }
  expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))
})

test.each([
  [3, 300, {}],
  [0, 700, { SYNC_RATE: '1' }],
])('starts at the rate of the previous sync: after %i responses with 429 it waits %i ms', async (...row) => {
  const [times, gap, env] = row
  const bench = await startSynced()
  if (times > 0) bench.server.faults.push({ kind: 'busy', times, wait: 0.3 })
  // The first sync fails if the workspace is busy too often.
  expect((await bench.sync({ env })).state).toBe(times > 0 ? 'failed' : 'done')
  const before = bench.server.calls.length
  expect(await bench.sync({ env })).toMatchObject({ state: 'done' })
  const [last, next] = bench.server.calls.slice(before - 1)
  expect((next?.at ?? 0) - (last?.at ?? 0)).toBeGreaterThanOrEqual(gap)
})

test('a refresh that would remove the root page keeps it and publishes all other changes', async () => {
  const bench = await startSynced()
  const { data, editor } = bench.server
  editor.write(idOf('Two'), 'written before the root was binned')
  editor.delete(idOf('Three'))
  const home = data.block.get(idOf('Home'))
  if (home) home.alive = false
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'refused', message: expect.stringContaining('the root page, so') })
  expect(report.changed.map(({ title, kind }) => `${title} ${kind}`)).toEqual(['Two changed', 'Three removed'])
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep'))
  expect(bench.page(idOf('Two'))).toContain('written before')
  expect(bench.page(idOf('Home'))).toContain(idOf('Three'))
  expect(await bench.sync({ acceptLoss: true })).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual([])
})

test('a refresh keeps every page if the workspace is no longer shared at all', async () => {
  const bench = await startSynced()
  const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
  bench.server.editor.unshare(idOf('Home'))
  expect(await bench.sync()).toMatchObject({
    state: 'refused',
    message: expect.stringContaining('root page and 4 of 5'),
  })
  expect(await bench.with((sync) => sync.refreshPages([idOf('Home')]))).toMatchObject({ state: 'refused' })
  expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe(before)
})

test('a refresh that would remove more than half of the pages keeps them, even if the root page no longer contains them', async () => {
  const bench = await startSynced()
  const { editor, data } = bench.server
  const lost = ['One', 'Two', 'Three']
  const copies = Object.fromEntries(lost.map((name) => [name, bench.page(idOf(name))]))
  for (const name of lost) data.unshared.add(idOf(name))
  editor.write(idOf('Home'), 'an edit meanwhile')
  expect(await bench.sync()).toMatchObject({ state: 'refused', message: expect.stringContaining('4 of 5') })
  expect(bench.page(idOf('Home'))).toContain('an edit meanwhile')
  data.unshared.clear()
  for (const name of lost) {
    editor.write(idOf(name), 'written after it was moved away')
    const block = data.block.get(idOf(name))
    if (block) block.parent_id = idOf('nowhere')
  }
  const home = data.block.get(idOf('Home'))
  if (home) home.content = []
  editor.write(idOf('Home'), 'everything else is gone')
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'refused', message: expect.stringContaining('4 of 5') })
  expect(report.changed).toEqual([{ id: idOf('Home'), title: 'Home', kind: 'changed' }])
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))
  expect(bench.page(idOf('Home'))).toContain('everything else is gone')
  for (const name of lost) expect(bench.page(idOf(name))).toBe(copies[name])
  expect(await bench.sync({ acceptLoss: true })).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual(listIds('Home'))
})

test('fetches requested pages immediately, with new pages that they refer to', async () => {
  const bench = await startSynced()
  const { editor } = bench.server
  const added = editor.addPage(idOf('Two'), 'New', 'fresh')
  await bench.with((sync) => sync.refreshPages([idOf('Two')]))
  expect(bench.pages()).toContain(added)
  expect(bench.server.takeCounts()).toEqual({ loadPageChunk: 2 })
  editor.delete(idOf('Three'))
  await bench.with((sync) => sync.refreshPages([idOf('Three')]))
  expect(bench.pages()).not.toContain(idOf('Three'))
})

test('the next sync after a requested row queries the other views of its database', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'], views: { Table: { type: 'table' }, Board: { type: 'board' } } })
  const bench = await startSynced(data)
  bench.server.editor.rename(idOf('A'), 'Another')
  await bench.with((sync) => sync.refreshPages([idOf('A')]))
  bench.server.takeCounts()
  await bench.sync()
  expect(bench.server.takeCounts().queryCollection).toBe(2)
})

test('does not add a requested page outside of the site, and removes a page that became a block', async () => {
  const bench = await startSynced()
  const { data } = bench.server
  const base = { alive: true, version: 1, created_time: 1, last_edited_time: 1, content: [], properties: {} }
  const stray = { ...base, id: idOf('Stray'), type: 'page', parent_id: idOf('space'), parent_table: 'space' }
  data.block.set(stray.id, { ...stray, space_id: idOf('space') })
  await bench.with((sync) => sync.refreshPages([idOf('Stray')]))
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))

  const three = data.block.get(idOf('Three'))
  if (three) three.type = 'text'
  data.touch(idOf('Three'))
  expect((await bench.sync()).changed).toContainEqual({ id: idOf('Three'), title: 'Three', kind: 'removed' })
})

test('keeps known rows if the workspace does not list all rows, and reports it', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B', 'C'] })
  const bench = await startSynced(data)
  const respond = bench.server.privateApi.queryCollection.bind(bench.server.privateApi)
  bench.server.privateApi.queryCollection = (body) => {
    const response = respond(body) as {
      result: { reducerResults: { collection_group_results: Record<string, unknown> } }
    }
    const results = response.result.reducerResults.collection_group_results
    Object.assign(results, { blockIds: (results.blockIds as string[]).slice(0, 2), hasMore: true })
    return response
  }
  expect((await bench.sync()).failed).toMatchObject([{ reason: expect.stringContaining('does not list all rows') }])
  expect(bench.pages()).toEqual(listIds('Home', 'List', 'A', 'B', 'C'))
})

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, each) => all + each, 0)
