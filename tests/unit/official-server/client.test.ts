import { APIResponseError, Client, type ClientErrorCode } from '@notionhq/client'
import { expect, onTestFinished, test } from 'vitest'
import { createHostedId, type HostedData } from '@/tests/support/hosted/data'
import type { Fault } from '@/tests/support/hosted/faults'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { WorkspaceServer } from '@/tests/support/workspace-server'

const TOKEN = 'ntn_right'
const RETRY = { maxRetries: 2, initialRetryDelayMs: 1, maxRetryDelayMs: 2000 }

async function startServer(data: HostedData): Promise<{ server: WorkspaceServer; notion: Client }> {
  const server = await WorkspaceServer.start(data)
  onTestFinished(() => server.stop())
  server.token = TOKEN
  return { server, notion: createClient(server) }
}

function createClient(server: WorkspaceServer, options: Record<string, unknown> = {}): Client {
  const settings = { auth: TOKEN, baseUrl: server.origin, notionVersion: '2026-03-11', logger: () => {}, retry: RETRY }
  return new Client({ ...settings, ...options })
}

/** Returns the code and status of the error of a request. */
async function getError(request: Promise<unknown>): Promise<{ code: string | ClientErrorCode; status: number }> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof APIResponseError)) throw new Error(`The request ended with ${error}`)
  return { code: error.code, status: error.status }
}

