import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSyncReport } from '@/lib/snapshot/sync-report'
import { MAX_NORMAL_CALLS } from '@/lib/sync/pace'
import { sampleItems } from '@/tests/support/complete'
import { fixtureSets, fixturesDir } from '@/tests/support/fixtures'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId, SHORT_LIMITS } from './support'

const listIds = (...all: string[]) => all.map(createHostedId).sort()

test('fetches pages of any depth with one call each', async () => {
  const bench = await Bench.start(
    createHostedWorkspace({
      One: { children: { Deep: { children: { Deeper: { children: { Deepest: {} } } } } } },
      Two: {},
    }),
  )
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', mode: 'full', failed: [], failedFiles: [] })
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep', 'Deeper', 'Deepest'))
  expect(bench.manifest().root).toBe(createHostedId('Home'))
  expect(bench.page(createHostedId('Deepest'))).toContain('Deepest')
  expect(bench.server.takeCounts()).toEqual({ loadPageChunk: 6 })
  expect(report.changed.map(({ kind }) => kind)).toEqual(Array(6).fill('added'))
  expect(await readSyncReport(bench.stateDir)).toEqual(report)
})

test('fetches the root page first, then its child pages', async () => {
  const children = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`Below ${n}`, { children: { [`Deep ${n}`]: {} } }]),
  )
  const bench = await Bench.start(createHostedWorkspace(children))
  await bench.sync()
  const fetched = bench.server.calls.map(({ body }) => body.pageId)
  expect(fetched[0]).toBe(createHostedId('Home'))
  const last = Math.max(...Object.keys(children).map((name) => fetched.indexOf(createHostedId(name))))
  // Calls that are sent at the same time arrive in any order.
  expect(last).toBeLessThan(1 + 20 + MAX_NORMAL_CALLS)
})

test('completes long pages with requests for the missing blocks of many pages at once', async () => {
  const createLongPage = (name: string) => ({
    blocks: Array.from({ length: 130 }, (_, n) => ({ type: 'text', properties: { title: [[`${name} says ${n}`]] } })),
  })
  const plan = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`Long ${n}`, createLongPage(`Long ${n}`)]))
  const bench = await Bench.start(createHostedWorkspace(plan))
  await bench.sync()
  for (const name of Object.keys(plan)) expect(bench.page(createHostedId(name))).toContain(`${name} says 129`)
  const { loadPageChunk = 0, syncRecordValuesMain = 0 } = bench.server.takeCounts()
  expect(loadPageChunk + syncRecordValuesMain).toBeLessThanOrEqual(21 * 1.1)
})

test('follows mentions within the space but not into another space', async () => {
  const createMention = (name: string) => ({
    type: 'text',
    properties: { title: [['‣', [['p', createHostedId(name)]]]] },
  })
  const data = createHostedWorkspace({ One: { blocks: [createMention('Elsewhere'), createMention('Strange')] } })
  for (const [name, space] of [
    ['Elsewhere', createHostedId('space')],
    ['Strange', createHostedId('another space')],
  ] as const) {
    const base = { alive: true, version: 1, created_time: 1, last_edited_time: 1, content: [], properties: {} }
    data.block.set(createHostedId(name), {
      ...base,
      id: createHostedId(name),
      type: 'page',
      space_id: space,
      parent_id: space,
      parent_table: 'space',
    })
  }
  const bench = await Bench.start(data)
  const report = await bench.sync()
  expect(report.failed).toEqual([])
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Elsewhere'))
})

test('fetches all rows of a collection, beyond the query limit and the filters of its views', async () => {
  const data = createHostedWorkspace({ List: {} })
  const rows = Array.from({ length: 30 }, (_, n) => `Row ${n}`)
  const filter = {
    filters: [{ property: 'kind', filter: { operator: 'enum_is', value: { type: 'exact', value: 'A' } } }],
  }
  addCollection(data, 'List', {
    rows,
    views: { Some: { type: 'table', query2: { filter } }, Groups: { type: 'board' } },
  })
  const bench = await Bench.start(data)
  const report = await bench.sync({ limits: { ...SHORT_LIMITS, rows: 10 } })
  expect(report).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toHaveLength(32)
  // The block of a row is stored only in the file of the row.
  expect(bench.page(createHostedId('List'))).not.toContain('Row 7"')
})

test('stores only the names of people', async () => {
  const data = createHostedWorkspace({
    One: { blocks: [{ type: 'text', properties: { title: [['‣', [['u', createHostedId('ada')]]]] } }] },
  })
  data.notion_user.set(createHostedId('ada'), {
    id: createHostedId('ada'),
    given_name: 'Ada',
    family_name: 'Byron',
    email: 'ada@example.com',
  })
  const bench = await Bench.start(data)
  await bench.sync()
  expect(bench.page(createHostedId('One'))).toContain('Byron')
  expect(bench.page(createHostedId('One'))).not.toContain('example.com')
})

test('omits pages that are not shared or in the trash without an error', async () => {
  const data = createHostedWorkspace({ One: {}, Private: { children: { Below: {} } }, Binned: {} })
  data.unshared.add(createHostedId('Private'))
  const trashed = data.block.get(createHostedId('Binned'))
  if (trashed) trashed.alive = false
  const bench = await Bench.start(data)
  expect((await bench.sync()).failed).toEqual([])
  expect(bench.pages()).toEqual(listIds('Home', 'One'))
})

test('publishes a shared page completely if it contains a private collection', async () => {
  const data = createHostedWorkspace({ List: { text: 'Read me' } })
  addCollection(data, 'List', { rows: ['Row'] })
  const bench = await Bench.start(data)
  bench.server.faults.push({ kind: 'refused', call: 'queryCollection' })
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(listIds('Home', 'List'))
  expect(bench.page(createHostedId('List'))).toContain('Read me')
  // The rows may stay private forever, so the manifest does not list them as missing, which the health check would report.
  expect(bench.manifest()).not.toHaveProperty('missing')
})

test('stores the state of the sync outside of the folders that readers use', async () => {
  const bench = await Bench.start(createHostedWorkspace({ One: {} }))
  await bench.sync()
  expect(readdirSync(bench.snapshot).sort()).toEqual(['.sync', 'files', 'manifest.json', 'pages'])
  expect(readdirSync(path.join(bench.snapshot, 'pages')).filter((name) => !name.endsWith('.json'))).toEqual([])
  expect(existsSync(path.join(bench.snapshot, '.sync/lock'))).toBe(false)
})

test.each(sampleItems(fixtureSets, 3))('syncs the data set %s completely with either nesting', async (set) => {
  const bench = await Bench.start(path.join(fixturesDir ?? '', set))
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toContain(bench.server.root)
  bench.server.takeCounts()
  bench.server.privateApi.nesting = 'new'
  expect((await bench.sync()).changed).toEqual([])
})
