import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { POST } from '@/app/mcp/route'
import { createLimit } from '@/lib/client-limit'
import { getRuntime } from '@/lib/runtime'
import { getSearchLimit } from '@/lib/search/rate-limit'
import { getEnv } from '@/lib/settings/env'
import { openSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { runPageJobsInProcess } from '../../support/pages'
import { createId } from '../../support/records'
import { createRawMap, workspace } from '../snapshot/support'

const MCP = 'http://localhost:3000/mcp'

beforeEach(async () => {
  const { env, prepare } = workspace({ 'map.json': createRawMap({ Tides: 'The tide turns twice a day.' }) })
  await prepare()
  const { site, pageThread } = getRuntime()
  openSite(openWorkingCopy(env))
  runPageJobsInProcess()
  return () => Object.assign(getRuntime(), { site, pageThread })
})

/** Connects a client of the MCP SDK to the route. */
async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const fetch = async (url: string | URL, init?: RequestInit) =>
    init?.method === 'POST' ? POST(new Request(url, init)) : new Response(null, { status: 405 })
  await client.connect(new StreamableHTTPClientTransport(new URL(MCP), { fetch }))
  onTestFinished(() => client.close())
  return client
}

const send = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
) =>
  POST(
    new Request(MCP, {
      method: 'POST',
      body,
      signal,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    }),
  )

test('refuses a request from a page of another site, and accepts one from a client that is no browser', async () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  const foreign: Record<string, string>[] = [{ origin: 'https://other.example' }, { 'sec-fetch-site': 'cross-site' }]
  for (const headers of foreign) expect((await send(list, headers)).status).toBe(403)
  expect((await send(list)).status).toBe(200)
  expect((await send(list, { origin: 'http://localhost:3000' })).status).toBe(200)
})

test('lists the two tools that assistants expect, marked as read-only', async () => {
  const { tools } = await (await connect()).listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch'])
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true })
})

test('returns a page by its id as Markdown, as text and as structured content', async () => {
  const result = await (await connect()).callTool({ name: 'fetch', arguments: { id: createId('Tides') } })
  const page = result.structuredContent as Record<string, string>
  expect(page).toMatchObject({ id: createId('Tides'), title: 'Tides', url: 'http://localhost:3000/' })
  expect(page.text).toContain('The tide turns twice a day.')
  expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(page) }])
})

test.each([['no id'], [createId('Nowhere')], ['../../etc/passwd'], ['x'.repeat(101)], ['']])(
  'reports a tool error for a page that does not exist: %s',
  async (id) => {
    const result = await (await connect()).callTool({ name: 'fetch', arguments: { id } })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result)).not.toMatch(/node_modules|\/lib\/|\n\s+at /)
  },
)

test.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
  ['malformed JSON', '{"jsonrpc"', 400],
  ['an empty body', '', 400],
  ['bytes that are not UTF-8', Uint8Array.from([0xff, 0xfe, 0x00]), 400],
  ['a message of another protocol', '{"hello":1}', 400],
  ['several messages at once', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400],
  ['a message of more than 16 kB', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(17_000) }), 413],
])('rejects %s with a JSON-RPC error', async (_, body, status) => {
  const response = await send(body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
})

test('returns protocol errors for an unknown tool, an unknown method and invalid arguments', async () => {
  const client = await connect()
  for (const request of [
    { name: 'remove', arguments: {} },
    { name: 'search', arguments: { query: 7 } },
    { name: 'search', arguments: { query: 'x'.repeat(1000) } },
    { name: 'search', arguments: { query: '  ' } },
  ]) {
    const result = await client.callTool(request).catch((error: unknown) => ({ isError: error instanceof Error }))
    expect(result.isError, JSON.stringify(request).slice(0, 60)).toBe(true)
  }
  const unknown = await send('{"jsonrpc":"2.0","id":1,"method":"resources/list"}')
  expect(await unknown.json()).toMatchObject({ error: { code: -32601 } })
})

test('counts each call towards the search limit of the client', async () => {
  const runtime = getRuntime()
  const before = runtime.searchLimit
  runtime.searchLimit = createLimit(getSearchLimit({ ...getEnv(), searchRate: 2 }), getEnv())
  onTestFinished(() => {
    runtime.searchLimit = before
  })
  const client = await connect()
  const call = async () =>
    (await client.callTool({ name: 'fetch', arguments: { id: createId('Tides') } })).isError === true
  expect([await call(), await call(), await call()]).toEqual([false, false, true])
})

test('logs nothing if the client disconnects during a search', async () => {
  const log = vi.spyOn(console, 'error')
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'tide' } },
  }
  await send(JSON.stringify(message), {}, AbortSignal.abort())
  expect(log).not.toHaveBeenCalled()
})
