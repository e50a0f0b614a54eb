import { Client, isFullBlock, isFullDatabase, isFullPage } from '@notionhq/client'
import { expect, onTestFinished, test } from 'vitest'
import { createHostedId, type HostedData } from '@/tests/support/hosted/data'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { WorkspaceServer } from '@/tests/support/workspace-server'

async function startServer(data: HostedData): Promise<{ server: WorkspaceServer; notion: Client }> {
  const server = await WorkspaceServer.start(data)
  onTestFinished(() => server.stop())
  const settings = {
    auth: 'ntn_x',
    baseUrl: server.origin,
    notionVersion: '2026-03-11',
    logger: () => {},
    retry: false,
  }
  return { server, notion: new Client(settings as ConstructorParameters<typeof Client>[0]) }
}

const ADDRESS = 'attachment:f0000000-0000-4000-8000-000000000001:a b.txt'

/** Creates a database with a relation to the rows of another database. */
function createLinkedDatabases(): { data: HostedData; books: string; authors: string } {
  const data = createHostedWorkspace({ Books: {}, Authors: {} })
  const people = Array.from({ length: 30 }, (_, index) => `Author ${index}`)
  const authors = addCollection(data, 'Authors', { rows: people })
  const books = addCollection(data, 'Books', { rows: ['Book'] })
  Object.assign(data.collection.get(books)?.schema ?? {}, {
    by: { name: 'By', type: 'relation', collection_id: authors },
    'n<m': { name: 'Names', type: 'rollup', relation_property: 'by', target_property: 'title' },
    twice: {
      name: 'Twice',
      type: 'formula',
      formula: { type: 'constant', value: '4', value_type: 'number', result_type: 'number' },
    },
  })
  const book = data.block.get(createHostedId('Book'))
  const references = people.map((name) => ['‣', [['p', createHostedId(name)]]])
  Object.assign(book?.properties ?? {}, { by: references })
  return { data, books, authors }
}

test('truncates times of pages and blocks to minutes, but not those of databases and views', async () => {
  const data = createHostedWorkspace({ One: {} })
  addCollection(data, 'One', { rows: ['Row'] })
  const edited = Date.UTC(2026, 0, 2, 3, 4, 56, 789)
  for (const record of [...data.block.values(), ...data.collection_view.values()]) record.last_edited_time = edited
  const { notion } = await startServer(data)
  expect(await notion.pages.retrieve({ page_id: createHostedId('One') })).toMatchObject({
    last_edited_time: '2026-01-02T03:04:00.000Z',
  })
  expect(await notion.databases.retrieve({ database_id: createHostedId('One database') })).toMatchObject({
    last_edited_time: '2026-01-02T03:04:56.789+00:00',
  })
  expect(await notion.views.retrieve({ view_id: createHostedId('One view Table') })).toMatchObject({
    last_edited_time: '2026-01-02T03:04:56.789+00:00',
  })
})

test('signs the URL of an upload for each request, with an expiry', async () => {
  const data = createHostedWorkspace({
    One: { blocks: [{ type: 'file', properties: { source: [[ADDRESS]], title: [['a b.txt']] } }] },
  })
  data.files.set(ADDRESS, { path: 'LICENSE', type: 'text/plain' })
  const { server, notion } = await startServer(data)
  const getAddress = async () => {
    const block = await notion.blocks.retrieve({ block_id: createHostedId('One 1') })
    if (!isFullBlock(block) || block.type !== 'file' || block.file.type !== 'file') throw new Error('There is no file')
    return block.file.file
  }
  const [first, second] = [await getAddress(), await getAddress()]
  expect(first.url).not.toBe(second.url)
  expect(first.url.replace(/\?.*/, '')).toBe(second.url.replace(/\?.*/, ''))
  expect((await fetch(first.url)).status).toBe(200)
  const forged = first.url.replace(/(?<=Signature=)./, (digit) => (digit === '0' ? '1' : '0'))
  expect((await fetch(forged)).status).toBe(403)
  server.official.files.lifetimeSeconds = -1
  const late = await getAddress()
  expect(Date.parse(late.expiry_time)).toBeLessThanOrEqual(Date.now())
  expect((await fetch(late.url)).status).toBe(403)
})

