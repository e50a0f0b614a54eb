import { APIResponseError, Client, isFullDatabase } from '@notionhq/client'
import { expect, onTestFinished, test } from 'vitest'
import { createHostedId } from '@/tests/support/hosted/data'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { TOKEN } from '@/tests/support/official/api'
import { ShapeChecker } from '@/tests/support/official/shape-checker'
import { WorkspaceServer } from '@/tests/support/workspace-server'

const checker = new ShapeChecker()
const TALK = createHostedId('Talk')

/** Starts a workspace with an empty database of comments. The types of Notion's client check the requests. */
async function start() {
  const server = await WorkspaceServer.start(createHostedWorkspace({ Talk: {} }))
  onTestFinished(() => server.stop())
  const notion = new Client({ auth: TOKEN, baseUrl: server.origin, notionVersion: '2026-03-11', logger: () => {} })
  const database = await notion.databases.create({
    parent: { type: 'page_id', page_id: server.root },
    title: [{ text: { content: 'Comments' } }],
    is_inline: false,
    initial_data_source: { properties: { Name: { title: {} } } },
  })
  if (!isFullDatabase(database)) throw new Error('The response is partial')
  const data_source_id = database.data_sources[0]?.id ?? ''
  const updated = await notion.dataSources.update({
    data_source_id,
    properties: {
      Text: { rich_text: {} },
      Status: { select: { options: [{ name: 'New' }, { name: 'Approved' }] } },
      'Reply to': { relation: { data_source_id, type: 'single_property', single_property: {} } },
    },
  })
  const add = (content: string, page = TALK) =>
    notion.pages.create({
      parent: { type: 'data_source_id', data_source_id },
      properties: {
        title: { title: [{ text: { content: 'Ann' } }] },
        Text: {
          rich_text: [{ text: { content } }, { type: 'mention', mention: { type: 'page', page: { id: page } } }],
        },
        Status: { select: { name: 'New' } },
      },
    })
  const find = (text: string) =>
    notion.dataSources.query({ data_source_id, filter: { property: 'text', rich_text: { equals: text } } })
  return { notion, database, updated, data_source_id, add, find }
}

const getCode = (request: Promise<unknown>): Promise<unknown> =>
  request.catch((error: unknown) => (error instanceof APIResponseError ? error.code : error))

test('creates databases, properties and rows, with the responses of the API', async () => {
  const { notion, database, updated, data_source_id, add, find } = await start()
  const row = await add('Fine words')
  expect([
    ...checker.check('CreateDatabaseResponse', database),
    ...checker.check('UpdateDataSourceResponse', updated),
    ...checker.check('CreatePageResponse', row),
  ]).toEqual([])
  const source = await notion.dataSources.retrieve({ data_source_id })
  expect(Object.keys(source.properties).sort()).toEqual(['Name', 'Reply to', 'Status', 'Text'])
  expect((await find('Fine words‣')).results).toHaveLength(1)
  expect((await find('Other words')).results).toEqual([])
})

test('refuses texts that are too long, pages that are not shared, and unknown properties', async () => {
  const { notion, data_source_id, add, find } = await start()
  expect(await getCode(add('x'.repeat(2001)))).toBe('validation_error')
  expect(await getCode(add('x', createHostedId('Nothing')))).toBe('object_not_found')
  const parent = { type: 'data_source_id', data_source_id } as const
  const properties = { Other: { url: 'https://a.example' } }
  expect(await getCode(notion.pages.create({ parent, properties }))).toBe('validation_error')
  expect((await find('x‣')).results).toEqual([])
})
