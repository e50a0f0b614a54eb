import { expect, test } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '../support'

/** Starts a workspace with two pages that show the same database. Only one page is fetched after an editor removes a column. */
async function startWithTwoCopies(refreshed = 'First') {
  const data = createHostedWorkspace({ First: {}, Second: {} })
  const collection = addCollection(data, 'First', { rows: ['A'] })
  const format = { collection_pointer: { id: collection, table: 'collection' } }
  addCollection(data, 'Second', { rows: [], views: { Linked: { type: 'table', format } } })
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  for (const page of ['First', 'Second']) expect(bench.page(createHostedId(page))).toContain('"Kind"')
  Object.assign(data.collection.get(collection) ?? {}, {
    last_edited_time: Date.now(),
    schema: { title: { name: 'Name', type: 'title' } },
  })
  await bench.with((sync) => sync.refreshPages([createHostedId(refreshed)]))
  expect(bench.page(createHostedId(refreshed))).not.toContain('"Kind"')
  return { bench, collection }
}

test.each(['First', 'Second'])('the site uses the newest copy of a schema, which is in %s', async (refreshed) => {
  const { bench, collection } = await startWithTwoCopies(refreshed)
  const env = readEnv(bench.variables(), bench.dir)
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const hash = (await store.manifest())?.collections[collection] ?? ''
  expect(Object.keys((await store.collection(collection, hash))?.collection.schema ?? {})).toEqual(['title'])
})

test('fetches all pages that show a database after one of them was fetched with a new schema', async () => {
  const { bench, collection } = await startWithTwoCopies()
  await bench.sync()
  const { value } = JSON.parse(bench.page(createHostedId('Second'))).collection[collection]
  expect(Object.keys(value.schema)).toEqual(['title'])
  bench.server.takeCounts()
  await bench.sync()
  expect(bench.server.takeCounts()).toEqual({ search: 1 })
})