test('a page contains at most 25 references, and the property endpoint lists all', async () => {
  const { data, authors } = createLinkedDatabases()
  const { notion } = await startServer(data)
  const page = await notion.pages.retrieve({ page_id: createHostedId('Book') })
  if (!isFullPage(page)) throw new Error('The response is incomplete')
  const { By, Names, Twice } = page.properties
  expect(By).toMatchObject({ type: 'relation', has_more: true })
  expect(By?.type === 'relation' && By.relation).toHaveLength(25)
  expect(Names).toMatchObject({ id: 'n%3Cm', rollup: { type: 'array', function: 'show_original' } })
  expect(Twice).toMatchObject({ formula: { type: 'number', number: 4 } })
  const request = { page_id: createHostedId('Book'), property_id: By?.id ?? '', page_size: 20 }
  const list = await notion.pages.properties.retrieve(request)
  if (list.object !== 'list') throw new Error('The response is not a list')
  const rest = await notion.pages.properties.retrieve({ ...request, start_cursor: list.next_cursor ?? '' })
  expect(list.results.length + (rest.object === 'list' ? rest.results.length : 0)).toBe(30)
  expect((await notion.dataSources.query({ data_source_id: authors })).results).toHaveLength(30)
})

test('omits columns that refer to an unshared database without an error', async () => {
  const { data, books } = createLinkedDatabases()
  const { server, notion } = await startServer(data)
  const listProperties = async () =>
    Object.keys((await notion.dataSources.retrieve({ data_source_id: books })).properties).sort()
  expect(await listProperties()).toEqual(['By', 'Kind', 'Name', 'Names', 'Twice'])
  server.editor.unshare(createHostedId('Authors'))
  expect(await listProperties()).toEqual(['Kind', 'Name', 'Twice'])
  const page = await notion.pages.retrieve({ page_id: createHostedId('Book') })
  expect(isFullPage(page) && Object.keys(page.properties).sort()).toEqual(['Kind', 'Name', 'Twice'])
})

test('rejects a linked database, whose views contain the data source', async () => {
  const { data, books } = createLinkedDatabases()
  addCollection(data, 'Home', { rows: [] })
  const linked = data.block.get(createHostedId('Home database'))
  Object.assign(linked ?? {}, { collection_id: books })
  data.collection.delete(createHostedId('Home collection'))
  const { notion } = await startServer(data)
  await expect(notion.databases.retrieve({ database_id: createHostedId('Home database') })).rejects.toMatchObject({
    status: 400,
  })
  const { results } = await notion.views.list({ database_id: createHostedId('Home database') })
  expect(results.map(({ id }) => id)).toEqual([createHostedId('Home view Table')])
  expect(await notion.views.retrieve({ view_id: results[0]?.id ?? '' })).toMatchObject({ data_source_id: books })
  const viewsOfSource = (await notion.views.list({ data_source_id: books })).results.map(({ id }) => id)
  expect(viewsOfSource.sort()).toEqual([createHostedId('Books view Table'), createHostedId('Home view Table')].sort())
})

test('a database lists its data sources, each with its own rows and properties', async () => {
  const { data, books, authors } = createLinkedDatabases()
  Object.assign(data.collection.get(authors) ?? {}, { parent_id: createHostedId('Books database') })
  const { notion } = await startServer(data)
  const database = await notion.databases.retrieve({ database_id: createHostedId('Books database') })
  if (!isFullDatabase(database)) throw new Error('The response is incomplete')
  expect(database.data_sources.map(({ id }) => id).sort()).toEqual([authors, books].sort())
  const [row] = (await notion.dataSources.query({ data_source_id: authors })).results
  const database_id = createHostedId('Books database')
  expect(row).toMatchObject({ parent: { type: 'data_source_id', data_source_id: authors, database_id } })
})

test('keeps the result of a view query until it expires', async () => {
  const { data, authors } = createLinkedDatabases()
  const view_id = createHostedId('Authors view Table')
  Object.assign(data.collection_view.get(view_id) ?? {}, {
    query2: { sort: [{ property: 'title', direction: 'descending' }] },
  })
  const { server, notion } = await startServer(data)
  const query = await notion.views.queries.create({ view_id, page_size: 10 })
  expect(query).toMatchObject({ total_count: 30, has_more: true })
  expect(query.results[0]).toEqual({ object: 'page', id: createHostedId('Author 29') })
  const request = { view_id, query_id: query.id, start_cursor: query.next_cursor ?? '' }
  expect((await notion.views.queries.results(request)).results).toHaveLength(20)
  server.official.views.lifetimeSeconds = -1
  const expired = await notion.views.queries.create({ view_id })
  await expect(notion.views.queries.results({ view_id, query_id: expired.id })).rejects.toMatchObject({ status: 404 })
  expect(authors).toBe(createHostedId('Authors collection'))
})

test('search omits pages that are not indexed yet', async () => {
  const { server, notion } = await startServer(createHostedWorkspace({ One: {}, Two: {} }))
  server.official.behavior.unsearchable.add(createHostedId('One'))
  expect((await notion.search({ query: 'o' })).results.map(({ id }) => id).sort()).toEqual(
    [createHostedId('Home'), createHostedId('Two')].sort(),
  )
  expect(await notion.pages.retrieve({ page_id: createHostedId('One') })).toMatchObject({ object: 'page' })
})