const createChildren = (names: string[]) => Object.fromEntries(names.map((name) => [name, {}]))
const listNames = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index}`)

test('returns lists in pages of 100 items, each item once and in order', async () => {
  const names = listNames(230)
  const { server, notion } = await startServer(createHostedWorkspace(createChildren(names)))
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const response = await notion.blocks.children.list({ block_id: server.root, start_cursor: cursor })
    pages.push(...response.results.map(({ id }) => id))
    cursor = response.next_cursor ?? undefined
    expect(response.has_more).toBe(cursor !== undefined)
  } while (cursor !== undefined)
  expect(pages.slice(1)).toEqual(names.map(createHostedId))
  expect(server.takeCounts()).toEqual({ 'blocks.children': 3 })
})

test('rejects a page size of more than 100 and an unknown cursor', async () => {
  const { server, notion } = await startServer(createHostedWorkspace(createChildren(['One'])))
  const list = (more: object) => getError(notion.blocks.children.list({ block_id: server.root, ...more }))
  expect(await list({ page_size: 101 })).toEqual({ code: 'validation_error', status: 400 })
  expect(await list({ start_cursor: createHostedId('nowhere') })).toEqual({ code: 'validation_error', status: 400 })
})

test('returns errors with the codes of the client', async () => {
  const { server, notion } = await startServer(createHostedWorkspace(createChildren(['One'])))
  const page_id = server.root
  expect(await getError(createClient(server, { auth: 'ntn_wrong' }).pages.retrieve({ page_id }))).toEqual({
    code: 'unauthorized',
    status: 401,
  })
  const isOld = createClient(server, { notionVersion: '2022-06-28' }).pages.retrieve({ page_id })
  expect(await getError(isOld)).toEqual({ code: 'validation_error', status: 400 })
  expect(await getError(notion.pages.retrieve({ page_id: createHostedId('nowhere') }))).toEqual({
    code: 'object_not_found',
    status: 404,
  })
  expect(await getError(notion.request({ method: 'get', path: 'nothing' }))).toMatchObject({
    code: 'invalid_request_url',
  })
  server.official.forbidden.add('users.list')
  expect(await getError(notion.users.list({}))).toEqual({ code: 'restricted_resource', status: 403 })
})

test('returns the same error for unshared pages as for missing ones', async () => {
  const { server, notion } = await startServer(
    createHostedWorkspace({ Open: {}, Closed: { children: { Inside: {} } } }),
  )
  server.editor.unshare(createHostedId('Closed'))
  const missing = { code: 'object_not_found', status: 404 }
  expect(await getError(notion.pages.retrieve({ page_id: createHostedId('Inside') }))).toEqual(missing)
  expect(await getError(notion.blocks.children.list({ block_id: createHostedId('Closed') }))).toEqual(missing)
  const found = (await notion.search({})).results.map(({ id }) => id)
  expect(found.sort()).toEqual([createHostedId('Home'), createHostedId('Open')].sort())
})

test('marks a page in the trash and its subpages, and omits them from search and lists', async () => {
  const { server, notion } = await startServer(createHostedWorkspace({ One: { children: { Inside: {} } }, Two: {} }))
  server.editor.delete(createHostedId('One'))
  for (const name of ['One', 'Inside']) {
    expect(await notion.pages.retrieve({ page_id: createHostedId(name) })).toMatchObject({ in_trash: true })
  }
  expect((await notion.search({})).results).toHaveLength(2)
  const { results } = await notion.blocks.children.list({ block_id: server.root })
  expect(results.map(({ id }) => id)).not.toContain(createHostedId('One'))
})

test.each<[string, Fault[], number]>([
  ['429 with Retry-After', [{ kind: 'busy', times: 1, wait: 0 }], 2],
  ['529', [{ kind: 'overloaded', times: 2 }], 3],
  ['500', [{ kind: 'error', times: 1 }], 2],
  ['503', [{ kind: 'unavailable', times: 1 }], 2],
])('the client retries after %s', async (_, faults, requests) => {
  const { server, notion } = await startServer(createHostedWorkspace({}))
  server.faults.push(...faults)
  expect(await notion.pages.retrieve({ page_id: server.root })).toMatchObject({ object: 'page' })
  expect(server.takeCounts()).toEqual({ pages: requests })
})

test.each<[Fault['kind'], string, number]>([
  ['conflict', 'conflict_error', 409],
  ['forbidden', 'restricted_resource', 403],
  ['refused', 'validation_error', 400],
  ['blocked', 'rate_limited', 429],
])('a fault of the kind %s returns the code %s', async (kind, code, status) => {
  const { server } = await startServer(createHostedWorkspace({}))
  server.faults.push({ kind, call: 'pages' })
  const notion = createClient(server, { retry: false })
  expect(await getError(notion.pages.retrieve({ page_id: server.root }))).toEqual({ code, status })
  expect(await notion.blocks.retrieve({ block_id: server.root })).toMatchObject({ object: 'block' })
})

test('rejects requests above the rate limit until the window ends', async () => {
  const { server } = await startServer(createHostedWorkspace({}))
  const notion = createClient(server, { retry: false })
  server.official.rate = { requests: 2, windowMs: 60_000 }
  const request = () => notion.pages.retrieve({ page_id: server.root })
  await request()
  await request()
  const error = await request().catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    code: 'rate_limited',
    status: 429,
    additional_data: { rate_limit_reason: expect.any(String) },
  })
  const wait = Number((error as { headers: Headers }).headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  server.official.rate = { requests: 2, windowMs: 0 }
  expect(await request()).toMatchObject({ object: 'page' })
})

test('a query reports its result limit, and the remaining rows can be requested by time', async () => {
  const data = createHostedWorkspace({})
  const source = addCollection(data, 'Home', { rows: listNames(150) })
  for (const [index, row] of data.listRows(source).entries()) row.created_time = index * 60_000
  const { server, notion } = await startServer(data)
  server.official.behavior.queryLimit = 120
  const sorts = [{ timestamp: 'created_time' as const, direction: 'ascending' as const }]
  const first = await notion.dataSources.query({ data_source_id: source, sorts })
  expect(first).toMatchObject({ has_more: true })
  expect(first.request_status).toBeUndefined()
  const start_cursor = first.next_cursor
  const second = await notion.dataSources.query({ data_source_id: source, sorts, start_cursor })
  expect(second.results).toHaveLength(20)
  expect(second).toMatchObject({
    has_more: false,
    request_status: { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' },
  })
  const on_or_after = new Date(119 * 60_000).toISOString()
  const filter = { timestamp: 'created_time' as const, created_time: { on_or_after } }
  const rest = await notion.dataSources.query({ data_source_id: source, sorts, filter })
  expect(rest.results.map(({ id }) => id)).toEqual(listNames(150).slice(119).map(createHostedId))
})

test('returns 503 for a large page of rows but not for a smaller one', async () => {
  const data = createHostedWorkspace({})
  const source = addCollection(data, 'Home', { rows: listNames(60) })
  const { server } = await startServer(data)
  server.official.behavior.largestRowPage = 50
  const notion = createClient(server, { retry: false })
  expect(await getError(notion.dataSources.query({ data_source_id: source }))).toEqual({
    code: 'service_unavailable',
    status: 503,
  })
  expect((await notion.dataSources.query({ data_source_id: source, page_size: 50 })).results).toHaveLength(50)
})
