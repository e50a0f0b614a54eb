import { expect, test } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import type { HostedData } from '@/tests/support/hosted/data'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '../support'

/** Publishes a workspace. Returns the paths of its public pages, and the rows of a collection by title. */
async function publish(bench: Bench) {
  const env = readEnv(bench.variables(), bench.dir)
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const index = await readSavedIndex(store)
  if (index === undefined) throw new Error('No index was saved')
  const site = new Site(index)
  const paths = index.pages.flatMap(({ id }) => site.page(id, PUBLIC)?.path ?? []).sort()
  const listRows = async (collection: string) => {
    const hash = (await store.manifest())?.collections[collection] ?? ''
    return (await store.collection(collection, hash))?.rows.map(({ id }) => id)
  }
  return { paths, listRows }
}

/** Makes the database of a page a full-page one in another place. */
function moveDatabase(data: HostedData, page: string, parent: object, name: string) {
  const holder = createHostedId(`${page} database`)
  Object.assign(data.block.get(holder) ?? {}, { type: 'collection_view_page', ...parent })
  Object.assign(data.collection.get(createHostedId(`${page} collection`)) ?? {}, { name: [[name]] })
  const top = data.block.get(createHostedId(page))
  if (top) top.content = (top.content as string[]).filter((id) => id !== holder)
  return holder
}

function createWiki() {
  const data = createHostedWorkspace({ Wiki: {}, Spare: {} })
  const wiki = addCollection(data, 'Wiki', { rows: ['Guide'] })
  addCollection(data, 'Spare', { rows: ['Deep'] })
  const inner = moveDatabase(data, 'Spare', { parent_id: wiki, parent_table: 'collection' }, 'Inner')
  return { data, wiki, inner }
}

test('a database that is a row of a wiki is a row with a page, and its rows have pages', async () => {
  const { data, wiki, inner } = createWiki()
  const bench = await Bench.start(data, 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  const { paths, listRows } = await publish(bench)
  expect(paths).toEqual(expect.arrayContaining(['guide', 'inner', 'deep']))
  expect(await listRows(wiki)).toEqual(expect.arrayContaining([createHostedId('Guide'), inner]))
})

test('a refresh finds a database that was added to a wiki', async () => {
  const { data, wiki, inner } = createWiki()
  const added = data.block.get(inner)
  const source = data.collection.get(createHostedId('Spare collection'))
  if (added === undefined || source === undefined) throw new Error('The database is missing')
  data.block.delete(inner)
  data.collection.delete(source.id)
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  expect((await publish(bench)).paths).not.toContain('inner')
  data.block.set(inner, { ...added, last_edited_time: Date.now() })
  data.collection.set(source.id, { ...source, last_edited_time: Date.now() })
  await bench.sync()
  const { paths, listRows } = await publish(bench)
  expect(paths).toContain('inner')
  expect(await listRows(wiki)).toContain(inner)
})

test('a database that is synced from elsewhere is shown like any other', async () => {
  const data = createHostedWorkspace({ Copy: {} })
  const collection = addCollection(data, 'Copy', { rows: ['Row'] })
  const elsewhere = { collection: createHostedId('original'), database: createHostedId('original database') }
  Object.assign(data.collection.get(collection) ?? {}, { synced_from: elsewhere })
  const bench = await Bench.start(data, 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  const { paths, listRows } = await publish(bench)
  expect(paths).toEqual(expect.arrayContaining(['copy', 'row']))
  expect(await listRows(collection)).toEqual([createHostedId('Row')])
})
