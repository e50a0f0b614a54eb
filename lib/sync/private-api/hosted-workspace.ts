import { NotionAPI } from 'notion-client'
import type { CollectionView } from 'notion-types'
import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { Caller, type CallLimits } from '../caller'
import { CallError } from '../errors'
import type { Pace, Priority } from '../pace'
import { createTables, hashFields, TABLES, type TableName, type Tables } from '../tables'
import type { FileOfBlock } from '../workspace-source'

interface HostedWorkspaceSettings {
  apiBaseUrl?: string
  token?: string
  activeUser?: string
  timeZone: string
  limits: CallLimits
}

const DEFAULT_API = 'https://app.notion.com/api/v3'

/** The result of querying a collection view. */
interface QueryResponse {
  tables: Tables
  /** The reducers' results as the workspace sent them. */
  results: Record<string, unknown>
}

/**
 * The client of the hosted workspace's API. Each call is rate-limited, has a timeout, is retried if that can help, and has its response
 * validated. All methods throw {@link CallError}.
 */
export class HostedWorkspace {
  readonly #client: NotionAPI
  readonly limits: CallLimits
  readonly #caller: Caller
  readonly #timeZone: string
  /** The only origin that may be at a private address. */
  readonly origin: string
  #receivedBytes = 0

  constructor({ apiBaseUrl = DEFAULT_API, token, activeUser, timeZone, limits }: HostedWorkspaceSettings, pace: Pace) {
    const base = apiBaseUrl.replace(/\/+$/, '')
    this.origin = new URL(base).origin
    this.limits = limits
    this.#caller = new Caller(pace, limits)
    this.#timeZone = timeZone
    this.#client = new NotionAPI({
      apiBaseUrl: base,
      authToken: token,
      activeUser,
      userTimeZone: timeZone,
      // The token must not follow a redirect, and a response that is not JSON must not be returned as text.
      ofetchOptions: { retry: 0, redirect: 'error', parseResponse: (text) => this.#parse(text) },
    })
  }

  /** Bytes of all responses so far. */
  get receivedBytes(): number {
    return this.#receivedBytes
  }

  /** Returns the first chunk of a page: its block, and about a hundred blocks of its content. */
  getPage(id: Id, priority: Priority): Promise<Tables> {
    return this.#caller.call(
      priority,
      (ofetchOptions) => this.#client.getPageRaw(id, { ofetchOptions }),
      (response) => readTables(response),
    )
  }

  /** Returns blocks by id. An id without a record in the response is not shared. */
  getBlocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    return this.#caller.call(
      priority,
      (options) => this.#client.getBlocks([...ids], options),
      (response) => readTables(response),
    )
  }

  /** Returns records of a table other than blocks by id. */
  getRecords(table: TableName, ids: readonly Id[], priority: Priority): Promise<Tables> {
    const body = { requests: ids.map((id) => ({ table, id, version: -1 })) }
    return this.#caller.call(
      priority,
      (ofetchOptions) => this.#client.fetch({ endpoint: 'syncRecordValuesMain', body, ofetchOptions }),
      (response) => readTables(response, true),
    )
  }

  /** Queries the rows of a view, or of the whole collection if `view` is undefined. Even then, the API requires a `viewId`. */
  queryView(
    collection: Id,
    viewId: Id,
    view: object | undefined,
    { limit, spaceId, priority }: { limit: number; spaceId: Id | undefined; priority: Priority },
  ): Promise<QueryResponse> {
    const settings = { limit, spaceId, userTimeZone: this.#timeZone }
    return this.#caller.call(
      priority,
      (ofetchOptions) =>
        this.#client.getCollectionData(collection, viewId, view as CollectionView | undefined, {
          ...settings,
          ofetchOptions,
        }),
      (response) => {
        const result = isObject(response) && isObject(response.result) ? response.result : undefined
        const results = result?.reducerResults ?? result
        if (!isObject(results)) throw new CallError('broken', 'the response contains no results')
        return { tables: readTables(response, true), results }
      },
    )
  }

  /** Returns signed addresses of files in the same order; undefined for files that Notion does not sign. They expire. */
  getSignedAddresses(files: readonly FileOfBlock[], priority: Priority): Promise<(string | undefined)[]> {
    const requests = files.map(({ url, block }) => ({ permissionRecord: { table: 'block', id: block }, url }))
    return this.#caller.call(
      priority,
      (options) => this.#client.getSignedFileUrls(requests, options),
      (response) => {
        const signed: unknown = isObject(response) ? response.signedUrls : undefined
        if (!Array.isArray(signed)) throw new CallError('broken', 'the response contains no addresses')
        return files.map((_, index) => (typeof signed[index] === 'string' ? signed[index] : undefined))
      },
    )
  }

  /** Returns the records of people. */
  getUsers(ids: readonly Id[], priority: Priority): Promise<{ id: Id; record: unknown }[]> {
    return this.#caller.call(
      priority,
      (options) => this.#client.getUsers([...ids], options),
      (response) => {
        const results: unknown = isObject(response) ? response.results : undefined
        if (!Array.isArray(results)) throw new CallError('broken', 'the response contains no people')
        return ids.map((id, index) => ({ id, record: results[index] }))
      },
    )
  }

  #parse(text: string): unknown {
    this.#receivedBytes += Buffer.byteLength(text)
    return JSON.parse(text)
  }
}

/** Returns the record map of a response. Throws {@link CallError} if there is none, or if required blocks are missing. */
function readTables(response: unknown, mayLackBlocks = false): Tables {
  const map = isObject(response) ? response.recordMap : undefined
  if (!isObject(map) || !(isObject(map.block) || mayLackBlocks)) {
    throw new CallError('broken', 'the response contains no blocks')
  }
  const tables = createTables()
  for (const name of TABLES) {
    const table = map[name]
    if (!isObject(table)) continue
    for (const key of Object.keys(table)) {
      const id = toUuid(key)
      if (id !== undefined) tables[name].set(id, table[key])
    }
  }
  return tables
}

/** Returns a stamp of a page's own block, which changes when the page is edited, moved or trashed. */
export function getStamp(block: Fields): string {
  const { last_edited_time, version, parent_id, parent_table, alive, type, properties, format, content } = block
  const fields = { last_edited_time, version, parent_id, parent_table, alive, type, properties, format, content }
  return hashFields(fields)
}
