import { beforeEach, expect, test, vi } from 'vitest'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '../support'

const listIds = (...all: string[]) => all.map(createHostedId).sort()
const describeChanges = (changed: { title: string; kind: string }[]) =>
  changed.map(({ title, kind }) => `${title} ${kind}`).sort()

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, each) => all + each, 0)

let passed = 0
const { now } = Date
beforeEach(() => {
  passed = 0
  // Tests begin at a full minute, so that all edits of a test are in the same minute.
  const start = Math.ceil(now() / 60_000) * 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => start + passed)
})
const passSeconds = (seconds: number) => {
  passed += seconds * 1000
}

async function startSynced(
  data = createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {}, Three: {} }),
): Promise<Bench> {
  const bench = await Bench.start(data, 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  bench.server.takeCounts()
  return bench
}

test('fetches only changed pages, and nothing after a search without changes', async () => {
  const bench = await startSynced()
  expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
  expect(bench.server.takeCounts()).toEqual({ search: 1 })
  bench.server.editor.write(createHostedId('Two'), 'something new')
  expect((await bench.sync()).changed).toEqual([{ id: createHostedId('Two'), title: 'Two', kind: 'changed' }])
  expect(bench.page(createHostedId('Two'))).toContain('something new')
  expect(bench.server.takeCounts()).toEqual({ search: 1, 'blocks.children': 1 })
})

test('finds an edit in the same minute as the last fetch after that minute', async () => {
  const bench = await startSynced()
  bench.server.editor.write(createHostedId('Two'), 'the first edit')
  passSeconds(10)
  await bench.sync()
  bench.server.editor.write(createHostedId('Two'), 'the second edit')
  passSeconds(60)
  await bench.sync()
  expect(bench.page(createHostedId('Two'))).toContain('the second edit')
  bench.server.takeCounts()
  await bench.sync()
  expect(bench.server.takeCounts()).toEqual({ search: 1 })
})

test('updates pages that are new, moved or in the trash', async () => {
  const bench = await startSynced()
  const { editor } = bench.server
  const added = editor.addPage(createHostedId('Two'), 'New', 'fresh')
  editor.move(createHostedId('Deep'), createHostedId('Two'))
  editor.delete(createHostedId('Three'))
  expect(describeChanges((await bench.sync()).changed)).toEqual([
    ...['Deep moved', 'Home changed', 'New added', 'One changed', 'Three removed', 'Two changed'],
  ])
  expect(bench.pages()).toEqual([...listIds('Home', 'One', 'Two', 'Deep'), added].sort())
})

test('updates rows that are new, changed or in the trash', async () => {
  const data = createHostedWorkspace({ List: {} })
  const views = { Table: { type: 'table' }, Board: { type: 'board' } }
  const collection = addCollection(data, 'List', { rows: ['A', 'B', 'C'], views })
  const bench = await startSynced(data)
  const { editor } = bench.server
  editor.rename(createHostedId('A'), 'Another')
  const added = editor.addPage(collection, 'New', 'fresh')
  expect(describeChanges((await bench.sync()).changed)).toEqual(['Another changed', 'New added'])
  // Without a sort, only queries return the order of the rows.
  expect(bench.server.takeCounts()).toEqual({ search: 1, 'blocks.children': 2, 'views.query': 2, views: 1 })
  editor.delete(createHostedId('B'))
  // A search does not contain deleted rows, so only the hourly comparison with all pages finds them.
  passSeconds(3600)
  expect(describeChanges((await bench.sync()).changed)).toContain('B removed')
  expect(bench.pages()).toEqual([...listIds('Home', 'List', 'A', 'C'), added].sort())
})

test('keeps the widgets of a dashboard when it checks single views', async () => {
  const data = createHostedWorkspace({ List: {} })
  const layout = createHostedId('layout')
  const widgets = [{ type: 'view', collection_view_id: createHostedId('List view Table') }]
  data.layout.set(layout, { id: layout, modules: { dashboard_layout_schema: [{ type: 'row', modules: widgets }] } })
  const format = { dashboard_layout_pointer: { id: layout, table: 'layout' } }
  addCollection(data, 'List', {
    rows: ['A'],
    views: { Overview: { type: 'dashboard', format }, Table: { type: 'table' } },
  })
  const bench = await startSynced(data)
  const before = bench.page(createHostedId('List'))
  expect(before).toContain('dashboard_layout_schema')
  // Each refresh checks another view, and the one after the last view checks none.
  for (let refreshes = 0; refreshes < 4; refreshes++) await bench.sync()
  expect(bench.server.takeCounts()).toMatchObject({ views: 3 })
  expect(bench.page(createHostedId('List'))).toBe(before)
})

test('removes a page immediately after a deletion event, even if the API no longer finds it', async () => {
  const bench = await startSynced()
  bench.server.data.unshared.add(createHostedId('Three'))
  await bench.with((sync) => sync.refreshPages([createHostedId('Three')]))
  expect(bench.pages()).toContain(createHostedId('Three'))
  await bench.with((sync) => sync.refreshPages([createHostedId('Three')], [createHostedId('Three')]))
  expect(bench.pages()).not.toContain(createHostedId('Three'))
  // A page that the API still returns was restored after the event.
  await bench.with((sync) => sync.refreshPages([createHostedId('Two')], [createHostedId('Two')]))
  expect(bench.pages()).toContain(createHostedId('Two'))
})

test('keeps a page that a search omits', async () => {
  const bench = await startSynced()
  bench.server.official.behavior.unsearchable.add(createHostedId('Two'))
  passSeconds(3600)
  expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))
})

