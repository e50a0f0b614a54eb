import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { toUuid } from '@/lib/workspace/ids'
import type { HostedData } from '../hosted/data'
import {
  type Behavior,
  type EndpointRequest,
  getBlock,
  getChildren,
  getDatabase,
  getDataSource,
  getPage,
  getPageProperty,
  getSelf,
  getUser,
  listCustomEmojis,
  listUsers,
  queryDataSource,
  search,
} from './endpoints'
import { ApiError, createInvalid, createRateLimited } from './errors'
import { SignedFiles } from './files'
import { readFields } from './records'
import { Views } from './view-endpoints'
import { VisibleWorkspace } from './visible-workspace'
import { createDatabase, createPage, updateDataSource } from './writes'

const VERSION = '2026-03-11'
/** The token that a server accepts unless it is set to another one. */
export const TOKEN = 'ntn_loopback0000000000000000000000000000000000000'

/** How many requests each fixed window of time allows. */
export interface Rate {
  requests: number
  windowMs: number
}

/** Notion's own limit on most plans. */
export const NOTION_RATE: Rate = { requests: 180, windowMs: 60_000 }

export interface OfficialRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** Names by which requests are counted. */
export type EndpointName =
  | 'search'
  | 'blocks'
  | 'blocks.children'
  | 'pages'
  | 'pages.create'
  | 'pages.properties'
  | 'databases'
  | 'databases.create'
  | 'data_sources'
  | 'data_sources.update'
  | 'data_sources.query'
  | 'views'
  | 'views.list'
  | 'views.query'
  | 'views.results'
  | 'views.delete'
  | 'users'
  | 'users.me'
  | 'users.list'
  | 'custom_emojis'
  | 'unknown'

type Endpoint = [name: EndpointName, method: string, path: string, respond: (request: EndpointRequest) => unknown]

/** Implements Notion's official API over the data of a hosted workspace. Errors are {@link ApiError}. */
export class OfficialApi {
  readonly behavior: Behavior & { unsearchable: Set<string> } = {
    queryLimit: 10_000,
    largestRowPage: 100,
    unsearchable: new Set(),
  }
  readonly files: SignedFiles
  readonly views = new Views()
  /** Undefined means no limit. */
  rate: Rate | undefined
  /** Endpoints that the connection lacks a capability for. */
  readonly forbidden = new Set<EndpointName>()
  #window = { start: 0, requests: 0 }

  readonly #endpoints: Endpoint[] = [
    ['search', 'POST', 'search', search],
    ['blocks.children', 'GET', 'blocks/:/children', getChildren],
    ['blocks', 'GET', 'blocks/:', getBlock],
    ['pages.properties', 'GET', 'pages/:/properties/:', getPageProperty],
    ['pages', 'GET', 'pages/:', getPage],
    ['pages.create', 'POST', 'pages', createPage],
    ['databases.create', 'POST', 'databases', createDatabase],
    ['data_sources.update', 'PATCH', 'data_sources/:', updateDataSource],
    ['databases', 'GET', 'databases/:', getDatabase],
    ['data_sources.query', 'POST', 'data_sources/:/query', queryDataSource],
    ['data_sources', 'GET', 'data_sources/:', getDataSource],
    ['views.list', 'GET', 'views', (request) => this.views.list(request)],
    ['views.query', 'POST', 'views/:/queries', (request) => this.views.query(request)],
    ['views.results', 'GET', 'views/:/queries/:', (request) => this.views.results(request)],
    ['views.delete', 'DELETE', 'views/:/queries/:', (request) => this.views.delete(request)],
    ['views', 'GET', 'views/:', (request) => this.views.get(request)],
    ['users.me', 'GET', 'users/me', getSelf],
    ['users.list', 'GET', 'users', listUsers],
    ['users', 'GET', 'users/:', getUser],
    ['custom_emojis', 'GET', 'custom_emojis', listCustomEmojis],
  ]

  constructor(
    readonly data: HostedData,
    origin: () => string,
  ) {
    this.files = new SignedFiles(data, origin)
  }

  /** Returns the name of a request's endpoint; `unknown` if the API has no such endpoint. */
  findEndpointName(request: OfficialRequest): EndpointName {
    return this.#find(request)?.endpoint[0] ?? 'unknown'
  }

  /** Checks the token, the version and the rate limit. */
  checkHeaders({ headers }: OfficialRequest, token: string | undefined): void {
    const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
    const isKnown = token === undefined ? /^(?:ntn|secret)_/.test(given ?? '') : given === token
    if (!isKnown) throw new ApiError(401, 'unauthorized', 'API token is invalid.')
    const version = headers['notion-version']
    if (version === undefined) {
      const message = 'Notion-Version header failed validation: Notion-Version header should be defined.'
      throw new ApiError(400, 'missing_version', message)
    }
    if (version !== VERSION) throw createInvalid(`This server supports only version ${VERSION}, not ${version}.`)
    this.#countRequest()
  }

  respond(request: OfficialRequest): Record<string, unknown> {
    const found = this.#find(request)
    if (found === undefined) throw new ApiError(400, 'invalid_request_url', 'Invalid request URL.')
    const [name, , , run] = found.endpoint
    if (this.forbidden.has(name)) {
      throw new ApiError(403, 'restricted_resource', 'Insufficient permissions for this endpoint.')
    }
    const workspace = new VisibleWorkspace(this.data, (address) => this.files.sign(address))
    const query = Object.fromEntries([...request.url.searchParams])
    const body = readFields(parseBody(request.body))
    const response = run({ ids: found.ids, query, body, workspace, behavior: this.behavior })
    return { ...readFields(response), request_id: randomUUID() }
  }

  #find({ method, url }: OfficialRequest): { endpoint: Endpoint; ids: string[] } | undefined {
    const parts = url.pathname.replace(/^\/v1\/|\/$/g, '').split('/')
    for (const endpoint of this.#endpoints) {
      const [, wanted, path] = endpoint
      const pattern = path.split('/')
      const fits = pattern.every((part, index) => part === ':' || part === parts[index])
      if (wanted !== method || pattern.length !== parts.length || !fits) continue
      const ids = parts.filter((_, index) => pattern[index] === ':').map(readId)
      return { endpoint, ids }
    }
    return undefined
  }

  #countRequest(): void {
    if (this.rate === undefined) return
    const { requests, windowMs } = this.rate
    const now = Date.now()
    if (now >= this.#window.start + windowMs) this.#window = { start: now, requests: 0 }
    this.#window.requests++
    if (this.#window.requests <= requests) return
    const seconds = Math.ceil((this.#window.start + windowMs - now) / 1000)
    throw createRateLimited(seconds, 'public_api_connection_rate_limit')
  }
}

/** Decodes an id in a path. Ids may lack dashes, and ids of properties are percent-encoded. */
function readId(part: string): string {
  const id = decodeURIComponent(part)
  return toUuid(id) ?? id
}

function parseBody(body: string): unknown {
  if (body === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw new ApiError(400, 'invalid_json', 'Error parsing JSON body.')
  }
}
