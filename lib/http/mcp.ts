import 'server-only'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { z } from 'zod'
import { recordAudit } from '../audit-log'
import { hasPersonalAddresses } from '../auth/access-records'
import { findTokenUser, type TokenUser } from '../auth/personal-tokens'
import { getPageUrl } from '../formats/write-values'
import { respondWithSite } from '../page/thread/respond-with-site'
import { searchForViewer } from '../screens/search'
import { takeSearch } from '../search/rate-limit'
import { isNotReady, MAX_QUERY_LENGTH } from '../search/search-query'
import { getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import { getSiteUrl } from '../site/site'
import { unescapeHtml } from '../workspace/escape-html'
import { toUuid } from '../workspace/ids'
import { getMarkdownCopy } from './copies/markdown-copy'
import { parseJson, readBody } from './request-body'
import { respondWithJson } from './text-response'

const MAX_MESSAGE_BYTES = 16 * 1024
const MAX_RESULTS = 10
const CHALLENGE = { 'www-authenticate': 'Bearer' }
const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

/** An error of a tool call. The model is shown its message, and decides what to do. */
class ToolError extends Error {}

/**
 * Handles a message of the Model Context Protocol over HTTP (2025-11-25, stateless, JSON responses): the tools `search` and `fetch` of the
 * public pages, or of those that the person of a bearer token may read. Cookies do not count. Each call counts as a search of the client.
 */
export async function handleMcpRequest(request: Request): Promise<Response> {
  const user = await findUser(request.headers.get('authorization')).catch(() => null)
  if (user === null) return refuseMessage(503, -32603, 'The token cannot be checked at the moment: try again later')
  if (user === undefined) return refuseMessage(401, -32600, 'The bearer token is not valid', CHALLENGE)
  const body = await readBody(request, MAX_MESSAGE_BYTES)
  if (body === undefined) return refuseMessage(413, -32600, 'The message is too large')
  const message = parseJson(body)
  if (message === undefined) return refuseMessage(400, -32700, 'The message is not JSON')
  if (Array.isArray(message)) return refuseMessage(400, -32600, 'Send one message at a time')
  const server = createServer(request, user)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(request, { parsedBody: message })
    response.headers.set('cache-control', 'private, no-store')
    return response
  } finally {
    await server.close()
  }
}

/** Who calls a tool. `personKey` is undefined for the public. */
type User = Pick<TokenUser, 'viewer'> & Partial<TokenUser>

/** Returns who sends an `Authorization` header; undefined for a bearer token that is worthless. */
async function findUser(authorization: string | null): Promise<User | undefined> {
  const [scheme = '', token = ''] = (authorization ?? '').split(/ +/, 2)
  const env = getEnv()
  // Proxies may add credentials of their own, for which a site without personal tokens has no use.
  if (scheme.toLowerCase() !== 'bearer' || !hasPersonalAddresses(env)) return { viewer: PUBLIC }
  return findTokenUser(token, 'mcp', env)
}

function createServer(request: Request, user: User): McpServer {
  // The version is that of these tools, whatever the release of the site.
  const server = new McpServer({ name: 'colophon', version: '1.0.0' })
  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Searches the full text of the pages of this website that you may read. Returns pages with their id, title and URL.',
      inputSchema: { query: z.string().trim().min(1).max(MAX_QUERY_LENGTH) },
      outputSchema: {
        results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string() })),
      },
      annotations: READ_ONLY,
    },
    ({ query }) => runTool(request, async () => ({ results: await search(query, user, request.signal) })),
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
    ({ id }) => runTool(request, () => fetchPage(id, user)),
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

async function search(query: string, { viewer, personKey }: User, signal: AbortSignal) {
  const found = await searchForViewer({ query, limit: MAX_RESULTS }, viewer, signal).catch((error: unknown) => {
    if (isNotReady(error) || signal.aborted) return undefined
    throw error
  })
  if (found === undefined) throw new ToolError('The search is not ready yet: try again in a few seconds')
  if (personKey !== undefined && found.results.length > 0) {
    recordAudit({ action: 'search', decision: 'allowed', viewer, token: personKey }, getEnv())
  }
  const { siteUrl } = getEnv()
  return found.results.map(({ id, title, path, highlight }) => ({
    id,
    title,
    url: new URL(path, siteUrl).href,
    text: toPlainText(highlight.text),
  }))
}

const fetchPage = (id: string, { viewer, personKey }: User) =>
  respondWithSite(async (site) => {
    if (site === undefined) throw new ToolError('The site is not ready yet: try again in a few seconds')
    const page = site.page(toUuid(id) ?? '', viewer)
    if (personKey !== undefined) {
      const decision = page === undefined ? 'denied' : 'allowed'
      recordAudit({ action: 'assistant', decision, viewer, token: personKey, page: page?.id }, getEnv())
    }
    if (page === undefined) throw new ToolError('There is no page with this id')
    const text = page.address === undefined ? await getMarkdownCopy(site, page, viewer) : page.description
    if (text === undefined) throw new ToolError('The page cannot be read at the moment: try again later')
    const { id: found, title, address, path } = page
    return { id: found, title, text, url: address ?? getPageUrl(getSiteUrl(getEnv().siteUrl, viewer), path) }
  })

/** A highlight is escaped HTML with `<mark>` tags. */
const toPlainText = (html: string): string => unescapeHtml(html.replace(/<\/?mark>/g, ''))

/** Returns an error response of the protocol. `code` is an error code of JSON-RPC. */
export const refuseMessage = (
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Response => respondWithJson(status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers)