/** Requests a page twice, because only the second failure counts. */
async function refreshTwice(bench: Bench, name: string): Promise<void> {
  for (let times = 0; times < 2; times++) await bench.with((sync) => sync.refreshPages([createHostedId(name)]))
}

test('removes a page that is no longer shared after two failed requests and a check of its parent', async () => {
  const bench = await startSynced()
  bench.server.data.unshared.add(createHostedId('Three'))
  await bench.with((sync) => sync.refreshPages([createHostedId('Three')]))
  expect(bench.pages()).toContain(createHostedId('Three'))
  await bench.with((sync) => sync.refreshPages([createHostedId('Three')]))
  expect(bench.pages()).not.toContain(createHostedId('Three'))
})

test('removes a row of a database that is no longer shared', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'] })
  const bench = await startSynced(data)
  data.unshared.add(createHostedId('List database'))
  await refreshTwice(bench, 'A')
  expect(bench.pages()).not.toContain(createHostedId('A'))
})

test('keeps a row if not all rows can be listed', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B', 'C'] })
  for (const page of data.pages()) page.created_time = 1
  const bench = await startSynced(data)
  data.unshared.add(createHostedId('A'))
  bench.server.official.behavior.queryLimit = 1
  await refreshTwice(bench, 'A')
  expect(bench.pages()).toContain(createHostedId('A'))
})

test('requests different pages in each refresh if a search omits many pages', async () => {
  const omitted = Array.from({ length: 55 }, (_, at) => `Page ${at}`)
  const bench = await startSynced(createHostedWorkspace(Object.fromEntries(omitted.map((name) => [name, {}]))))
  const { data, official } = bench.server
  for (const name of omitted) official.behavior.unsearchable.add(createHostedId(name))
  const last = data.block.get(createHostedId('Page 54'))
  if (last) last.alive = false
  passSeconds(3600)
  await bench.sync()
  passSeconds(3600)
  await bench.sync()
  expect(bench.pages()).not.toContain(createHostedId('Page 54'))
  expect(bench.pages()).toContain(createHostedId('Page 0'))
})

/** Returns the names of the rows in the stored query result of a view. */
function listRows(bench: Bench, page: string, view: string, all: string[]): string[] {
  const { collection_query: queries } = JSON.parse(bench.page(createHostedId(page))) as {
    collection_query: Record<string, Record<string, { collection_group_results: { blockIds: string[] } }>>
  }
  const ids =
    queries[createHostedId(`${page} collection`)]?.[createHostedId(`${page} view ${view}`)]?.collection_group_results
      .blockIds
  return (ids ?? []).map((id) => all.find((name) => createHostedId(name) === id) ?? id)
}

/** A view with a filter that the site cannot evaluate, because `me` can be a person. */
const MINE = {
  type: 'list',
  query2: {
    filter: {
      operator: 'and',
      filters: [{ property: 'kind', filter: { operator: 'enum_is', value: [{ type: 'exact', value: 'me' }] } }],
    },
  },
}
const KIND = { name: 'Kind', type: 'select', options: [{ id: 'me', value: 'me', color: 'gray' }] }

