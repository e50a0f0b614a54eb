import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { addCollection, createHostedWorkspace, type Plan } from '@/tests/support/hosted/plan'
import { type Api, Bench, createHostedId } from './support'

const listIds = (...all: string[]) => all.map(createHostedId).sort()
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
  bench.server.editor.write(createHostedId('Two'), 'something new')
  const report = await bench.sync()
  expect(report.changed).toEqual([{ id: createHostedId('Two'), title: 'Two', kind: 'changed' }])
  expect(bench.page(createHostedId('Two'))).toContain('something new')
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1, loadPageChunk: 1 })
})

test('updates pages that are new, moved or in the trash', async () => {
  const bench = await startSynced()
  const { editor } = bench.server
  const added = editor.addPage(createHostedId('Two'), 'New', 'fresh')
  editor.move(createHostedId('Deep'), createHostedId('Two'))
  editor.delete(createHostedId('Three'))
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

  editor.rename(createHostedId('A'), 'Another')
  expect((await bench.sync()).changed).toEqual([{ id: createHostedId('A'), title: 'Another', kind: 'changed' }])
  // One call for the pages, one for the collection and three for its views, and three for the edit.
  expect(sum(bench.server.takeCounts())).toBeLessThanOrEqual(8)

  const added = editor.addPage(collection, 'New', 'fresh')
  editor.delete(createHostedId('B'))
  expect((await bench.sync()).changed.map(({ title, kind }) => `${title} ${kind}`)).toEqual(['New added', 'B removed'])
  expect(bench.pages()).toEqual([...listIds('Home', 'List', 'A', 'C', 'D', 'E', 'F', 'G'), added].sort())
  expect(bench.page(createHostedId('List'))).toContain(added)

  // The next refreshes query two of the other views each. Later ones do not.
  for (let asked = 0; asked < Object.keys(views).length; asked += 2) await bench.sync()
  bench.server.takeCounts()
  await bench.sync()
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1, queryCollection: 1 })
})

test('removes a page that is no longer shared together with its subpages', async () => {
  const bench = await startSynced()
  bench.server.editor.unshare(createHostedId('One'))
  expect((await bench.sync()).changed.map(({ title, kind }) => `${title} ${kind}`).sort()).toEqual([
    'Deep removed',
    'One removed',
  ])
  expect(bench.pages()).toEqual(listIds('Home', 'Two', 'Three'))
})

test.each<Api>(['private', 'official'])(
  'does not fetch the rows of a database that the site no longer shows (%s API)',
  async (api) => {
    const data = createHostedWorkspace({ ...planPages(6), List: {} })
    addCollection(data, 'List', { rows: ['A', 'B'] })
    const bench = await Bench.start(data, api)
    await bench.sync()
    const list = data.block.get(createHostedId('List'))
    if (list) list.content = [createHostedId('List 0')]
    bench.server.editor.write(createHostedId('List'), 'without a database')
    bench.server.editor.write(createHostedId('A'), 'an edit')
    await bench.sync()
    expect(bench.pages()).toEqual(listIds('Home', 'List', ...Object.keys(planPages(6))))
    // With the official API, a page that was edited within the last minute is fetched once more.
    const { now } = Date
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 2 * 60_000)
    onTestFinished(() => clock.mockRestore())
    await bench.sync()
    for (let run = 0; run < 2; run++) {
      bench.server.editor.write(createHostedId('A'), 'another edit')
      bench.server.takeCounts()
      expect((await bench.sync()).changed).toEqual([])
      expect(bench.server.takeCounts()).toEqual(api === 'private' ? { syncRecordValuesMain: 1 } : { search: 1 })
    }
  },
)

test('keeps a page that responses omit while another page refers to it, and removes it afterwards', async () => {
  const bench = await startSynced()
  const { data, editor } = bench.server
  const respond = bench.server.privateApi.syncRecordValuesMain.bind(bench.server.privateApi)
  bench.server.privateApi.syncRecordValuesMain = (body) => {
    const response = respond(body) as { recordMap: { block: Record<string, unknown> } }
    delete response.recordMap.block[createHostedId('Three')]
    return response
  }
  expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
  const home = data.block.get(createHostedId('Home'))
  if (home) home.content = (home.content as string[]).filter((id) => id !== createHostedId('Three'))
  editor.write(createHostedId('Home'), 'Three is no more')
  await bench.sync()
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep'))
})

