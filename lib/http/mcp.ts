import 'server-only'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { z } from 'zod'
import { getPageUrl } from '../formats/write-values'
import { respondWithSite } from '../page/thread/respond-with-site'
import { searchForViewer } from '../screens/search'
import { takeSearch } from '../search/rate-limit'
import { isNotReady, MAX_QUERY_LENGTH } from '../search/search-query'
import { getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import { unescapeHtml } from '../workspace/escape-html'
import { toUuid } from '../workspace/ids'
import { getMarkdownCopy } from './markdown-copy'
import { parseJson, readBody } from './request-body'
import { respondWithJson } from './text-response'

const MAX_MESSAGE_BYTES = 16 * 1024
const MAX_RESULTS = 10
const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

/** An error of a tool call. The model is shown its message, and decides what to do. */
class ToolError extends Error {}

/**
 * Handles a message of the Model Context Protocol over HTTP (2025-11-25, stateless, JSON responses): the tools `search` and `fetch` of the
 * public pages. Each call counts as a search of the client.
 */
export async function handleMcpRequest(request: Request): Promise<Response> {
  const body = await readBody(request, MAX_MESSAGE_BYTES)
  if (body === undefined) return refuseMessage(413, -32600, 'The message is too large')
  const message = parseJson(body)
  if (message === undefined) return refuseMessage(400, -32700, 'The message is not JSON')
  if (Array.isArray(message)) return refuseMessage(400, -32600, 'Send one message at a time')
  const server = createServer(request)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(request, { parsedBody: message })
    response.headers.set('cache-control', 'no-store')
    return response
  } finally {
    await server.close()
  }
}

function createServer(request: Request): McpServer {
  // The version is that of these tools, whatever the release of the site.
  const server = new McpServer({ name: 'colophon', version: '1.0.0' })
  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Searches the full text of the public pages of this website. Returns pages with their id, title and URL.',
      inputSchema: { query: z.string().trim().min(1).max(MAX_QUERY_LENGTH) },
      outputSchema: {
        results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string() })),
      },
      annotations: READ_ONLY,
    },
    ({ query }) => runTool(request, async () => ({ results: await search(query, request.signal) })),
  )
  server.registerTool(
    'fetch',
    {
      title: 'Fetch a page',
      description: 'Returns a page of this website as Markdown. Takes an id from the results of `search`.',
      inputSchema: { id: z.string().min(1).max(100) },
      outputSchema: { id: z.string(), title: z.string(), text: z.string(), url: z.string() },
      annotations: READ_ONLY,
    },
    ({ id }) => runTool(request, () => fetchPage(id)),
  )
  return server
}

/**
 * Returns the result twice: structured, and as text for older clients. The model sees error messages, so unexpected errors are logged and
 * replaced.
 */
async function runTool(request: Request, run: () => Promise<Record<string, unknown>>) {
  try {
    const wait = await takeSearch(request.headers)
    if (wait > 0) throw new ToolError(`Too many requests: try again in ${wait} seconds`)
    const value = await run()
    return { structuredContent: value, content: [{ type: 'text' as const, text: JSON.stringify(value) }] }
  } catch (error) {
    if (error instanceof ToolError) throw error
    console.error('A call of the Model Context Protocol failed:', error instanceof Error ? error.message : error)
    throw new ToolError('The call failed: try again')
  }
}

async function search(query: string, signal: AbortSignal) {
  const found = await searchForViewer({ query, limit: MAX_RESULTS }, PUBLIC, signal).catch((error: unknown) => {
    if (isNotReady(error) || signal.aborted) return undefined
    throw error
  })
  if (found === undefined) throw new ToolError('The search is not ready yet: try again in a few seconds')
  const { siteUrl } = getEnv()
  return found.results.map(({ id, title, path, highlight }) => ({
    id,
    title,
    url: new URL(path, siteUrl).href,
    text: toPlainText(highlight.text),
  }))
}

const fetchPage = (id: string) =>
  respondWithSite(async (site) => {
    if (site === undefined) throw new ToolError('The site is not ready yet: try again in a few seconds')
    const page = site.page(toUuid(id) ?? '', PUBLIC)
    if (page === undefined) throw new ToolError('There is no page with this id')
    const text = page.address === undefined ? await getMarkdownCopy(site, page) : page.description
    if (text === undefined) throw new ToolError('The page cannot be read at the moment: try again later')
    return { id: page.id, title: page.title, text, url: page.address ?? getPageUrl(getEnv().siteUrl, page.path) }
  })

/** A highlight is escaped HTML with `<mark>` tags. */
const toPlainText = (html: string): string => unescapeHtml(html.replace(/<\/?mark>/g, ''))

/** Returns an error response of the protocol. `code` is an error code of JSON-RPC. */
export const refuseMessage = (status: number, code: number, message: string): Response =>
  respondWithJson(status, { jsonrpc: '2.0', id: null, error: { code, message } })
