import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@notionhq/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixturesDir } from '@/tests/support/fixtures'
import { createHostedId, HostedData } from '@/tests/support/hosted/data'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { ShapeChecker } from '@/tests/support/official/shape-checker'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { startReceiver } from './receiver'

/** The response type of each endpoint in the client. */
const TYPES: [method: string, path: RegExp, type: string][] = [
  ['POST', /^\/v1\/search$/, 'SearchResponse'],
  ['GET', /^\/v1\/blocks\/[^/]+\/children$/, 'ListBlockChildrenResponse'],
  ['GET', /^\/v1\/blocks\/[^/]+$/, 'GetBlockResponse'],
  ['GET', /^\/v1\/pages\/[^/]+\/properties\//, 'GetPagePropertyResponse'],
  ['GET', /^\/v1\/pages\/[^/]+$/, 'GetPageResponse'],
  ['GET', /^\/v1\/databases\/[^/]+$/, 'GetDatabaseResponse'],
  ['POST', /^\/v1\/data_sources\/[^/]+\/query$/, 'QueryDataSourceResponse'],
  ['GET', /^\/v1\/data_sources\/[^/]+$/, 'GetDataSourceResponse'],
  ['GET', /^\/v1\/views$/, 'ListDatabaseViewsResponse'],
  ['POST', /^\/v1\/views\/[^/]+\/queries$/, 'CreateViewQueryResponse'],
  ['GET', /^\/v1\/views\/[^/]+\/queries\//, 'GetViewQueryResultsResponse'],
  ['GET', /^\/v1\/views\/[^/]+$/, 'GetViewResponse'],
  ['GET', /^\/v1\/users\/me$/, 'GetSelfResponse'],
  ['GET', /^\/v1\/users\/[^/]+$/, 'GetUserResponse'],
  ['GET', /^\/v1\/users$/, 'ListUsersResponse'],
  ['GET', /^\/v1\/custom_emojis$/, 'ListCustomEmojisResponse'],
]

interface Exchange {
  method: string
  path: string
  response: unknown
}

const checker = new ShapeChecker()
const findType = ({ method, path: address }: Exchange) =>
  TYPES.find(([wanted, pattern]) => wanted === method && pattern.test(address.replace(/\?.*$/, '')))?.[2]

function checkAll(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((exchange) => {
    const type = findType(exchange)
    const problems = type === undefined ? ['is an unknown endpoint'] : checker.check(type, exchange.response)
    return problems.slice(0, 3).map((problem) => `${exchange.method} ${exchange.path}: ${problem}`)
  })
}

/** Requests all objects of a workspace with Notion's own client. */
async function walk(server: WorkspaceServer): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const notion = new Client({
    auth: server.officialEnv.NOTION_INTEGRATION_TOKEN,
    baseUrl: server.origin,
    notionVersion: '2026-03-11',
    fetch: async (url, init) => {
      const response = await fetch(url, init as RequestInit)
      const { pathname, search } = new URL(url)
      exchanges.push({
        method: init?.method ?? 'GET',
        path: pathname + search,
        response: await response.clone().json(),
      })
      return response
    },
  })
  const visit = async (id: string): Promise<void> => {
    const { results } = await notion.blocks.children.list({ block_id: id })
    for (const block of results) {
      if (!('type' in block)) continue
      if (block.type === 'child_database') await visitDatabase(block.id)
      else if (block.has_children) await visit(block.id)
    }
  }
  const visitDatabase = async (id: string): Promise<void> => {
    for (const { id: view_id } of (await notion.views.list({ database_id: id })).results) {
      const view = await notion.views.retrieve({ view_id })
      const query = await notion.views.queries.create({ view_id, page_size: 1 })
      await notion.views.queries.results({ view_id, query_id: query.id })
      const source = 'data_source_id' in view ? view.data_source_id : undefined
      if (source && !sources.has(source)) await visitSource(source)
    }
  }
  const sources = new Set<string>()
  const visitSource = async (data_source_id: string): Promise<void> => {
    sources.add(data_source_id)
    const source = await notion.dataSources.retrieve({ data_source_id })
    if ('parent' in source && 'database_id' in source.parent) {
      await notion.databases.retrieve({ database_id: source.parent.database_id })
    }
    const { results: rows } = await notion.dataSources.query({ data_source_id })
    for (const { id } of rows) await visit(id)
    const [row] = rows
    for (const property of row && 'properties' in row ? Object.values(row.properties) : []) {
      await notion.pages.properties.retrieve({ page_id: row?.id ?? '', property_id: property.id })
    }
  }
  await notion.search({ sort: { timestamp: 'last_edited_time', direction: 'descending' } })
  await notion.pages.retrieve({ page_id: server.root })
  await notion.blocks.retrieve({ block_id: server.root })
  await notion.users.me({})
  const [person] = (await notion.users.list({})).results
  await notion.users.retrieve({ user_id: person?.id ?? '' })
  await notion.customEmojis.list({})
  await visit(server.root)
  return exchanges
}

describe('responses of the official API', () => {
  test('match the types of the client for each page of the sample', async () => {
    const data = HostedData.read('workspace')
    // The API rejects requests for feeds.
    for (const view of data.collection_view.values()) if (view.type === 'feed') view.type = 'list'
    const server = await WorkspaceServer.start(data)
    onTestFinished(() => server.stop())
    const exchanges = await walk(server)
    expect(checkAll(exchanges)).toEqual([])
    expect(new Set(exchanges.map(findType)).size).toBe(TYPES.length)
  })

  test.each([
    ['a missing field', (page: Fields) => delete page.in_trash, 'response.in_trash is missing'],
    ['a field of another type', (page: Fields) => (page.is_locked = 'no'), 'response.is_locked is "no"'],
    ['a flag that is a text', (page: Fields) => (page.in_trash = 'false'), 'response.in_trash is "false"'],
    ['a field that is null', (page: Fields) => (page.parent = null), 'response.parent is null'],
    ['a removed field', (page: Fields) => (page.archived = false), 'response.archived is unknown'],
    ['an unknown kind', (page: Fields) => (page.icon = { type: 'gif' }), 'response.icon is of the unknown type gif'],
    ['a kind without its field', (page: Fields) => (page.icon = { type: 'emoji' }), 'response.icon.emoji is missing'],
    ['an unknown color', (page: Fields) => (page.icon = createIcon('teal')), 'response.icon.icon.color is "teal"'],
    ['an object with only its id', (page: Fields) => cutToId(page), 'response.parent is missing'],
  ])('are reported if they contain %s', async (_, change, problem) => {
    const server = await WorkspaceServer.start(createHostedWorkspace({}))
    onTestFinished(() => server.stop())
    const headers = { authorization: 'Bearer ntn_x', 'notion-version': '2026-03-11' }
    const page = await (await fetch(`${server.origin}/v1/pages/${server.root}`, { headers })).json()
    expect(checker.check('GetPageResponse', page)).toEqual([])
    change(page)
    expect(checker.check('GetPageResponse', page).join('\n')).toContain(problem)
  })

  const dir = fixturesDir && path.join(fixturesDir, 'official/ultimate-notion-ultimate-notion')

  test.skipIf(dir === undefined)('match the types of the client in recorded responses', () => {
    expect(checkAll(readRecorded(dir ?? ''))).toEqual([])
  })
})

test('webhooks match the types of the client', async () => {
  const data = createHostedWorkspace({ One: {}, Two: {} })
  const source = addCollection(data, 'Two', { rows: ['Row'] })
  const server = await WorkspaceServer.start(data)
  onTestFinished(() => server.stop())
  const site = await startReceiver()
  await server.webhooks.subscribe(site.url, 'secret_of_the_test')
  const { editor } = server
  editor.rename(createHostedId('One'), 'Other')
  editor.setProperty(createHostedId('Row'), 'kind', [['new']])
  editor.write(createHostedId('One'), 'text')
  editor.addPage(createHostedId('One'), 'Inside', 'text')
  editor.addPage(source, 'New row', 'text')
  editor.setView(createHostedId('Two view Table'), { name: 'Renamed' })
  editor.move(createHostedId('One'), createHostedId('Two'))
  editor.delete(createHostedId('One'))
  editor.restore(createHostedId('One'))
  editor.delete(createHostedId('Two database'))
  await server.webhooks.deliver()
  const events = site.deliveries.map(({ body }) => JSON.parse(body))
  const problems = events.flatMap((event) => checker.check(`${toPascalCase(event.type)}WebhookPayload`, event))
  expect(problems).toEqual([])
  expect(new Set(events.map(({ type }) => type)).size).toBe(9)
})

const toPascalCase = (type: string) => type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())

type Fields = Record<string, unknown>

const createIcon = (color: string) => ({ type: 'icon', icon: { name: 'star', color } })

function cutToId(page: Fields): void {
  for (const key of Object.keys(page)) if (key !== 'object' && key !== 'id') delete page[key]
}

/** Returns the recorded responses of version 2026-03-11 to read requests. */
function readRecorded(dir: string): Exchange[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(path.join(dir, name), 'utf8')))
    .filter(
      ({ version, status, ...each }) => version === '2026-03-11' && status === 200 && findType(each) !== undefined,
    )
}