test('keeps a page that is listed as not shared only once', async () => {
  const bench = await startSynced()
  const { data } = bench.server
  data.unshared.add(createHostedId('Two'))
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
  editor.write(createHostedId('Two'), 'written before the root was binned')
  editor.delete(createHostedId('Three'))
  const home = data.block.get(createHostedId('Home'))
  if (home) home.alive = false
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'refused', message: expect.stringContaining('the root page, so') })
  expect(report.changed.map(({ title, kind }) => `${title} ${kind}`)).toEqual(['Two changed', 'Three removed'])
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep'))
  expect(bench.page(createHostedId('Two'))).toContain('written before')
  expect(bench.page(createHostedId('Home'))).toContain(createHostedId('Three'))
  expect(await bench.sync({ acceptLoss: true })).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual([])
})

test('a refresh keeps every page if the workspace is no longer shared at all', async () => {
  const bench = await startSynced()
  const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
  bench.server.editor.unshare(createHostedId('Home'))
  expect(await bench.sync()).toMatchObject({
    state: 'refused',
    message: expect.stringContaining('root page and 4 of 5'),
  })
  expect(await bench.with((sync) => sync.refreshPages([createHostedId('Home')]))).toMatchObject({ state: 'refused' })
  expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe(before)
})

test('a refresh that would remove more than half of the pages keeps them, even if the root page no longer contains them', async () => {
  const bench = await startSynced()
  const { editor, data } = bench.server
  const lost = ['One', 'Two', 'Three']
  const copies = Object.fromEntries(lost.map((name) => [name, bench.page(createHostedId(name))]))
  for (const name of lost) data.unshared.add(createHostedId(name))
  editor.write(createHostedId('Home'), 'an edit meanwhile')
  expect(await bench.sync()).toMatchObject({ state: 'refused', message: expect.stringContaining('4 of 5') })
  expect(bench.page(createHostedId('Home'))).toContain('an edit meanwhile')
  data.unshared.clear()
  for (const name of lost) {
    editor.write(createHostedId(name), 'written after it was moved away')
    const block = data.block.get(createHostedId(name))
    if (block) block.parent_id = createHostedId('nowhere')
  }
  const home = data.block.get(createHostedId('Home'))
  if (home) home.content = []
  editor.write(createHostedId('Home'), 'everything else is gone')
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'refused', message: expect.stringContaining('4 of 5') })
  expect(report.changed).toEqual([{ id: createHostedId('Home'), title: 'Home', kind: 'changed' }])
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))
  expect(bench.page(createHostedId('Home'))).toContain('everything else is gone')
  for (const name of lost) expect(bench.page(createHostedId(name))).toBe(copies[name])
  expect(await bench.sync({ acceptLoss: true })).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual(listIds('Home'))
})

test('fetches requested pages immediately, with new pages that they refer to', async () => {
  const bench = await startSynced()
  const { editor } = bench.server
  const added = editor.addPage(createHostedId('Two'), 'New', 'fresh')
  await bench.with((sync) => sync.refreshPages([createHostedId('Two')]))
  expect(bench.pages()).toContain(added)
  expect(bench.server.takeCounts()).toEqual({ loadPageChunk: 2 })
  editor.delete(createHostedId('Three'))
  await bench.with((sync) => sync.refreshPages([createHostedId('Three')]))
  expect(bench.pages()).not.toContain(createHostedId('Three'))
})

test('the next sync after a requested row queries the other views of its database', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'], views: { Table: { type: 'table' }, Board: { type: 'board' } } })
  const bench = await startSynced(data)
  bench.server.editor.rename(createHostedId('A'), 'Another')
  await bench.with((sync) => sync.refreshPages([createHostedId('A')]))
  bench.server.takeCounts()
  await bench.sync()
  expect(bench.server.takeCounts().queryCollection).toBe(2)
})

test('does not add a requested page outside of the site, and removes a page that became a block', async () => {
  const bench = await startSynced()
  const { data } = bench.server
  const base = { alive: true, version: 1, created_time: 1, last_edited_time: 1, content: [], properties: {} }
  const stray = {
    ...base,
    id: createHostedId('Stray'),
    type: 'page',
    parent_id: createHostedId('space'),
    parent_table: 'space',
  }
  data.block.set(stray.id, { ...stray, space_id: createHostedId('space') })
  await bench.with((sync) => sync.refreshPages([createHostedId('Stray')]))
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))

  const three = data.block.get(createHostedId('Three'))
  if (three) three.type = 'text'
  data.touch(createHostedId('Three'))
  expect((await bench.sync()).changed).toContainEqual({ id: createHostedId('Three'), title: 'Three', kind: 'removed' })
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
