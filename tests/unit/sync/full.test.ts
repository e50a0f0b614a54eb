import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSyncReport } from '@/lib/snapshot/sync-report'
import { fixtureSets, fixturesDir } from '@/tests/support/fixtures'
import { addCollection, workspaceOf } from '@/tests/support/hosted/plan'
import { Bench, idOf } from './support'

const names = (...all: string[]) => all.map(idOf).sort()

test('pages of any depth are fetched, each with one call', async () => {
  const bench = await Bench.start(
    workspaceOf({ One: { children: { Deep: { children: { Deeper: { children: { Deepest: {} } } } } } }, Two: {} }),
  )
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', mode: 'full', failed: [], failedFiles: [] })
  expect(bench.pages()).toEqual(names('Home', 'One', 'Two', 'Deep', 'Deeper', 'Deepest'))
  expect(bench.manifest().root).toBe(idOf('Home'))
  expect(bench.page(idOf('Deepest'))).toContain('Deepest')
  expect(bench.server.takeCounts()).toEqual({ loadPageChunk: 6 })
  expect(report.changed.map(({ kind }) => kind)).toEqual(Array(6).fill('added'))
  expect(await readSyncReport(bench.stateDir)).toEqual(report)
})

test('the root and what it links to come first', async () => {
  const children = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`Below ${n}`, { children: { [`Deep ${n}`]: {} } }]),
  )
  const bench = await Bench.start(workspaceOf(children))
  await bench.sync()
  const asked = bench.server.calls.map(({ body }) => body.pageId)
  expect(asked[0]).toBe(idOf('Home'))
  expect(asked.slice(1, 6).sort()).toEqual(names(...Object.keys(children)))
})

test('long pages are complete: blocks missing in the first chunk are requested for many pages at once', async () => {
  const long = (name: string) => ({
    blocks: Array.from({ length: 130 }, (_, n) => ({ type: 'text', properties: { title: [[`${name} says ${n}`]] } })),
  })
  const plan = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`Long ${n}`, long(`Long ${n}`)]))
  const bench = await Bench.start(workspaceOf(plan))
  await bench.sync()
  for (const name of Object.keys(plan)) expect(bench.page(idOf(name))).toContain(`${name} says 129`)
  const { loadPageChunk = 0, syncRecordValuesMain = 0 } = bench.server.takeCounts()
  expect(loadPageChunk + syncRecordValuesMain).toBeLessThanOrEqual(21 * 1.1)
})

test('links and mentions are followed inside the own space, and never into another one', async () => {
  const mention = (name: string) => ({ type: 'text', properties: { title: [['‣', [['p', idOf(name)]]]] } })
  const data = workspaceOf({ One: { blocks: [mention('Elsewhere'), mention('Strange')] } })
  for (const [name, space] of [
    ['Elsewhere', idOf('space')],
    ['Strange', idOf('another space')],
  ] as const) {
    const base = { alive: true, version: 1, created_time: 1, last_edited_time: 1, content: [], properties: {} }
    data.block.set(idOf(name), {
      ...base,
      id: idOf(name),
      type: 'page',
      space_id: space,
      parent_id: space,
      parent_table: 'space',
    })
  }
  const bench = await Bench.start(data)
  const report = await bench.sync()
  expect(report.failed).toEqual([])
  expect(bench.pages()).toEqual(names('Home', 'One', 'Elsewhere'))
})

test('a collection comes with all of its rows, past the limit and past its filters', async () => {
  const data = workspaceOf({ List: {} })
  const rows = Array.from({ length: 1010 }, (_, n) => `Row ${n}`)
  const filter = {
    filters: [{ property: 'kind', filter: { operator: 'enum_is', value: { type: 'exact', value: 'A' } } }],
  }
  addCollection(data, 'List', {
    rows,
    views: { Some: { type: 'table', query2: { filter } }, Groups: { type: 'board' } },
  })
  const bench = await Bench.start(data)
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toHaveLength(1012)
  // A row's block is in its own file only.
  expect(bench.page(idOf('List'))).not.toContain('Row 7"')
})

test('people are names, and nothing else of them is kept', async () => {
  const data = workspaceOf({
    One: { blocks: [{ type: 'text', properties: { title: [['‣', [['u', idOf('ada')]]]] } }] },
  })
  data.notion_user.set(idOf('ada'), {
    id: idOf('ada'),
    given_name: 'Ada',
    family_name: 'Byron',
    email: 'ada@example.com',
  })
  const bench = await Bench.start(data)
  await bench.sync()
  expect(bench.page(idOf('One'))).toContain('Byron')
  expect(bench.page(idOf('One'))).not.toContain('example.com')
})

test('what is not shared, or in the bin, is left out without a word', async () => {
  const data = workspaceOf({ One: {}, Private: { children: { Below: {} } }, Binned: {} })
  data.unshared.add(idOf('Private'))
  const binned = data.block.get(idOf('Binned'))
  if (binned) binned.alive = false
  const bench = await Bench.start(data)
  expect((await bench.sync()).failed).toEqual([])
  expect(bench.pages()).toEqual(names('Home', 'One'))
})

test('a private collection on a shared page leaves the page whole', async () => {
  const data = workspaceOf({ List: { text: 'Read me' } })
  addCollection(data, 'List', { rows: ['Row'] })
  const bench = await Bench.start(data)
  bench.server.faults.push({ kind: 'refused', call: 'queryCollection' })
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(names('Home', 'List'))
  expect(bench.page(idOf('List'))).toContain('Read me')
  // Its rows may never be shared, so they are not missing, which would be a reason in health.
  expect(bench.manifest()).not.toHaveProperty('missing')
})

test('nothing of the sync itself lies where readers look', async () => {
  const bench = await Bench.start(workspaceOf({ One: {} }))
  await bench.sync()
  expect(readdirSync(bench.snapshot).sort()).toEqual(['.sync', 'files', 'manifest.json', 'pages'])
  expect(readdirSync(path.join(bench.snapshot, 'pages')).filter((name) => !name.endsWith('.json'))).toEqual([])
  expect(existsSync(path.join(bench.snapshot, '.sync/lock'))).toBe(false)
})

test.each(fixtureSets)('the data set %s is synced whole, in either nesting', async (set) => {
  const bench = await Bench.start(path.join(fixturesDir ?? '', set))
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toContain(bench.server.root)
  bench.server.takeCounts()
  bench.server.answers.nesting = 'new'
  expect((await bench.sync()).changed).toEqual([])
})
