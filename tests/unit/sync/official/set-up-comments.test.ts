import { expect, onTestFinished, test } from 'vitest'
import { addWaiting } from '@/lib/comments/waiting-comments'
import { readEnv } from '@/lib/settings/env'
import { CALL_LIMITS, Caller } from '@/lib/sync/caller'
import { OfficialClient } from '@/lib/sync/official-api/client'
import { setUpComments } from '@/lib/sync/official-api/set-up-comments'
import { Pace } from '@/lib/sync/pace'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { TOKEN } from '@/tests/support/official/api'
import { readFields } from '@/tests/support/official/records'
import { Bench, createHostedId } from '../support'

const ROOT = createHostedId('Home')
const PROPERTIES = ['Comment ID', 'Name', 'Page', 'Reply to', 'Status', 'Text']

async function start(data = createHostedWorkspace({ Talk: {} })) {
  const bench = await Bench.start(data, 'official')
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const caller = new Caller(new Pace(1000, ended.signal, 'unused'), CALL_LIMITS)
  const client = new OfficialClient({ apiBaseUrl: bench.server.origin, token: TOKEN }, caller)
  const setUp = (database?: string) => setUpComments(client, ROOT, database)
  const getSource = () => [...data.collection.values()].find(({ name }) => JSON.stringify(name) === '[["Comments"]]')
  const getNames = () =>
    Object.values(readFields(getSource()?.schema))
      .map((column) => String(readFields(column).name))
      .sort()
  return { bench, data, setUp, getSource, getNames }
}

test('creates the database below the root page, to which the sync writes, and which is no page of the site', async () => {
  const { bench, data, setUp, getSource, getNames } = await start()
  const { id, outcome } = await setUp()
  expect([outcome, getNames()]).toEqual(['created', PROPERTIES])
  expect(data.block.get(id)).toMatchObject({ type: 'collection_view_page', parent_id: ROOT })

  const variables = { COMMENTS: `notion:${id}`, COMMENTS_FORM: 'publish', SITE_SECRET: 'a-secret-of-the-tests' }
  const env = readEnv(bench.variables(variables), bench.dir)
  const comment = { id: createHostedId('comment'), at: Date.now(), page: createHostedId('Talk'), name: 'Ann' }
  await addWaiting({ ...comment, text: 'Fine words', verdict: 'approved' }, env)
  expect(await bench.sync({ env: variables })).toMatchObject({ state: 'done', failed: [] })
  expect(data.listRows(getSource()?.id ?? '')).toHaveLength(1)
  expect(bench.pages()).toEqual([ROOT, createHostedId('Talk')].sort())
  expect(bench.page(ROOT)).not.toContain(id)
  expect(bench.manifest()).toHaveProperty('comments')
})

test('is no page of the site without COMMENTS either, also if it was one before', async () => {
  const { bench, data, setUp, getSource } = await start()
  const { id } = await setUp()
  const source = data.collection.get(getSource()?.id ?? '')
  if (source === undefined) throw new Error('There is no data source')
  const { schema } = source
  const row = bench.server.editor.addPage(source.id, 'Unapproved', 'Hidden words')
  const pages = [ROOT, createHostedId('Talk')].sort()
  const expectHidden = () => {
    expect(bench.pages()).toEqual(pages)
    expect(bench.page(ROOT)).not.toContain(id)
  }
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expectHidden()
  await bench.with((sync) => sync.refreshPages([ROOT, id, row]))
  expectHidden()
  source.schema = { title: { name: 'Name', type: 'title' } }
  await bench.with((sync) => sync.refreshPages([ROOT]))
  expect(bench.pages()).toContain(id)
  source.schema = schema
  await bench.with((sync) => sync.refreshPages([id]))
  expect(await bench.sync({ acceptLoss: true })).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual(pages)
})

test('changes nothing the second time, also with the id of the settings', async () => {
  const { bench, setUp } = await start()
  const { id } = await setUp()
  bench.server.takeCounts()
  expect([await setUp(), await setUp(id)]).toEqual([
    { id, outcome: 'unchanged' },
    { id, outcome: 'unchanged' },
  ])
  expect(bench.server.takeCounts()).not.toHaveProperty('databases.create')
})

test('finds the database of a setup that failed, although it named none', async () => {
  const { bench, setUp, getNames } = await start()
  bench.server.faults.push({ kind: 'refused', call: 'data_sources.update', times: 1 })
  await expect(setUp()).rejects.toThrow()
  expect(getNames()).toEqual(PROPERTIES.filter((name) => name !== 'Reply to'))
  expect(await setUp()).toMatchObject({ outcome: 'completed' })
  expect(getNames()).toEqual(PROPERTIES)
})

/** Creates a workspace with a database called Comments that has these columns. */
function createWithColumns(columns: Record<string, unknown>) {
  const data = createHostedWorkspace({ Talk: {}, List: {} })
  const record = data.collection.get(addCollection(data, 'List', { rows: [] }))
  if (record === undefined) throw new Error('There is no collection')
  record.name = [['Comments']]
  record.schema = { title: { name: 'Name', type: 'title' }, ...columns }
  return data
}

const status = { name: 'Status', type: 'select', options: [{ id: 'a', value: 'approved', color: 'gray' }] }

test('adds what an existing database lacks', async () => {
  const { setUp, getSource, getNames } = await start(
    createWithColumns({ stat: status, page: { name: ' page', type: 'url' } }),
  )
  expect(await setUp()).toMatchObject({ id: createHostedId('List database'), outcome: 'completed' })
  expect(getNames()).toEqual([' page', 'Comment ID', 'Name', 'Reply to', 'Status', 'Text'])
  expect(JSON.stringify(getSource()?.schema)).toMatch(/"approved".*"New".*"Spam"/)
})

test('does not replace a property of another type', async () => {
  const { setUp, getNames } = await start(createWithColumns({ stat: status, text: { name: 'Text', type: 'number' } }))
  await expect(setUp()).rejects.toThrow('the property Text has another type: rename or delete it in Notion')
  expect(getNames()).toEqual(['Name', 'Status', 'Text'])
})