test('queries views again after an edit if only Notion can evaluate their filter or order', async () => {
  const data = createHostedWorkspace({ List: {} })
  const rows = ['A', 'B', 'C']
  const sorted = { type: 'table', query2: { sort: [{ property: 'title', direction: 'ascending' }] } }
  const views = { Mine: MINE, Dragged: { type: 'table' }, Sorted: sorted }
  const collection = data.collection.get(addCollection(data, 'List', { rows, views }))
  if (collection) collection.schema = { ...(collection.schema as object), kind: KIND }
  const bench = await startSynced(data)
  expect(listRows(bench, 'List', 'Mine', rows)).toEqual([])
  const { editor } = bench.server
  editor.setProperty(createHostedId('B'), 'kind', [['me']])
  editor.setView(createHostedId('List view Dragged'), { page_sort: rows.map(createHostedId).reverse() })
  await bench.sync()
  expect(bench.server.takeCounts()).toMatchObject({ 'views.query': 2 })
  expect(listRows(bench, 'List', 'Mine', rows)).toEqual(['B'])
  expect(listRows(bench, 'List', 'Dragged', rows)).toEqual(['C', 'B', 'A'])
  // A webhook event of a row does not query the views. The next refresh does.
  editor.setProperty(createHostedId('C'), 'kind', [['me']])
  await bench.with((sync) => sync.refreshPages([createHostedId('C')]))
  await bench.sync()
  expect(listRows(bench, 'List', 'Mine', rows)).toEqual(['C', 'B'])
  const added = editor.addPage(createHostedId('List collection'), 'New', 'fresh')
  editor.setProperty(added, 'kind', [['me']])
  await bench.sync()
  expect(listRows(bench, 'List', 'Mine', rows)).toContain(added)
})

test('limits the requests after edits in many databases to 100 and updates the other views in the next refresh', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `List ${at}`)
  const data = createHostedWorkspace(Object.fromEntries(names.map((name) => [name, {}])))
  for (const name of names) {
    const collection = data.collection.get(
      addCollection(data, name, { rows: [`Row of ${name}`], views: { Mine: MINE } }),
    )
    if (collection) collection.schema = { ...(collection.schema as object), kind: KIND }
  }
  const bench = await startSynced(data)
  for (const name of names) bench.server.editor.setProperty(createHostedId(`Row of ${name}`), 'kind', [['me']])
  const countShown = () => names.filter((name) => listRows(bench, name, 'Mine', [`Row of ${name}`]).length > 0).length
  await bench.sync()
  expect(sum(bench.server.takeCounts())).toBeLessThanOrEqual(100)
  expect(countShown()).toBe(16)
  await bench.sync()
  expect(countShown()).toBe(20)
  bench.server.takeCounts()
  await bench.sync()
  expect(sum(bench.server.takeCounts())).toBe(2)
})

test('fetches a changed view within two refreshes', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A'], views: { Table: { type: 'table' }, Other: { type: 'list' } } })
  const bench = await startSynced(data)
  const view = data.collection_view.get(createHostedId('List view Other'))
  if (view) view.name = 'A new name'
  await bench.sync()
  await bench.sync()
  expect(bench.page(createHostedId('List'))).toContain('A new name')
})

test('keeps the pages and fetches all of them again after a switch to another API', async () => {
  const bench = await Bench.start(createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {} }), 'private')
  await bench.sync()
  const [before, { env, officialEnv }] = [bench.pages(), bench.server]
  bench.server.takeCounts()
  const report = await bench.sync({ env: officialEnv })
  expect(report).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(before)
  expect(bench.server.takeCounts()['blocks.children']).toBe(4)
  await bench.sync({ env: { ...env, NOTION_INTEGRATION_TOKEN: '' } })
  expect(bench.server.takeCounts()).toMatchObject({ loadPageChunk: 4 })
})

test('requests rows in smaller pages after a 503 response, and beyond the query limit', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: Array.from({ length: 130 }, (_, n) => `Row ${n}`) })
  // Each further query begins at the creation minute of the last row.
  for (const [at, row] of data.pages().entries()) row.created_time = at * 60_000
  const bench = await Bench.start(data, 'official')
  Object.assign(bench.server.official.behavior, { largestRowPage: 30, queryLimit: 100 })
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toHaveLength(132)
})

test('makes no second call if Notion blocks the connection', async () => {
  const bench = await startSynced()
  bench.server.faults.push({ kind: 'blocked' })
  expect(await bench.sync()).toMatchObject({
    state: 'failed',
    message: expect.stringContaining("ask Notion's support"),
  })
  expect(bench.server.takeCounts()).toEqual({ search: 1 })
})

test.each(['not shared', 'in the trash'])(
  'reports what to do if the root page of a first sync is %s',
  async (state) => {
    const bench = await Bench.start(createHostedWorkspace({ One: {} }), 'official')
    const home = bench.server.data.block.get(createHostedId('Home'))
    if (state === 'not shared') bench.server.data.unshared.add(createHostedId('Home'))
    else if (home !== undefined) home.alive = false
    const message = state === 'not shared' ? 'does not see the page of NOTION_ROOT_PAGE' : 'is in the trash'
    expect(await bench.sync()).toMatchObject({ state: 'failed', message: expect.stringContaining(message) })
  },
)

test('accepts a database as the root page', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'] })
  data.root = createHostedId('List database')
  const bench = await Bench.start(data, 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(listIds('List database', 'A', 'B'))
})
